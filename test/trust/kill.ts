import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '#server/database/connect.ts'
import { folderStore } from '#server/files/store.ts'
import { verifyTrail } from '#server/trail/verify.ts'
import { pdf } from '#test/support/documents.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { spawnPortal, startProcess } from '#test/support/process.ts'
import type { TrustPromise } from '#test/trust/promise.ts'
import { random } from '#test/trust/random.ts'

const READY_MS = 3000
const IMPORTED = 4
/** Every so many kills, one falls into a first start: migrations, the centre, the demo world. */
const FIRST_STARTS = 5

/** The address of a database of the test server, as an operator gives it. */
function urlOf(connection: pg.PoolConfig): string {
  if (connection.connectionString) return connection.connectionString
  const { host = '', port = 5432, user = '', database = '' } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

type Site = { dataDir: string; url: string; connection: pg.PoolConfig; drop(): Promise<void> }

async function newSite(): Promise<Site> {
  const { connection, drop } = await createEmptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-kill-'))
  return {
    dataDir,
    url: urlOf(connection),
    connection,
    drop: async () => {
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Keys = Record<string, string>

async function keysOf(portal: PortalProcess, account: string): Promise<Keys> {
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

/** What was said to be done, and what was begun. */
type Ledger = { files: string[]; emails: string[]; imports: string[] }

/** People at work until the server dies under them: uploads, invitations and imports at once. */
function startWork(
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
      // Every bank has a code of its own; the demo's are below 4000.
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

/** What must hold after every kill. */
async function examine(site: Site, ledger: Ledger): Promise<string[]> {
  const failures: string[] = []
  const { db } = connect(site.connection, 2)
  try {
    const trail = await verifyTrail(db)
    if (!trail.ok) failures.push(`trail: ${trail.why} (${trail.firstBad})`)
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

/** Temporary files and files without a row, older than the sweep's patience, are gone after a start. */
async function leftovers(site: Site): Promise<string[]> {
  const { db } = connect(site.connection, 1)
  const root = join(site.dataDir, 'files')
  const look = async () => {
    const known = new Set((await db.selectFrom('stored_file').select('sha256').execute()).map(row => row.sha256))
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries.filter(entry => entry.isFile() && !known.has(entry.name)).map(entry => entry.name)
  }
  try {
    for (let tries = 0; tries < 600; tries++) {
      if ((await look()).length === 0) return []
      await sleep(100)
    }
    return (await look()).map(name => `not swept within 60 s: ${name}`)
  } finally {
    await db.destroy()
  }
}

/** As if two hours had passed for the files: the sweep goes by the machine's time. */
async function ageFiles(site: Site): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  const root = join(site.dataDir, 'files')
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }
}

async function killFirstStart(next: (limit: number) => number): Promise<string[]> {
  const site = await newSite()
  const environment = { DATABASE_URL: site.url }
  const failures: string[] = []
  try {
    for (let times = 0; times < 2; times++) {
      const child = spawnPortal(site.dataDir, environment)
      child.stdout?.resume()
      child.stderr?.resume()
      await Promise.race([sleep(300 + next(2500)), once(child, 'exit')])
      child.kill('SIGKILL')
    }
    const portal = await startProcess(site.dataDir, environment)
    await keysOf(portal, 'cci').catch(error => failures.push(String(error)))
    await portal.kill('SIGTERM')
    failures.push(...(await examine(site, { files: [], emails: [], imports: [] })))
  } finally {
    await site.drop()
  }
  return failures
}

export const killLoop: TrustPromise = {
  id: 'R2',
  text: 'A server killed at any moment, also while it uploads, imports, runs its jobs or migrates, is ready again in 3 s with all it acknowledged, imports whole or not at all, every row with its file, and temporary and orphaned files swept.',
  trials: 500,
  unit: 'kills',
  run: async ({ trials, seed, log }) => {
    const next = random(seed)
    const failures: string[] = []
    const ledger: Ledger = { files: [], emails: [], imports: [] }
    const site = await newSite()
    const environment = { DATABASE_URL: site.url }
    let slowest = 0
    let portal = await startProcess(site.dataDir, environment)
    const cci = await keysOf(portal, 'cci')
    const draft = await keysOf(portal, 'borrador')
    try {
      const me = await (await fetch(`${portal.url}/api/v1/session`, { headers: draft })).json()
      const validation = me.documentationId as string
      const list = await (
        await fetch(`${portal.url}/api/v1/documents?validationId=${validation}`, { headers: draft })
      ).json()
      const name = list.content[0].documentCatalogName as string
      for (let trial = 1; trial <= trials; trial++) {
        const found: string[] = []
        if (trial % FIRST_STARTS === 0) found.push(...(await killFirstStart(next)))
        else {
          const stop = startWork(portal, cci, draft, validation, name, ledger, `k${seed}x${trial}`)
          // From the first instants, while the jobs of the start still run, to well into the work.
          await sleep(next(2000))
          await portal.kill('SIGKILL')
          await stop()
          await ageFiles(site)
          const begun = performance.now()
          portal = await startProcess(site.dataDir, environment)
          const ready = performance.now() - begun
          slowest = Math.max(slowest, ready)
          if (ready > READY_MS && loadavg()[0]! < cpus().length) found.push(`ready after ${Math.round(ready)} ms`)
          found.push(...(await examine(site, ledger)), ...(await leftovers(site)))
        }
        failures.push(...found.map(failure => `seed ${seed} kill ${trial}: ${failure}`))
        if (trial % 20 === 0) log(`${trial} kills, ${ledger.files.length} uploads, ${ledger.emails.length} invitations`)
      }
    } finally {
      await portal.kill('SIGTERM')
      await site.drop()
    }
    const imported = ledger.emails.filter(email => email.startsWith('0@')).length
    if (ledger.files.length * ledger.emails.length * imported === 0)
      failures.push('too little was done to show anything')
    const done = `${ledger.files.length} uploads and ${ledger.emails.length} invitations acknowledged, ${imported} of them imports`
    return { trials, failures, note: `${done}; slowest ready after ${Math.round(slowest)} ms` }
  },
}
