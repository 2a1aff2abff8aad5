import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lacking } from '#assurance/trust/machine.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import type { OwnSite } from '#assurance/trust/site.ts'
import { newSite } from '#assurance/trust/site.ts'
import type { Keys, Ledger } from '#assurance/trust/work.ts'
import { draftOf, examine, keysOf } from '#assurance/trust/work.ts'
import { pdf } from '#test/support/documents.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess, workersOf } from '#test/support/process.ts'

/** What may be answered in need: done, too many, no room or unavailable; null for a connection that was not taken. */
const lawful = new Set([201, 429, 503, 507, null])
/** How long a hardship may take to begin, and a portal to work again after it, in milliseconds. */
const PATIENCE_MS = 60_000
/** How long a call waits, for instance for a connection that nothing takes, and how long all handles are taken. */
const CALL_MS = 15_000
const TAKEN_MS = 10_000

type People = { portal: PortalProcess; cci: Keys; draft: Keys; validation: string; name: string }
type Answered = { status: number | null; said: string }

async function peopleOf(portal: PortalProcess): Promise<People> {
  const [cci, draft] = [await keysOf(portal, 'cci'), await keysOf(portal, 'borrador')]
  return { portal, cci, draft, ...(await draftOf(portal, draft)) }
}

async function send(url: string, init: RequestInit = {}): Promise<Answered> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) })
    return { status: answer.status, said: await answer.text() }
  } catch {
    return { status: null, said: '' }
  }
}

/** Uploads and invites once; what was acknowledged goes into the ledger. */
async function act({ portal, cci, draft, validation, name }: People, ledger: Ledger, tag: string): Promise<Answered[]> {
  const content = `${pdf(tag).content}${' '.repeat(300_000)}`
  const form = new FormData()
  form.set('document', JSON.stringify({ validationId: validation, documentCatalogName: name }))
  form.set('file', new Blob([content]), 'apuro.pdf')
  const email = `${tag}@apuro.example`
  const [uploaded, invited] = await Promise.all([
    send(`${portal.url}/api/v1/documents`, { method: 'POST', headers: draft, body: form }),
    send(`${portal.url}/api/v1/invitations`, {
      method: 'POST',
      headers: { ...cci, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'PROVIDER', email }),
    }),
  ])
  if (uploaded.status === 201) ledger.files.push(createHash('sha256').update(content).digest('hex'))
  if (invited.status === 201) ledger.emails.push(email)
  return [uploaded, invited]
}

/** Acts until `enough`. @returns the answers that are not lawful, and those without a sentence */
async function actUntil(people: People, ledger: Ledger, tag: string, enough: (answers: Answered[]) => boolean) {
  const faults: string[] = []
  const begun = performance.now()
  for (let n = 0; performance.now() - begun < PATIENCE_MS; n++) {
    const answers = await act(people, ledger, `${tag}-${n}`)
    for (const { status, said } of answers) {
      if (!lawful.has(status)) faults.push(`${status} ${said}`)
      if (status !== null && status > 500 && !/"detail":".{20}/.test(said)) faults.push(`${status} without a sentence`)
    }
    if (enough(answers)) return faults
    await sleep(50)
  }
  return [...faults, `not within ${PATIENCE_MS} ms`]
}

const allDone = (answers: Answered[]) => answers.every(({ status }) => status === 201)

type Trial = { site: OwnSite; ledger: Ledger; tag: string; next(below: number): number }
type Hardship = (trial: Trial) => Promise<string[]>

const start = ({ site }: Trial, environment: Record<string, string> = {}, within: string[] = []) =>
  startProcess(site.dataDir, { ...site.environment, WORKERS: '2', RATE_LIMITS: 'no', ...environment }, [], { within })

/** A group of processes with a limit of memory, in either version of cgroups. */
function smallGroup(name: string, bytes: number) {
  const first = '/sys/fs/cgroup/memory'
  const isFirst = existsSync(join(first, 'memory.limit_in_bytes'))
  const folder = join(isFirst ? first : '/sys/fs/cgroup', name)
  mkdirSync(folder)
  writeFileSync(join(folder, isFirst ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes))
  return {
    take: (pid: number) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    remove: () => rmdirSync(folder),
  }
}

/** The kernel ends a worker for its memory while it works; another takes its place. */
const littleMemory: Hardship = async trial => {
  const { ledger, tag, next } = trial
  const portal = await start(trial)
  const group = smallGroup(`almotacen-${tag}`, 1_000_000 + next(8_000_000))
  try {
    const people = await peopleOf(portal)
    const before = workersOf(portal.child.pid!)
    group.take(before[next(2)]!)
    const isReplaced = () => workersOf(portal.child.pid!).filter(pid => !before.includes(pid)).length > 0
    const faults = await actUntil(people, ledger, tag, isReplaced)
    faults.push(...(await actUntil(people, ledger, `${tag}-then`, allDone)))
    if (!portal.output().includes('A worker ended and is replaced')) faults.push('the log does not say it')
    return [...faults, ...(await examine(trial.site, ledger))]
  } finally {
    await portal.kill('SIGTERM')
    group.remove()
  }
}

/** A client takes all handles for files and connections, and lets them go. */
const fewHandles: Hardship = async trial => {
  const { ledger, tag, next } = trial
  const portal = await start(trial, {}, ['sh', '-c', `ulimit -n ${70 + next(40)}; exec "$@"`, 'sh'])
  const taken: Socket[] = []
  try {
    const people = await peopleOf(portal)
    const { port } = new URL(portal.url)
    for (let n = 0; n < 300; n++) taken.push(connect(Number(port), '127.0.0.1').on('error', () => {}))
    const until = performance.now() + TAKEN_MS
    const faults = await actUntil(people, ledger, tag, () => performance.now() > until)
    for (const each of taken) each.destroy()
    faults.push(...(await actUntil(people, ledger, `${tag}-then`, allDone)))
    return [...faults, ...(await examine(trial.site, ledger))]
  } finally {
    for (const each of taken) each.destroy()
    await portal.kill('SIGTERM')
  }
}

const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: 'pipe' })

/** The disk of the files turns read-only, as after a fault of the device, and takes writes again. */
const readOnlyDisk: Hardship = async trial => {
  const { site, ledger, tag } = trial
  run('mount', '-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', site.dataDir)
  const portal = await start(trial)
  try {
    const people = await peopleOf(portal)
    const faults = await actUntil(people, ledger, tag, allDone)
    // A file that is being written keeps it from that for a moment.
    for (let tries = 0; ; tries++) {
      try {
        run('mount', '-o', 'remount,ro', site.dataDir)
        break
      } catch (error) {
        if (tries > 200) throw error
        await sleep(50)
      }
    }
    const refused = ([upload]: Answered[]) => upload?.status === 503 || upload?.status === 507
    faults.push(...(await actUntil(people, ledger, `${tag}-ro`, refused)))
    let ready = await send(`${portal.url}/health/ready`)
    // A server counts as ready for a second before it looks again.
    for (const begun = performance.now(); ready.status === 200 && performance.now() - begun < PATIENCE_MS; ) {
      await sleep(100)
      ready = await send(`${portal.url}/health/ready`)
    }
    if (ready.status !== 503 || !ready.said.includes('files')) faults.push(`ready: ${ready.status} ${ready.said}`)
    run('mount', '-o', 'remount,rw', site.dataDir)
    faults.push(...(await actUntil(people, ledger, `${tag}-then`, allDone)))
    return [...faults, ...(await examine(site, ledger))]
  } finally {
    await portal.kill('SIGTERM')
    run('umount', site.dataDir)
  }
}

/** The clock jumps between two starts, and back. */
const jumpingClock: Hardship = async trial => {
  const { ledger, tag, next } = trial
  const offset = ['1h', '-1h', '365d', '-365d'][next(4)]!
  const faults: string[] = []
  for (const [part, CLOCK_OFFSET] of ['', offset, ''].entries()) {
    const portal = await start(trial, { CLOCK_OFFSET })
    const people = await peopleOf(portal)
    const found = await actUntil(people, ledger, `${tag}-${part}`, allDone)
    faults.push(...found.map(fault => `${offset || 'right'}: ${fault}`))
    await portal.kill('SIGTERM')
  }
  return [...faults, ...(await examine(trial.site, ledger))]
}

const kinds: Record<string, Hardship> = {
  'little memory': littleMemory,
  'few handles': fewHandles,
  'read-only disk': readOnlyDisk,
  'jumping clock': jumpingClock,
}

/** CARE-24. A bucket that cuts an upload is tried by `npm run test:storage`. */
export const hardships: TrustPromise = {
  id: 'R22',
  text: 'With a worker killed for its memory, all file handles taken, a disk that turns read-only, or a clock that jumps an hour or a year, nothing acknowledged is lost, what cannot be done is refused with 503 or 507 and a sentence, and all works again by itself.',
  trials: 24,
  tx: 'hardships',
  run: async ({ trials, seed, log }) => {
    const missing = lacking({ programs: ['mount', 'umount'], root: true })
    if (missing) return missing
    const next = random(seed)
    const failures: string[] = []
    const entries = Object.entries(kinds)
    for (let number = 1; number <= trials; number++) {
      const [kind, hardship] = entries[number % entries.length]!
      const site = await newSite()
      const ledger: Ledger = { files: [], emails: [], imports: [] }
      try {
        const found = await hardship({ site, ledger, tag: `h${seed}x${number}`, next })
        failures.push(...found.map(fault => `seed ${seed} trial ${number}, ${kind}: ${fault}`))
        log(`${number} ${kind}: ${ledger.emails.length} invitations acknowledged`)
      } finally {
        await site.drop()
      }
    }
    return { trials, failures }
  },
}
