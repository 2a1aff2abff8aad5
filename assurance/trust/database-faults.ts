import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { newSite, urlOf } from '#assurance/trust/site.ts'
import type { Keys, Ledger } from '#assurance/trust/work.ts'
import { draftOf, examine, importsIn, keysOf, startWork } from '#assurance/trust/work.ts'
import { FaultProxy } from '#test/support/fault-proxy.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

const ANSWER_MS = 3000
const BACK_MS = 5000
/** With more parallel work than cores everything is slower, so the limits are doubled. */
const slack = () => (loadavg()[0]! > availableParallelism() ? 2 : 1)

/** The server process of a connection and its children, on this machine. */
async function serverProcesses(connection: pg.PoolConfig): Promise<number[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parentOf = (pid: string | number) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
    } catch {
      return 0
    }
  }
  const server = parentOf(rows[0]!.pid)
  await client.end()
  return [server, ...readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === server)].map(Number)
}

function signal(processes: number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended by itself.
    }
  }
}

type Seen = { what: string; status: number; ms: number; text: string; retryAfter: string | null }

async function ask(what: string, url: string, init: RequestInit = {}): Promise<Seen> {
  const begun = performance.now()
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
    const text = await answer.text()
    const retryAfter = answer.headers.get('retry-after')
    return { what, status: answer.status, ms: performance.now() - begun, text, retryAfter }
  } catch (error) {
    return { what, status: 0, ms: performance.now() - begun, text: String(error), retryAfter: null }
  }
}

/** One call of each kind: readiness, a session, a list, an export, a sign-in, and a write with its key. */
function oneOfEach(portal: PortalProcess, cci: Keys, email: string): Promise<Seen[]> {
  const api = `${portal.url}/api/v1`
  const json = { ...cci, 'content-type': 'application/json' }
  return Promise.all([
    ask('ready', `${portal.url}/health/ready`),
    ask('session', `${api}/session`, { headers: cci }),
    ask('list', `${api}/invitations?size=5`, { headers: cci }),
    ask('providers', `${api}/entity-provider?size=5`, { headers: cci }),
    ask('sign-in', `${api}/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'nadie@uno.example', password: 'Almotacen.2026' }),
    }),
    invite(portal, cci, email),
  ])
}

function invite({ url }: PortalProcess, cci: Keys, email: string): Promise<Seen> {
  return ask('invite', `${url}/api/v1/invitations`, {
    method: 'POST',
    headers: { ...cci, 'content-type': 'application/json', 'idempotency-key': email },
    body: JSON.stringify({ type: 'PROVIDER', email }),
  })
}

type Fault = {
  name: string
  /** Whether calls may still succeed during the fault. */
  partial?: boolean
  ms: number
  begin(): Promise<void>
  end(): Promise<void>
}

/** The wrong answers during a fault. */
function judged({ partial }: Fault, answers: Seen[]): string[] {
  return answers.flatMap(({ what, status, ms, text, retryAfter }) => {
    const found: string[] = []
    if (ms > ANSWER_MS * slack()) found.push(`${what} took ${Math.round(ms)} ms`)
    if (status === 503) {
      if (!retryAfter) found.push(`${what}: 503 without Retry-After`)
      if (!/"detail":"[^"]{20,}"/.test(text)) found.push(`${what}: 503 without a sentence`)
    } else if (!partial || status === 0 || status === 500) found.push(`${what}: ${status} ${text.slice(0, 120)}`)
    return found
  })
}

export const databaseFaults: TrustPromise = {
  id: 'R3',
  text: 'While the database swallows, refuses, forgets, stands still, ends sessions or keeps others waiting, every call is answered 503 with Retry-After in 3 s, the server lives on and serves 5 s after the fault; nothing acknowledged is lost and a repeated write has one effect.',
  trials: 200,
  tx: 'faults',
  run: async ({ trials, seed, log }) => {
    const next = random(seed)
    const failures: string[] = []
    const ledger: Ledger = { files: [], emails: [], imports: [] }
    const site = await newSite()
    const proxy = await FaultProxy.before(site.connection)
    const owner = new pg.Client(site.owner)
    await owner.connect()
    const environment = { ...site.environment, DATABASE_URL: urlOf(proxy.connection), RATE_LIMITS: 'no' }
    const portal = await startProcess(site.dataDir, environment)
    const cci = await keysOf(portal, 'cci')
    const draft = await keysOf(portal, 'borrador')
    const { validation, name } = await draftOf(portal, draft)
    const slowest = { answer: 0, back: 0 }
    /** The number of 503 answers per fault: a fault without any shows nothing. */
    const refusedIn = new Map<string, number>()
    let stopped: number[] = []
    const nothing = async () => {}
    const during = async (fault: () => void) => fault()
    const role = pg.escapeLiteral(new pg.Client(site.connection).user ?? '')
    const faults: Fault[] = [
      { name: 'black hole', ms: 3000, begin: () => during(() => proxy.blackHole()), end: nothing },
      { name: 'refused', ms: 1500, begin: () => proxy.refuse(), end: nothing },
      { name: 'forgotten connections', partial: true, ms: 500, begin: () => during(() => proxy.lose()), end: nothing },
      {
        name: 'sessions ended',
        partial: true,
        ms: 300,
        begin: async () => {
          const session = new pg.Client(site.connection)
          await session.connect()
          await session.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = ${role} and pid <> pg_backend_pid()`)
          await session.end()
        },
        end: nothing,
      },
      {
        name: 'commit cut',
        partial: true,
        ms: 600,
        begin: () => during(() => void proxy.at('commit', 'cutBefore')),
        end: nothing,
      },
      {
        name: 'answer to commit cut',
        partial: true,
        ms: 600,
        begin: () => during(() => void proxy.at('commit', 'cutAfter')),
        end: nothing,
      },
      {
        name: 'black hole at commit',
        partial: true,
        ms: 3500,
        begin: () => during(() => void proxy.at('commit', 'blackHole')),
        end: nothing,
      },
      {
        name: 'every connection kept waiting',
        partial: true,
        ms: 2500,
        begin: async () => {
          await owner.query('begin; lock table incident in access exclusive mode')
          // More callers than connections wait for the lock before any other call.
          for (let n = 0; n < 30; n++) void ask('held', `${portal.url}/api/v1/issues`, { headers: cci })
          await sleep(300)
        },
        end: async () => void (await owner.query('rollback')),
      },
      {
        name: 'server stands still',
        ms: 10_000,
        begin: async () => {
          stopped = await serverProcesses(site.owner)
          signal(stopped, 'SIGSTOP')
        },
        end: async () => signal(stopped, 'SIGCONT'),
      },
    ]
    try {
      for (let trial = 1; trial <= trials; trial++) {
        const fault = faults[trial % faults.length]!
        const tag = `f${seed}x${trial}`
        const found: string[] = []
        const stop = startWork(portal, cci, draft, validation, name, ledger, tag)
        await sleep(200 + next(500))
        await fault.begin()
        const begun = performance.now()
        const emails = [`${tag}-a@dos.example`, `${tag}-b@dos.example`]
        const answers = await oneOfEach(portal, cci, emails[0]!)
        await sleep(Math.max(0, fault.ms - (performance.now() - begun)))
        if (!fault.partial) answers.push(...(await oneOfEach(portal, cci, emails[1]!)))
        await fault.end()
        await proxy.heal()
        const healed = performance.now()
        found.push(...judged(fault, answers))
        refusedIn.set(
          fault.name,
          (refusedIn.get(fault.name) ?? 0) + answers.filter(({ status }) => status === 503).length,
        )
        slowest.answer = Math.max(slowest.answer, ...answers.map(({ ms }) => ms))
        for (const email of emails) {
          let again = await invite(portal, cci, email)
          while (again.status !== 201 && performance.now() - healed < 60_000) {
            await sleep(50)
            again = await invite(portal, cci, email)
          }
          if (again.status === 201) ledger.emails.push(email)
        }
        const back = performance.now() - healed
        slowest.back = Math.max(slowest.back, back)
        if (back > BACK_MS * slack()) found.push(`back after ${Math.round(back)} ms`)
        if (portal.child.exitCode !== null || portal.child.signalCode !== null) found.push('the portal ended')
        await stop()
        const { rows } = await owner.query('select email from invitation where email = any($1)', [emails])
        if (rows.length !== emails.length) found.push(`${rows.length} effects of ${emails.length} writes`)
        if (trial % 10 === 0 || trial === trials) found.push(...(await examine(site, ledger)))
        failures.push(...found.map(failure => `seed ${seed} fault ${trial} (${fault.name}): ${failure}`))
        for (const failure of found) log(`${trial} ${fault.name}: ${failure}`)
        if (trial % 10 === 0)
          log(`${trial} faults; slowest answer ${Math.round(slowest.answer)} ms, back ${Math.round(slowest.back)} ms`)
      }
      failures.push(...(await mailsWaiting(owner)))
    } finally {
      await portal.kill('SIGTERM')
      await proxy.stop()
      await owner.end()
      await site.drop()
    }
    for (const { name, partial } of faults) {
      const felt = refusedIn.get(name)
      if (felt === 0 && (!partial || name === 'every connection kept waiting')) failures.push(`nobody felt: ${name}`)
    }
    const acknowledged = `${ledger.files.length} uploads, ${ledger.emails.length} invitations and ${importsIn(ledger)} imports acknowledged`
    const told = [...refusedIn.values()].reduce((sum, each) => sum + each, 0)
    const note = `${acknowledged}; ${told} answers 503; slowest answer ${Math.round(slowest.answer)} ms, slowest return ${Math.round(slowest.back)} ms`
    return { trials, failures, note }
  },
}

/** The outbox worker recovers by itself: within two of its rounds no mail waits. */
async function mailsWaiting(owner: pg.Client): Promise<string[]> {
  let waiting = 0
  for (let tries = 0; tries < 120; tries++) {
    const { rows } = await owner.query('select count(*)::int as n from outbox_mail where sent_at is null')
    waiting = rows[0].n
    if (waiting === 0) return []
    await sleep(500)
  }
  return [`${waiting} mails still wait`]
}
