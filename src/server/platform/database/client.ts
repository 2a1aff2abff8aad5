import pg from 'pg'
import { preparedName } from '#server/platform/database/statement.ts'
import { READ_ONLY } from '#server/platform/database/unavailable.ts'

/** A column of the result changed its type after the statement was prepared. */
const isOutdated = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

/** The server is no longer the primary: its connections lead nowhere, and new ones lead to the primary. */
const isReadOnly = (error: unknown) => (error as { code?: string }).code === READ_ONLY

/** Whether the commit lasts is not known, and callers hear that. */
class NotReplicated extends Error {
  readonly code = '08007'
}

type Words = Parameters<pg.Client['query']>

/** A connection that prepares each `statement` on its first use, and notes how long the database has been silent. */
export class Client extends pg.Client {
  /** The number of unanswered statements. */
  waiting = 0
  /** Since when the first of them waits. */
  since = 0
  /** When the database last answered. */
  heardAt = 0
  #generation = 0
  #gathers = false
  /** The last commit is on this server only: an operator cancelled the wait for the replica. */
  #alone = false
  readonly #pooled: boolean
  /** Ends with the statement before: a client of a pooler takes one at a time. */
  #before: Promise<unknown> = Promise.resolve()

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.#pooled = config?.pooled ?? false
    // Not in a copy of the settings: a pool hides its password there, and a copy has none.
    if (!this.#pooled) Object.assign(this, { pipeline: true })
    this.on('drain', () => this.#heard(0))
    this.on('notice', ({ message = '' }) => {
      if (/canceling wait for synchronous replication/.test(message)) this.#alone = true
    })
    // Between two statements of a transaction there is no other listener, and an unhandled error ends the process.
    this.on('error', () => {})
  }

  // biome-ignore lint/suspicious/noExplicitAny: it answers callers with a promise, a callback or a stream
  override query(...words: any[]): any {
    if (this.waiting++ === 0) this.since = performance.now()
    this.#alone = false
    this.#gather()
    const asked: unknown = this.#ask(words)
    const answer = asked instanceof Promise ? asked.then(result => this.#replicated(result)) : asked
    if (answer instanceof Promise) {
      const answered = () => this.#heard(Math.max(0, this.waiting - 1))
      // An error of the connection itself is no answer from the database.
      answer.then(answered, error => {
        if ('severity' in error) answered()
        if (isReadOnly(error)) this.connection.stream.destroy()
      })
    }
    return answer
  }

  /** Statements that are asked at the same time leave in one message. */
  #gather(): void {
    if (this.#gathers) return
    const { stream } = this.connection
    this.#gathers = true
    stream.cork()
    process.nextTick(() => {
      this.#gathers = false
      stream.uncork()
    })
  }

  /** A primary that fails now would take the commit with it, so it must not be acknowledged. */
  #replicated<T>(result: T): T {
    if (this.#alone) throw new NotReplicated('The replica did not confirm the commit')
    return result
  }

  #inTurn(words: Words): unknown {
    const isStream = typeof (words[0] as { submit?: unknown }).submit === 'function'
    if (isStream || typeof words.at(-1) === 'function') return super.query(...words)
    const answer = this.#before.then(() => super.query(...words))
    this.#before = answer.catch(() => {})
    return answer
  }

  #heard(waiting: number): void {
    this.waiting = waiting
    this.since = this.heardAt = performance.now()
  }

  #ask(words: unknown[]): unknown {
    const [text, values, ...rest] = words
    const name = typeof text === 'string' && rest.length === 0 && !this.#pooled ? preparedName(text) : undefined
    if (name === undefined) return this.#pooled ? this.#inTurn(words as Words) : super.query(...(words as Words))
    const again = () => super.query({ name: `${name}_${this.#generation}`, text: text as string, values: values as [] })
    return again().catch(error => {
      if (!isOutdated(error)) throw error
      // Prepares the statements again under new names. A transaction is lost at this point, so its caller must retry
      // it.
      this.#generation++
      if (this.getTransactionStatus() !== 'I') throw error
      return again()
    })
  }
}
