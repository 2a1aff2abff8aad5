import { setTimeout as sleep } from 'node:timers/promises'
import { ORIGIN } from '#assurance/distributed/addresses.ts'
import type { Heard } from '#assurance/distributed/answers.ts'
import { CCI } from '#assurance/distributed/production.ts'
import type { Site } from '#assurance/distributed/site.ts'

const PATIENCE_MS = 10_000
const PAUSE_MS = 200

/** `fetch` says only that it failed; the reason is behind it. */
const wordsOf = ({ name, message, cause }: Error) => `${name} ${message} ${(cause as Error | undefined)?.message ?? ''}`

type Written = { email: string; answers: string[] }

/** Reads and writes without pause beside the journey, and keeps what was acknowledged: each write has a key of its own. */
export class Ledger {
  /** What was heard since the last `take`. */
  #heard: Heard[] = []
  readonly #written: Written[] = []
  readonly #headers: Record<string, string>
  #stopped = false
  #running: Promise<unknown> = Promise.resolve()

  private constructor(headers: Record<string, string>) {
    this.#headers = headers
  }

  static async open({ password }: Site): Promise<Ledger> {
    const answer = await fetch(`${ORIGIN}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'x', 'x-csrf-token': 'x' },
      body: JSON.stringify({ email: CCI, password }),
    })
    const ledger = new Ledger({
      authorization: answer.headers.get('authorization')!,
      'x-csrf-token': answer.headers.get('x-csrf-token')!,
      'x-requested-with': 'x',
      'content-type': 'application/json',
    })
    ledger.#running = Promise.all([ledger.#read(), ledger.#write()])
    return ledger
  }

  /** What was heard since the last call of this. */
  take(): Heard[] {
    return this.#heard.splice(0)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  /** What the database holds against what was acknowledged. */
  async failures({ db }: Site): Promise<string[]> {
    const rows = await db.selectFrom('invitation').select('email').where('email', 'like', '%@ledger.example').execute()
    const count = (email: string) => rows.filter(row => row.email === email).length
    return this.#written.flatMap(({ email, answers }) => {
      const found = count(email)
      if (answers.length > 0 && found === 0) return [`acknowledged and lost: ${email}`]
      if (found > 1) return [`done ${found} times: ${email}`]
      return new Set(answers).size > 1 ? [`answered differently: ${email}`] : []
    })
  }

  get acknowledged(): number {
    return this.#written.filter(({ answers }) => answers.length > 0).length
  }

  async #read(): Promise<void> {
    // A list: from the replica where it can be.
    while (!this.#stopped) {
      await this.#ask('/api/v1/invitations?size=5', {})
      await sleep(PAUSE_MS)
    }
  }

  /** Each invitation is sent until it is acknowledged, and some once more. */
  async #write(): Promise<void> {
    for (let n = 1; !this.#stopped; n++) {
      const written: Written = { email: `persona-${n}@ledger.example`, answers: [] }
      this.#written.push(written)
      const once = async () => {
        const body = await this.#ask('/api/v1/invitations', {
          method: 'POST',
          headers: { 'idempotency-key': `ledger-${n}` },
          body: JSON.stringify({ type: 'PROVIDER', email: written.email }),
        })
        if (body !== null) written.answers.push(body)
        else await sleep(PAUSE_MS)
        return body !== null
      }
      while (!(await once()) && !this.#stopped);
      if (n % 3 === 0) await once()
      await sleep(PAUSE_MS)
    }
  }

  /** @returns the body of a success */
  async #ask(path: string, init: RequestInit): Promise<string | null> {
    const from = performance.now()
    let status = 0
    let retryAfter: string | null = null
    let body: string | null = null
    let why: string | undefined
    try {
      const answer = await fetch(`${ORIGIN}${path}`, {
        ...init,
        headers: { ...this.#headers, ...init.headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await answer.text()
      if (answer.ok) body = text
      status = answer.status
      retryAfter = answer.headers.get('retry-after')
    } catch (error) {
      why = wordsOf(error as Error)
    }
    this.#heard.push({ from, to: performance.now(), status, retryAfter, why })
    return body
  }
}
