import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { firstCharacters } from '#domain/values/cut.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import { inLanguage } from '#server/platform/language.ts'
import type { Note } from '#server/platform/log.ts'
import type { Claimed } from '#server/platform/mail/claim.ts'
import { claim, isGivenUp } from '#server/platform/mail/claim.ts'
import type { MailContext } from '#server/platform/mail/letter/templates.ts'
import { KeyMissing, mailText } from '#server/platform/mail/letter/templates.ts'
import type { Transport } from '#server/platform/mail/transport.ts'
import { MAILS_AT_ONCE } from '#server/platform/mail/transport.ts'
import type { Span } from '#server/platform/operation/tracing/span.ts'
import { failWith, inSpan } from '#server/platform/operation/tracing/span.ts'
import { makeLanes } from '#server/platform/outgoing/lanes.ts'

const LONGEST_PAUSE = 60 * MINUTE
const WORDS_MAX = 200
/** How many unanswered mails in a row end a round. */
const UNANSWERED_MAX = 3

/** A mail that takes longer than this, in milliseconds, no longer holds up the next. */
const SLOW_MS = 2_000
/** The pauses before what became of a mail is recorded again, in milliseconds. */
const RECORD_MS = { first: 1_000, longest: 30_000 }

/** `stopped` ends a round; `note` takes a line for the log of each try. */
type DeliveryWishes = { stopped?: AbortSignal | undefined; note?: Note }

const noteSent = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('outbox_mail')
    .set({ sent_at: now, last_error: sql.lit(''), claimed_until: null })
    .where('id', '=', id)
    .compile(),
)

/** Postpones the mails behind a failed one, so that each round does not check all of them. */
async function pauseFollowers(tx: Db, { id, recipient, about: [first = ''] }: Claimed, until: string): Promise<void> {
  await sql`
    update outbox_mail set next_attempt_at = ${until} where id in (
      select id from outbox_mail
      where template = 'notification' and recipient = ${recipient} and coalesce(about[1], '') = ${first} and id > ${id}
        and sent_at is null and given_up_at is null and next_attempt_at < ${until}
      for update skip locked)`.execute(tx)
}

/** `slowEnded` is called when a mail that took longer than `slowMs` has ended. */
type SenderWishes = { note?: Note; slowEnded?: () => void; slowMs?: number }

/** Sends mails in rounds that wait for no slow mail server. */
export type MailSender = {
  /** Sends the due mails, and waits for none that is slow. @returns how many were sent meanwhile */
  round(stopped?: AbortSignal): Promise<number>
  /** Resolves when none is under way. */
  settled(): Promise<void>
}

/**
 * Sends mails one after the other, and beside those that are slow. Each is claimed, sent and recorded, in this order, and
 * no transaction lasts while the mail server thinks. The claim is committed first: what cannot be written is not sent. A
 * mail whose record is lost, because its server ended or could not write, is sent again with the same Message-ID by
 * whichever server claims it after the lease (decision 045).
 */
export function mailSender(
  app: AppContext,
  transport: Transport,
  { note = () => {}, slowEnded = () => {}, slowMs = SLOW_MS }: SenderWishes = {},
): MailSender {
  const lanes = makeLanes('mail-stuck')
  return {
    async round(stopped) {
      let sent = 0
      let unanswered = 0
      // A mail server that is down for some mails is down for all, and each attempt costs a timeout.
      while (unanswered < UNANSWERED_MAX && lanes.size < MAILS_AT_ONCE && !stopped?.aborted) {
        const claimed = await claim(app)
        if (!claimed) break
        if (claimed === 'dropped') continue
        const attempted = attempt(app, transport, { mail: claimed, note, stopped })
        const running = lanes.begin(() => attempted)
        const ended = attempted.catch(() => 'failed' as const)
        const outcome = await Promise.race([ended, sleep(slowMs, 'slow' as const, { ref: false })])
        if (outcome === 'slow') void running.then(slowEnded)
        if (outcome === 'sent') sent++
        unanswered = outcome === 'unanswered' ? unanswered + 1 : 0
      }
      return sent
    },
    settled: () => lanes.settled(),
  }
}

/**
 * Sends the due mails and waits for them. When `stopped` or without an answer from the mail server, it leaves the rest
 * for the next call.
 * @returns the number of mails sent.
 */
export async function deliverDue(
  app: AppContext,
  transport: Transport,
  { stopped, note = () => {} }: DeliveryWishes = {},
): Promise<number> {
  let sent = 0
  const counting: Note = (level, event, more) => {
    if (event === 'mail-sent') sent++
    note(level, event, more)
  }
  const sender = mailSender(app, transport, { note: counting })
  await sender.round(stopped)
  await sender.settled()
  return sent
}

type Outcome = 'sent' | 'failed' | 'unanswered'

type Attempt = { mail: Claimed; note: Note; stopped: AbortSignal | undefined }

const attempt = (app: AppContext, transport: Transport, of: Attempt): Promise<Outcome> =>
  inSpan('send mail', { kind: 'client', attributes: spanOf(of.mail) }, span => send(app, transport, { ...of, span }))

type Sending = Attempt & { span: Span | null }

/** A line of the log says which call caused the mail, and not who gets it. */
const lineOf = ({ id, template, attempts, caused_by }: Claimed) => ({
  mail: id,
  template,
  attempt: attempts + 1,
  causedBy: caused_by,
})
const spanOf = ({ id, template, attempts, caused_by }: Claimed) => ({
  'almotacen.mail': id,
  'almotacen.template': template,
  'almotacen.attempt': attempts + 1,
  ...(caused_by ? { 'almotacen.caused-by': caused_by } : {}),
})

async function send(app: AppContext, transport: Transport, sending: Sending): Promise<Outcome> {
  const { mail, span, note, stopped } = sending
  const context: MailContext = {
    productName: app.settings.productName,
    publicUrl: app.publicUrl,
    secrets: app.secrets,
    recipient: mail.recipient,
    writtenAt: mail.created_at,
  }
  try {
    await transport.send({
      ...inLanguage(mail.language, () => mailText(mail.template, mail.data, context)),
      from: app.settings.mailFrom,
      to: mail.recipient,
      messageId: mail.message_id,
      date: new Date(mail.created_at),
    })
  } catch (error) {
    if (span) failWith(span, error)
    // The stop cut it: whether it left is not known, so the claim lasts until its end.
    if ((error as Error).name === 'AbortError') return 'unanswered'
    note('warn', 'mail-failed', { ...lineOf(mail), code: codeOf(error) })
    await recording(app, sending, () => noteFailed(app, mail, error))
    return error instanceof KeyMissing || (error as SmtpError).responseCode ? 'failed' : 'unanswered'
  }
  note('info', 'mail-sent', lineOf(mail))
  await recording(app, { mail, stopped }, () => first(noteSent(app.db, { id: mail.id, now: app.clock.now() })))
  return 'sent'
}

/** Writes what became of a mail, again and again while the claim lasts: after it, another server sends the mail again. */
async function recording(
  { clock }: AppContext,
  { mail, stopped }: Pick<Attempt, 'mail' | 'stopped'>,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let pause = RECORD_MS.first; ; pause = Math.min(2 * pause, RECORD_MS.longest)) {
    try {
      await work()
      return
    } catch (error) {
      if (stopped?.aborted || after(clock.now(), pause) >= mail.claimed_until!) throw error
    }
    await sleep(pause, undefined, { signal: stopped, ref: false }).catch(() => {})
  }
}

async function noteFailed({ db, clock }: AppContext, mail: Claimed, error: unknown): Promise<void> {
  const now = clock.now()
  const next_attempt_at = after(now, Math.min(MINUTE * 2 ** mail.attempts, LONGEST_PAUSE))
  const overdue = isGivenUp(mail, mail.attempts + 1, now)
  await db.transaction().execute(async tx => {
    await tx
      .updateTable('outbox_mail')
      .set({
        attempts: mail.attempts + 1,
        last_error: wordsOf(error),
        refused: isRefused(error),
        next_attempt_at,
        given_up_at: overdue ? now : null,
        claimed_until: null,
      })
      .where('id', '=', mail.id)
      .where('claimed_until', '=', mail.claimed_until)
      .execute()
    if (!overdue && mail.template === 'notification') await pauseFollowers(tx, mail, next_attempt_at)
  })
}

/** The answer of the mail server by its number, or the kind of the error. */
const codeOf = (error: unknown) => {
  const { responseCode, code } = error as SmtpError
  return responseCode ?? code ?? (error as Error).name
}

type SmtpError = { code?: string; responseCode?: number; response?: string }

/**
 * Whether the server permanently refuses this mail for this recipient. A refusal of the portal itself does not count.
 */
function isRefused(error: unknown): boolean {
  const { code = '', responseCode = 0 } = error as SmtpError
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500
}

/** The mail server's response, or else the error. */
const wordsOf = (error: unknown): string =>
  firstCharacters(((error as SmtpError).response ?? String(error)).replace(/\s+/g, ' '), WORDS_MAX)

export type OutboxWorker = { wake(afterMs?: number): void; stop(): Promise<void> }

/**
 * Delivers due mails when woken and every `everyMs` milliseconds, one round at a time. `stop` aborts the round's
 * signal.
 */
export function startOutboxWorker(
  round: (stopped: AbortSignal) => Promise<unknown>,
  log: (error: unknown) => void,
  everyMs = 15_000,
): OutboxWorker {
  let running: Promise<void> | null = null
  let again = false
  const stopping = new AbortController()
  const run = async () => {
    do {
      again = false
      await round(stopping.signal).catch(log)
    } while (again && !stopping.signal.aborted)
    running = null
  }
  const wake = () => {
    if (stopping.signal.aborted) return
    if (running) again = true
    else running = run()
  }
  const timer = setInterval(wake, everyMs)
  timer.unref()
  return {
    wake: (afterMs = 0) => (afterMs > 0 ? void setTimeout(wake, afterMs).unref() : wake()),
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}
