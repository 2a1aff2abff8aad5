import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { connect } from '#server/platform/database/connect.ts'
import { folderStore } from '#server/platform/files/local/folder-store.ts'
import { pdf } from '#test/support/documents.ts'
import { wrongOverview } from '#test/support/overview.ts'
import type { PortalProcess } from '#test/support/process.ts'

const IMPORTED = 4

export type Keys = Record<string, string>

export async function keysOf(portal: PortalProcess, account: string): Promise<Keys> {
  const answer = await fetch(`${portal.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'x', 'x-csrf-token': 'x' },
    body: JSON.stringify({ email: `${account}@almotacen.example`, password: 'Almotacen.2026' }),
  })
  if (answer.status !== 200) throw new Error(`${account}: ${answer.status}`)
  const { headers } = answer
  return {
    authorization: headers.get('authorization')!,
    'x-csrf-token': headers.get('x-csrf-token')!,
    'x-requested-with': 'x',
  }
}

/** A portal's location. */
export type Site = { dataDir: string; connection: pg.PoolConfig }

/** The acknowledged and the started work. */
export type Ledger = { files: string[]; emails: string[]; imports: string[] }

/**
 * Waits, a minute at most, until a file and a mail are acknowledged that were not before. A portal that has just started
 * looks into its first file for seconds on a busy machine.
 */
export async function untilMore(ledger: Ledger): Promise<void> {
  const [files, emails] = [ledger.files.length, ledger.emails.length]
  for (let tries = 0; tries < 600; tries++) {
    if (ledger.files.length > files && ledger.emails.length > emails) return
    await sleep(100)
  }
}

/** Users at work until the server dies: uploads, invitations and imports at once. */
export function startWork(
  portal: PortalProcess,
  cci: Keys,
  draft: Keys,
  validation: string,
  name: string,
  ledger: Ledger,
  tag: string,
) {
  let dead = false
  const until = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !dead; n++) await work(n).catch(() => sleep(1))
  }
  const running = [
    until(async n => {
      const file = pdf(`${tag} ${n}`)
      const content = `${file.content}${' '.repeat(400_000)}`
      const form = new FormData()
      form.set('document', JSON.stringify({ validationId: validation, documentCatalogName: name }))
      form.set('file', new Blob([content]), file.name)
      const { status } = await fetch(`${portal.url}/api/v1/documents`, { method: 'POST', headers: draft, body: form })
      if (status === 201) ledger.files.push(createHash('sha256').update(content).digest('hex'))
    }),
    until(async n => {
      const email = `${tag}-${n}@uno.example`
      const { status } = await fetch(`${portal.url}/api/v1/invitations`, {
        method: 'POST',
        headers: { ...cci, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'PROVIDER', email }),
      })
      if (status === 201) ledger.emails.push(email)
    }),
    until(async n => {
      const group = `${tag}i${n}`
      // Unique bank codes; the demo's are below 4000.
      const nrbe = 4000 + ledger.imports.length * IMPORTED
      ledger.imports.push(group)
      const rows = Array.from(
        { length: IMPORTED },
        (_, row) => `Banco ${group} ${row},${nrbe + row},Ana,${row}@${group}.example`,
      )
      const form = new FormData()
      form.set('file', new Blob([`name,codNRBE,contactPerson,email\n${rows.join('\n')}\n`]), 'lista.csv')
      const { status } = await fetch(`${portal.url}/api/v1/invitations-entity/massive`, {
        method: 'POST',
        headers: cci,
        body: form,
      })
      if (status === 201 || status === 200) ledger.emails.push(`0@${group}.example`)
      else throw new Error(`import: ${status}`)
      await sleep(100)
    }),
  ]
  return async () => {
    dead = true
    await Promise.all(running)
  }
}

/** The invariants after every kill. */
export async function examine(site: Site, ledger: Ledger): Promise<string[]> {
  const failures: string[] = []
  const { db } = connect(site.connection, 2)
  try {
    const trail = await verifyAuditLog(db)
    if (!trail.ok) failures.push(`trail: ${trail.why} (${trail.firstBad})`)
    const wrong = await wrongOverview(db)
    if (wrong.length > 0) failures.push(`overview wrong: ${JSON.stringify(wrong.slice(0, 3))}`)
    const files = await folderStore(join(site.dataDir, 'files'))
    const rows = await db.selectFrom('stored_file').select(['sha256', 'size']).execute()
    const known = new Set(rows.map(row => row.sha256))
    for (const { sha256, size } of rows) {
      const state = await files.check(sha256, size, async () => {})
      if (state !== 'whole') failures.push(`a row whose file is ${state}: ${sha256}`)
    }
    for (const sha256 of ledger.files)
      if (!known.has(sha256)) failures.push(`an acknowledged upload is lost: ${sha256}`)
    const invitations = (await db.selectFrom('invitation').select('email').execute()).map(row => row.email)
    const invited = new Set(invitations)
    for (const email of ledger.emails)
      if (!invited.has(email)) failures.push(`an acknowledged invitation is lost: ${email}`)
    for (const group of ledger.imports) {
      const n = invitations.filter(email => email.endsWith(`@${group}.example`)).length
      if (n !== 0 && n !== IMPORTED) failures.push(`half an import: ${n} of ${IMPORTED} of ${group}`)
    }
  } finally {
    await db.destroy()
  }
  return failures
}

/** The draft's documentation and its first required document. */
export async function draftOf(portal: PortalProcess, draft: Keys): Promise<{ validation: string; name: string }> {
  const ask = async (path: string) => (await fetch(`${portal.url}/api/v1${path}`, { headers: draft })).json()
  const { documentationId: validation } = await ask('/session')
  const { content } = await ask(`/documents?validationId=${validation}`)
  return { validation, name: content[0].documentCatalogName }
}

/** The number of acknowledged imports. */
export const importsIn = (ledger: Ledger) => ledger.emails.filter(email => email.startsWith('0@')).length
