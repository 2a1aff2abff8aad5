import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lacking } from '#assurance/trust/machine.ts'
import { countMails } from '#assurance/trust/mail-count.ts'
import { MailServer } from '#assurance/trust/mail-server.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import type { OwnSite } from '#assurance/trust/site.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Keys, Ledger, Site } from '#assurance/trust/work.ts'
import { draftOf, examine, keysOf } from '#assurance/trust/work.ts'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { pdf } from '#test/support/documents.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'
import { arrivingIn } from '#test/support/stored-files.ts'

const STORE_BYTES = 24 * 1024 * 1024
const DATABASE_BYTES = 400 * 1024 * 1024
const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'pipe' })

/** A small in-memory disk at a folder of the portal. */
class SmallDisk {
  readonly folder: string
  readonly #filler: string
  constructor(folder: string, bytes: number) {
    this.folder = folder
    this.#filler = join(folder, 'filler')
    const { uid, gid, mode } = statSync(folder)
    const moved = `${folder}.moved`
    renameSync(folder, moved)
    mkdirSync(folder)
    const options = `size=${bytes},uid=${uid},gid=${gid},mode=${(mode & 0o7777).toString(8)}`
    run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
    // Keeps the owners, which PostgreSQL checks.
    run('cp', '-a', `${moved}/.`, folder)
    rmSync(moved, { recursive: true })
  }
  /** Fills it up to the given free bytes. */
  fill(left: number): void {
    const file = openSync(this.#filler, 'w')
    const block = Buffer.alloc(64 * 1024)
    try {
      for (;;) writeSync(file, block)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
    const { size } = statSync(this.#filler)
    run('truncate', '-s', String(Math.max(0, size - left)), this.#filler)
  }
  free(): void {
    rmSync(this.#filler, { force: true })
  }
  async unmount(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        run('umount', this.folder)
        return
      } catch (error) {
        if (tries > 100) throw error
        await sleep(100)
      }
    }
  }
}

type Answer = { status: number; body: { code?: string; detail?: string; id?: string } }

async function send(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
  return { status: answer.status, body: await answer.json().catch(() => ({})) }
}

type People = { portal: PortalProcess; cci: Keys; draft: Keys; validation: string; name: string }

async function peopleOf(portal: PortalProcess): Promise<People> {
  const [cci, draft] = [await keysOf(portal, 'cci'), await keysOf(portal, 'borrador')]
  return { portal, cci, draft, ...(await draftOf(portal, draft)) }
}

function upload({ portal, draft, validation, name }: People, content: string): Promise<Answer> {
  const form = new FormData()
  form.set('document', JSON.stringify({ validationId: validation, documentCatalogName: name }))
  form.set('file', new Blob([content]), 'disco.pdf')
  return send(`${portal.url}/api/v1/documents`, { method: 'POST', headers: draft, body: form })
}

const documents = ({ portal, draft, validation }: People) =>
  send(`${portal.url}/api/v1/documents?validationId=${validation}`, { headers: draft })

async function download({ portal, draft }: People, id: string): Promise<number> {
  const answer = await fetch(`${portal.url}/api/v1/documents/${id}`, { headers: draft })
  await answer.arrayBuffer()
  return answer.status
}

const isTold = ({ status, body }: Answer) => (status === 503 || status === 507) && (body.detail?.length ?? 0) > 20

/** The file disk is full: uploads are refused, everything else works, and uploads work again once there is room. */
async function storeTrial(people: People, disk: SmallDisk, site: OwnSite, tag: string, left: number) {
  const found: string[] = []
  const content = (bytes: number) => pdf(`${tag} ${bytes}`).content.padEnd(bytes)
  const kept = await upload(people, content(50_000))
  if (kept.status !== 201) found.push(`before: ${kept.status}`)
  const before = JSON.stringify((await documents(people)).body)
  disk.fill(left)
  const refused = await upload(people, content(left + 200_000))
  if (refused.status !== 507 || !isTold(refused)) found.push(`full: ${refused.status} ${refused.body.detail}`)
  if (JSON.stringify((await documents(people)).body) !== before) found.push('the document is another')
  const lying = await arrivingIn(site.dataDir)
  if (lying.length > 0) found.push(`left lying: ${lying}`)
  if (kept.body.id && (await download(people, kept.body.id)) !== 200) found.push('what was there is not read')
  disk.free()
  const again = await upload(people, content(left + 200_000))
  if (again.status !== 201) found.push(`with room again: ${again.status}`)
  return found
}

const invite = ({ portal, cci }: People, email: string) =>
  send(`${portal.url}/api/v1/invitations`, {
    method: 'POST',
    headers: { ...cci, 'content-type': 'application/json', 'idempotency-key': email },
    body: JSON.stringify({ type: 'PROVIDER', email }),
  }).catch(error => ({ status: 0, body: { detail: String(error) } }))

/** How long a full disk lasts once a write was refused, in milliseconds: the mails of the last invitations are due. */
const FULL_MS = HOLD_MS + 3000

/** The database disk is full: writes are refused, reads work while PostgreSQL lives, and all recovers with the room. */
async function databaseTrial(people: People, disk: SmallDisk, ledger: Ledger, tag: string, left: number) {
  const found: string[] = []
  disk.fill(left)
  let refused: Answer | null = null
  for (let n = 0; n < 3000 && !refused; n++) {
    const email = `${tag}-${n}@tres.example`
    const answer = await invite(people, email)
    if (answer.status === 201) ledger.emails.push(email)
    else refused = answer
  }
  if (!refused) found.push('never full')
  else if (!isTold(refused)) found.push(`full: ${refused.status} ${refused.body.detail}`)
  await sleep(FULL_MS)
  const list = await send(`${people.portal.url}/api/v1/invitations?size=5`, { headers: people.cci })
  const content = (list.body as { content?: unknown[] }).content
  if (list.status === 200 ? !content?.length : list.status !== 503) found.push(`reading: ${list.status}`)
  disk.free()
  const begun = performance.now()
  let again = await invite(people, `${tag}-last@tres.example`)
  while (again.status !== 201 && performance.now() - begun < 60_000) {
    await sleep(200)
    again = await invite(people, `${tag}-last@tres.example`)
  }
  if (again.status !== 201) found.push(`with room again: ${again.status} ${again.body.detail}`)
  else ledger.emails.push(`${tag}-last@tres.example`)
  const { child } = people.portal
  if (child.exitCode !== null || child.signalCode !== null) found.push('the portal ended')
  return { found, read: list.status, back: performance.now() - begun }
}

export const fullDisk: TrustPromise = {
  id: 'R4',
  text: 'With the disk of the files or of the database full, what needs room is refused with 507 or 503 and leaves nothing, reading goes on or is refused with 503, nothing acknowledged is lost, no mail leaves twice within a minute, and all works again by itself when there is room.',
  trials: 40,
  tx: 'fillings',
  run: async ({ trials, seed, log }) => {
    const missing = lacking({ programs: ['mount', 'umount', 'truncate', 'cp'], root: true })
    if (missing) return missing
    const next = random(seed)
    const failures: string[] = []
    const ofStore = Math.ceil(trials / 2)

    const site = await newSite()
    mkdirSync(join(site.dataDir, 'files'), { mode: 0o700 })
    const store = new SmallDisk(join(site.dataDir, 'files'), STORE_BYTES)
    let portal = await startProcess(site.dataDir, { ...site.environment, RATE_LIMITS: 'no' })
    try {
      const people = await peopleOf(portal)
      for (let trial = 1; trial <= ofStore; trial++) {
        const left = next(300_000)
        const found = await storeTrial(people, store, site, `s${seed}x${trial}`, left)
        failures.push(...found.map(failure => `seed ${seed} store ${trial} (${left} left): ${failure}`))
        if (trial % 10 === 0) log(`${trial} fillings of the store`)
      }
      failures.push(...(await examine(site, { files: [], emails: [], imports: [] })))
    } finally {
      await portal.kill('SIGTERM')
      await store.unmount()
      await site.drop()
    }

    const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-full-'))
    await (await startProcess(dataDir)).kill('SIGTERM')
    // A stopped portal may have left its database shutting down.
    while (existsSync(join(dataDir, 'pg/cluster/postmaster.pid'))) await sleep(100)
    const disk = new SmallDisk(join(dataDir, 'pg'), DATABASE_BYTES)
    const own: Site = {
      dataDir,
      connection: { host: join(dataDir, 'pg/run'), port: PORT, user: 'almotacen', database: 'almotacen' },
    }
    const ledger: Ledger = { files: [], emails: [], imports: [] }
    const mailServer = await MailServer.start()
    const reads = new Map<number, number>()
    let slowest = 0
    try {
      portal = await startProcess(dataDir, { RATE_LIMITS: 'no', SMTP_URL: mailServer.url })
      const people = await peopleOf(portal)
      for (let trial = 1; trial <= trials - ofStore; trial++) {
        const left = next(1_000_000)
        const { found, read, back } = await databaseTrial(people, disk, ledger, `d${seed}x${trial}`, left)
        reads.set(read, (reads.get(read) ?? 0) + 1)
        slowest = Math.max(slowest, back)
        found.push(...(await examine(own, ledger)))
        failures.push(...found.map(failure => `seed ${seed} database ${trial} (${left} left): ${failure}`))
        log(`${trial} fillings of the database, ${ledger.emails.length} acknowledged, read ${read}`)
      }
      const { faults } = await countMails(mailServer, ledger.emails, { more: trials - ofStore })
      failures.push(...faults.map(fault => `seed ${seed} mail: ${fault}`))
    } finally {
      await portal.kill('SIGTERM')
      await mailServer.stop()
      await disk.unmount()
      await rm(dataDir, { recursive: true, force: true })
    }
    const reading = [...reads].map(([status, times]) => `${times} x ${status}`).join(', ')
    const note = `${ofStore} of the store, ${trials - ofStore} of the database; reading then ${reading}; back after at most ${Math.round(slowest)} ms; ${ledger.emails.length} invitations acknowledged, ${mailServer.taken.length} mails`
    return { trials, failures, note }
  },
}
