import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Judge } from '#assurance/trust/moves.ts'
import type { Installation } from '#assurance/trust/replicas.ts'
import { refused } from '#test/support/model/rule.ts'
import { MISSING } from '#test/support/permissions.ts'
import type { Caller } from '#test/support/portal.ts'
import { callerOf } from '#test/support/portal.ts'

/** The time-out of one sending: after it the outcome is unknown. */
const PATIENCE_MS = 4000
const SENDINGS_AT_ONCE = 4

/**
 * One sending of a call and its answer. `unknown`: cut, timed out, or 5xx, after which the call may or may not have
 * taken effect. Times are of this process' monotonic clock.
 */
export type Attempt = {
  server: number
  from: number
  to: number
  outcome: 'ok' | 'refused' | 'unknown'
  status: number
  code: string
  body: unknown
  /** The hash of a file; null where the answer is none. */
  sha256: string | null
  /** What the answer says about when to come again; null without it. */
  retryAfter: string | null
}

/** An operation: at most one effect, however often it is sent. */
export type Operation = {
  id: number
  what: string
  userId: string
  target: string
  detail: number
  /** Its Idempotency-Key; null for reads. */
  key: string | null
  /** The model's answer in a world. */
  judge: Judge
  attempts: Attempt[]
}

export const firstOk = ({ attempts }: Operation) => attempts.find(attempt => attempt.outcome === 'ok')
const isSettled = ({ attempts }: Operation) => attempts.some(attempt => attempt.outcome !== 'unknown')

/** The model's answer for a target that did not exist when the call was made. */
const ofNothing =
  (judge: Judge): Judge =>
  (...worlds) => {
    const verdict = judge(...worlds)
    return verdict && 'refused' in verdict ? verdict : refused('notFound')
  }

class NoAnswer extends Error {}

/** Sends calls to the servers, repeats those with an unknown outcome, and records everything. */
export class History {
  readonly operations: Operation[] = []
  readonly failures: string[] = []
  readonly #replicas: Installation
  readonly #patienceMs: number
  readonly #next: (limit: number) => number
  /** Calls without an answer, each with a function that resends it. */
  readonly #open = new Map<Operation, () => Promise<unknown>>()

  constructor(replicas: Installation, next: (limit: number) => number, patienceMs = PATIENCE_MS) {
    this.#replicas = replicas
    this.#patienceMs = patienceMs
    this.#next = next
  }

  /** Takes one step: `send` makes its call through the given caller. */
  async take(
    operation: Omit<Operation, 'attempts'>,
    keys: Pick<Caller, 'token' | 'csrf' | 'cookie'>,
    send: (caller: Caller) => Promise<unknown>,
  ): Promise<Operation> {
    const whole: Operation = { ...operation, attempts: [] }
    const caller = callerOf('', keys, (path, init) => this.#deliver(whole, path, init))
    try {
      await send(caller)
    } catch (error) {
      // A failure before anything was sent, for example in a look-up, had no effect.
      if (!(error instanceof NoAnswer) && whole.attempts.length > 0 && !isDatabaseGone(error)) throw error
    }
    if (whole.attempts.length > 0) this.operations.push(whole)
    return whole
  }

  /** Repeats calls with an unknown outcome until it is known. */
  async settle(): Promise<void> {
    for (let tries = 0; tries < 60 && this.#open.size > 0; tries++) {
      for (const [operation, again] of this.#open) {
        await again()
        if (isSettled(operation)) this.#open.delete(operation)
      }
      if (this.#open.size > 0) await sleep(500)
    }
    for (const operation of this.#open.keys()) this.failures.push(`never answered: ${lineOf(operation)}`)
    this.#open.clear()
  }

  async #deliver(operation: Operation, path: string, init: RequestInit): Promise<Response> {
    if (path.includes(MISSING)) operation.judge = ofNothing(operation.judge)
    const headers = { ...(init.headers as Record<string, string>) }
    if (operation.key) headers['idempotency-key'] = operation.key
    const once = (server: number) => this.#attempt(operation, server, path, { ...init, headers })
    const server = this.#anyServer()
    const luck = this.#next(100)
    // Sends some twice at the same time, to both servers.
    if (operation.key && luck < 10) await Promise.all([once(server), once(1 - server)])
    else await once(server)
    for (let sendings = 1; !isSettled(operation) && sendings < SENDINGS_AT_ONCE; sendings++) {
      await sleep(100 * sendings)
      await once(this.#anyServer())
    }
    // Repeats some, as a client does that never saw the answer.
    if (operation.key && luck >= 90) await once(1 - server)
    const answered = firstOk(operation) ?? operation.attempts.find(attempt => attempt.outcome === 'refused')
    if (!answered) {
      this.#open.set(operation, () => once(this.#anyServer()))
      throw new NoAnswer(path)
    }
    const { status, body } = answered
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status })
  }

  /** Mostly a server that is up, as behind a load balancer. */
  #anyServer(): number {
    const server = this.#next(2)
    return this.#replicas.url(server) || this.#next(5) === 0 ? server : 1 - server
  }

  async #attempt(operation: Operation, server: number, path: string, init: RequestInit): Promise<void> {
    const attempt: Attempt = {
      server,
      from: performance.now(),
      to: 0,
      outcome: 'unknown',
      status: 0,
      code: '',
      body: null,
      sha256: null,
      retryAfter: null,
    }
    operation.attempts.push(attempt)
    const url = this.#replicas.url(server)
    try {
      if (!url) throw new Error('down')
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(this.#patienceMs) })
      const bytes = Buffer.from(await response.arrayBuffer())
      attempt.status = response.status
      attempt.retryAfter = response.headers.get('retry-after')
      const json = /json/.test(response.headers.get('content-type') ?? '') && bytes.length > 0
      attempt.body = json ? JSON.parse(bytes.toString()) : null
      if (response.status === 200 && !json) attempt.sha256 = createHash('sha256').update(bytes).digest('hex')
      if (response.status < 300) attempt.outcome = 'ok'
      else {
        attempt.code = (attempt.body as { code?: string } | null)?.code ?? String(response.status)
        // 408: the call was not processed, because its body was incomplete in time.
        if (response.status < 500 && response.status !== 408) attempt.outcome = 'refused'
        // The only expected failure is 503, with the time after which to come again.
        else if (response.status > 408 && (response.status !== 503 || !attempt.retryAfter))
          this.failures.push(`answered ${response.status}: ${lineOf(operation)}`)
      }
    } catch (error) {
      attempt.code = String((error as Error).name)
    }
    attempt.to = performance.now()
  }
}

const isDatabaseGone = (error: unknown) =>
  /terminat|ECONN|ENOENT|starting up|shutting down|recovery|timeout|no result/i.test(String(error))

/** One line with an operation and its outcome. */
export function lineOf({ id, what, target, detail, userId, attempts }: Operation): string {
  const said = attempts.map(({ server, from, to, outcome, status, code }) => {
    return `${outcome} ${status} ${code} at ${server} ${Math.round(from)}-${Math.round(to)}`
  })
  return `#${id} ${what} ${target} (${detail}) by ${userId}: ${said.join(' | ')}`
}
