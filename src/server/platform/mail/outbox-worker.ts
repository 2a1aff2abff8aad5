import { sql } from 'kysely'
import type { Language } from '#domain/language/language.ts'
import { GIVE_UP_DAYS } from '#domain/notification/undelivered.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import type { AppContext } from '#server/app/app-context.ts'
import { resetCodeLives } from '#server/identity/session/queries.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, statement } from '#server/platform/database/statement.ts'
import { inLanguage } from '#server/platform/language.ts'
import type { Note } from '#server/platform/log.ts'
import type { MailContext, MailData, MailTemplate } from '#server/platform/mail/letter/templates.ts'
import { KeyMissing, mailText } from '#server/platform/mail/letter/templates.ts'
import type { Transport } from '#server/platform/mail/transport.ts'
import type { Span } from '#server/platform/operation/tracing/span.ts'
import { failWith, inSpan } from '#server/platform/operation/tracing/span.ts'

/** A mail is abandoned after this long without success. The users who can resend it are notified long before. */
const GIVE_UP_AFTER = GIVE_UP_DAYS * DAY
/**
 * The minimum number of attempts, however old the mail is: it may have waited behind another mail, or for the portal to
 * start again.
 */
const LEAST_ATTEMPTS = 6
const LONGEST_PAUSE = 60 * MINUTE
const WORDS_MAX = 200
/** How many unanswered mails in a row end a round. */
const UNANSWERED_MAX = 3

type Claimed = {
  id: string
  recipient: string
  template: MailTemplate
  data: MailData[MailTemplate]
  about: string[]
  message_id: string
  language: Language
  created_at: string
  attempts: number
  caused_by: string | null
}

/** `stopped` ends a round; `note` takes a line for the log of each try. */
type DeliveryWishes = { stopped?: AbortSignal | undefined; note?: Note }

/** A participant that the mail names may have been deleted while the mail was being sent or written (D44). */
export const namesNobodyGone = (mail: string) => sql<boolean>`not exists (
  select from participant gone where gone.id = any(${sql.ref(`${mail}.about`)}) and gone.deleted_at is not null)`

/**
 * Notifications to one recipient about one participant leave in order, so that a correction never overtakes the mail
 * that it corrects. A mail that another server is sending counts as not sent. Mails that grant access wait for nothing.
 */
const isNext = sql<boolean>`(mail.template <> 'notification' or not exists (
  select from outbox_mail before where before.template = 'notification'
    and before.recipient = mail.recipient and coalesce(before.about[1], '') = coalesce(mail.about[1], '')
    and before.id < mail.id and before.sent_at is null and before.given_up_at is null
    and ${namesNobodyGone('before')}))`

const claimDue = statement((db, { now }: { now: string }) =>
  db
    .selectFrom('outbox_mail as mail')
    .select(['id', 'recipient', 'template', 'data', 'about', 'message_id', 'language'])
    .select(['created_at', 'attempts', 'caused_by'])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where(namesNobodyGone('mail'))
    .where(isNext)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(sql.lit(1))
    .forUpdate()
    .skipLocked()
    .compile(),
)

const noteSent = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('outbox_mail')
    .set({ sent_at: now, last_error: sql.lit('') })
    .where('id', '=', id)
    .compile(),
)

/** The mail waited too long, or the user requested a newer link: its link no longer works (D21). */
async function isDeadLink(tx: Db, { template, recipient, data }: Claimed, now: string): Promise<boolean> {
  if (template !== 'password-reset') return false
  return !(await resetCodeLives(tx, recipient, (data as MailData['password-reset']).nonce, now))
}

/** Postpones the mails behind a failed one, so that each round does not check all of them. */
async function pauseFollowers(tx: Db, { id, recipient, about: [first = ''] }: Claimed, until: string): Promise<void> {
  await sql`
    update outbox_mail set next_attempt_at = ${until} where id in (
      select id from outbox_mail
      where template = 'notification' and recipient = ${recipient} and coalesce(about[1], '') = ${first} and id > ${id}
        and sent_at is null and given_up_at is null and next_attempt_at < ${until}
      for update skip locked)`.execute(tx)
}

/**
 * Sends the due mails, one after the other. A row lock claims each mail, so that two servers never send the same one; a
 * crash after sending and before recording it sends it again with the same Message-ID (D13). When `stopped` or without
 * an answer from the mail server, it leaves the rest for the next call.
 * @returns the number of mails sent.
 */
export async function deliverDue(
  app: AppContext,
  transport: Transport,
  { stopped, note = () => {} }: DeliveryWishes = {},
): Promise<number> {
  let sent = 0
  let unanswered = 0
  // A mail server that is down for some mails is down for all, and each attempt costs a timeout.
  while (unanswered < UNANSWERED_MAX && !stopped?.aborted) {
    const outcome = await app.db.transaction().execute(tx => deliverOne(app, tx, transport, note))
    if (outcome === 'none') break
    if (outcome === 'sent') sent++
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0
  }
  return sent
}

type Outcome = 'sent' | 'failed' | 'unanswered' | 'none'

async function deliverOne(app: AppContext, tx: Db, transport: Transport, note: Note): Promise<Outcome> {
  const now = app.clock.now()
  const mail = (await first(claimDue(tx, { now }))) as Claimed | undefined
  if (!mail) return 'none'
  if (await isDeadLink(tx, mail, now)) {
    const last_error = 'Su enlace ya no vale. Pida otro en «Recuperar contraseña».'
    await tx.updateTable('outbox_mail').set({ given_up_at: now, last_error }).where('id', '=', mail.id).execute()
    return 'failed'
  }
  return inSpan('send mail', { kind: 'client', attributes: spanOf(mail) }, span =>
    send(app, tx, { mail, now, span, note }, transport),
  )
}

type Sending = { mail: Claimed; now: string; span: Span | null; note: Note }

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

async function send(
  app: AppContext,
  tx: Db,
  { mail, now, span, note }: Sending,
  transport: Transport,
): Promise<Outcome> {
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
    await noteSent(tx, { id: mail.id, now })
    note('info', 'mail-sent', lineOf(mail))
    return 'sent'
  } catch (error) {
    if (span) failWith(span, error)
    note('warn', 'mail-failed', { ...lineOf(mail), code: codeOf(error) })
    const pause = Math.min(MINUTE * 2 ** mail.attempts, LONGEST_PAUSE)
    const next_attempt_at = after(now, pause)
    const isOld = Date.parse(now) - Date.parse(mail.created_at) > GIVE_UP_AFTER
    const overdue = isOld && mail.attempts + 1 >= LEAST_ATTEMPTS
    await tx
      .updateTable('outbox_mail')
      .set({
        attempts: sql`attempts + 1`,
        last_error: wordsOf(error),
        refused: isRefused(error),
        next_attempt_at,
        given_up_at: overdue ? now : null,
      })
      .where('id', '=', mail.id)
      .execute()
    if (!overdue && mail.template === 'notification') await pauseFollowers(tx, mail, next_attempt_at)
    return error instanceof KeyMissing || (error as SmtpError).responseCode ? 'failed' : 'unanswered'
  }
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
