import { once } from 'node:events'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { MAIL, MAIL_PORT } from '#assurance/distributed/addresses.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A copy of a mail, as the mail server took it. */
type Copy = { messageId: string; to: string; text: string; at: number }

/** No two copies of a mail come within this time (CARE-01). */
const APART_MS = 60_000

/** The mail server of the run, which takes and keeps every copy. */
export class PostOffice {
  readonly #server: SMTPServer
  readonly #copies: Copy[] = []

  private constructor(server: SMTPServer) {
    this.#server = server
  }

  /** @param identity mail to another machine is encrypted, or not sent */
  static async open(identity: { cert: string; key: string }): Promise<PostOffice> {
    const server = new SMTPServer({
      ...identity,
      authOptional: true,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', chunk => chunks.push(chunk))
        stream.on('end', () => void office.#take(Buffer.concat(chunks), session.envelope.rcptTo).then(() => done()))
      },
    })
    const office = new PostOffice(server)
    // Cut connections are reported here.
    server.on('error', () => {})
    const listening = server.listen(MAIL_PORT, MAIL)
    await once(listening, 'listening')
    return office
  }

  /**
   * Lets the database keep the Message-ID of every mail that a committed transaction queued: the row of a mail that is
   * being sent goes when its invitation is withdrawn or sent again.
   */
  async remember(db: Db): Promise<void> {
    await sql`create schema evidence`.execute(db)
    await sql`create table evidence.mail (message_id text primary key)`.execute(db)
    await sql`
      create function evidence.remember() returns trigger language plpgsql security definer as $$
      begin
        insert into evidence.mail values (new.message_id);
        return new;
      end $$`.execute(db)
    await sql`create trigger remember after insert on outbox_mail for each row execute function evidence.remember()`.execute(
      db,
    )
  }

  async #take(raw: Buffer, recipients: { address: string }[]): Promise<void> {
    const at = performance.now()
    const { messageId = '', text = '' } = await PostalMime.parse(raw)
    this.#copies.push({ messageId, to: recipients.map(({ address }) => address).join(), text, at })
  }

  /** The texts of the mails to an address. */
  to(address: string): string[] {
    return this.#copies.filter(({ to }) => to === address).map(({ text }) => text)
  }

  /** How many copies came, and of how many mails more than one. */
  get counts(): { copies: number; twice: number } {
    const twice = [...this.#byMail().values()].filter(({ length }) => length > 1).length
    return { copies: this.#copies.length, twice }
  }

  #byMail(): Map<string, Copy[]> {
    return Map.groupBy(this.#copies, ({ messageId }) => messageId)
  }

  /**
   * Every copy against what the database says of the mails since a time. A mail waits whose portal ended while it was
   * under way, for longer than the run, and those to the same person wait for it.
   */
  async check(db: Db, since: string, now: string): Promise<{ due: number; waiting: number; failures: string[] }> {
    const rows = await db
      .selectFrom('outbox_mail')
      .select(['message_id', 'recipient', 'sent_at', 'given_up_at', 'next_attempt_at', 'last_error'])
      .where(eb => eb.or([eb('given_up_at', 'is', null), eb('given_up_at', '>=', since)]))
      .execute()
    const unsent = rows.filter(({ sent_at: sentAt }) => sentAt === null)
    const held = new Set(unsent.filter(row => row.next_attempt_at > now).map(({ recipient }) => recipient))
    const due = unsent.filter(({ recipient }) => !held.has(recipient))
    const sent = rows.filter(({ sent_at: sentAt }) => sentAt !== null && sentAt >= since)
    const copies = this.#byMail()
    const queued = await sql<{ message_id: string }>`
      select message_id from evidence.mail union select message_id from outbox_mail`.execute(db)
    const known = new Set(queued.rows.map(row => row.message_id))
    return {
      due: due.length,
      waiting: unsent.length - due.length,
      failures: [
        ...due.map(({ recipient, last_error: error }) => `a mail to ${recipient} is not sent: ${error}`),
        ...sent.flatMap(({ message_id: id, recipient }) => faultsOf(`the mail ${id}`, recipient, copies.get(id) ?? [])),
        ...[...copies.keys()]
          .filter(id => !known.has(id))
          .map(id => `the mail ${id} came, and no committed transaction queued it`),
      ],
    }
  }

  async close(): Promise<void> {
    await new Promise<void>(resolve => this.#server.close(resolve))
  }
}

function faultsOf(name: string, recipient: string, copies: readonly Copy[]): string[] {
  const [first, second] = copies.toSorted((one, other) => one.at - other.at)
  if (!first) return [`${name} counts as sent and never came to ${recipient}`]
  const apartMs = second ? second.at - first.at : APART_MS
  return [
    ...(copies.length > 2 ? [`${name} came ${copies.length} times to ${recipient}`] : []),
    ...(apartMs < APART_MS ? [`${name} came twice in ${Math.round(apartMs)} ms to ${recipient}`] : []),
    ...copies.filter(({ to }) => to !== recipient).map(({ to }) => `${name} to ${recipient} came to ${to}`),
  ]
}
