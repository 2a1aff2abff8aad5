import type { Queued } from '#assurance/trust/mail-check.ts'
import { checkMail } from '#assurance/trust/mail-check.ts'
import type { Mood } from '#assurance/trust/mail-server.ts'
import { MailServer, moods } from '#assurance/trust/mail-server.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { deliverDue } from '#server/operation/mail/outbox-worker.ts'
import { after, DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import type { MailData, MailTemplate } from '#server/platform/mail/letter/templates.ts'
import { mailText } from '#server/platform/mail/letter/templates.ts'
import type { Transport } from '#server/platform/mail/transport.ts'
import { smtpTransport } from '#server/platform/mail/transport.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/** The time-out of a silent server, in real milliseconds: each due mail waits for it. */
const HASTE_MS = 150
/** Long enough that a busy machine does not cause a time-out where none is meant. */
const PATIENCE_MS = MINUTE
/** The time in which a working server must receive everything; no retry delay exceeds one hour. */
const HOURS_AFTERWARDS = 6
const silences: readonly Mood[] = ['is silent', 'falls silent']
/** The next attempt after each opens a new connection, or waits out a silence. */
const costly: readonly Mood[] = ['421', 'hangs up', ...silences]
/** The last command before the silence; null is before EHLO. */
const lastWords = [null, 'MAIL FROM', 'RCPT TO', 'DATA']
/** Characters that mail servers and encodings are known to change. */
const hardWords = [
  'Sin más.',
  '.\n..\n.QUIT\n',
  'From ayer\n>From hoy',
  `${'larga '.repeat(400)}fin`,
  'Ñandú, 10 €, «sí» y 🦉\u200d🪶',
  '=3D=\n=C3=B1 --\n-- \nfirma',
]

/** One worker with two transports to the same server: a long time-out normally, a short one for silences. */
type OutboxWorker = { patient: Transport; hasty: Transport }

/** Manipulates a worker's transport, to show that the check can fail. */
export type Detour = (transport: Transport) => Transport

/** Statistics of the attempts of all workers. */
type Watch = {
  /** The failures per server mode. */
  failed: Map<Mood, number>
  /** The attempts that have ended, successful or not. */
  ended: number
  /** Called when the next attempt starts. */
  begun: () => void
}

type Day = {
  next: (limit: number) => number
  world: TestPortal
  server: MailServer
  watch: Watch
  outboxWorkers: readonly OutboxWorker[]
  queued: Queued[]
  /** Subjects of the mails whose transaction rolled back. */
  undone: string[]
  /** The number of calls answered during a hanging delivery. */
  answered: number
  failures: string[]
}

const pick = <T>(next: Day['next'], from: readonly T[]): T => from[next(from.length)]!

function outboxWorkerOf(server: MailServer, watch: Watch, detour: Detour): OutboxWorker {
  const way = (patienceMs: number) =>
    watched(
      detour(
        smtpTransport(server.url, { limits: { stepMs: patienceMs, answerMs: patienceMs, attemptMs: 3 * patienceMs } }),
      ),
      server,
      watch,
    )
  return { patient: way(PATIENCE_MS), hasty: way(HASTE_MS) }
}

function watched(transport: Transport, server: MailServer, watch: Watch): Transport {
  const send: Transport['send'] = async letter => {
    const { mood } = server
    watch.begun()
    try {
      await transport.send(letter)
    } catch (error) {
      watch.failed.set(mood, (watch.failed.get(mood) ?? 0) + 1)
      throw error
    } finally {
      watch.ended++
    }
  }
  return { ...transport, send }
}

/** Records the mails just queued, before they can be sent; `words` must be in one of them. */
async function takeDown({ world: { app }, queued, failures }: Day, words: string): Promise<void> {
  const rows = await app.db
    .selectFrom('outbox_mail')
    .select(['message_id', 'recipient', 'template', 'data'])
    .where('created_at', '=', app.clock.now())
    .execute()
  const known = new Set(queued.map(({ messageId }) => messageId))
  const { productName } = app.settings
  for (const { message_id: messageId, recipient, template, data } of rows) {
    if (known.has(messageId)) continue
    const { publicUrl, secrets, clock } = app
    const context = { productName, publicUrl, secrets, recipient, writtenAt: clock.now() }
    queued.push({
      messageId,
      to: recipient,
      text: mailText(template as MailTemplate, data as MailData[MailTemplate], context).text,
    })
  }
  if (!queued.some(({ text }) => text.includes(words))) failures.push(`committed and not queued: ${words}`)
}

const serialOf = ({ queued, undone }: Day) => queued.length + undone.length

async function queueInUnit(day: Day): Promise<void> {
  const serial = serialOf(day)
  const message = `Correo ${serial}. ${pick(day.next, hardWords)}`
  await inTransaction(day.world.app, null, async tx => {
    tx.mail({
      to: `ana${serial}@uno.example`,
      template: 'notification',
      data: { name: 'Ana', reason: 'Prueba', message },
    })
  })
  await takeDown(day, message)
}

/** Half of them fail after their mail was written: the audit log refuses NUL. */
async function queueAndFail(day: Day): Promise<void> {
  const message = `Deshecho ${serialOf(day)}.`
  const early = day.next(2) === 0
  day.undone.push(message)
  const work = inTransaction(day.world.app, null, async tx => {
    tx.mail({ to: 'eva@uno.example', template: 'notification', data: { name: 'Eva', reason: 'Prueba', message } })
    if (early) throw new Error('undone')
    tx.record({ event: 'session.ended', object: { kind: 'session', id: tx.newId() }, data: { nul: '\0' } })
  })
  const failed = await work.then(
    () => false,
    () => true,
  )
  if (!failed) day.failures.push(`committed what was to fail: ${message}`)
}

const provider = ({ world }: Day) => world.signIn('proveedor@almotacen.example')

async function raise(day: Day, caller: Caller): Promise<void> {
  const title = `Incidencia ${serialOf(day)}`
  const { status } = await caller.call(raiseIncident, { body: { title, detail: 'Llegó tarde.' } })
  if (status !== 201) day.failures.push(`${title}: ${status}`)
  else await takeDown(day, `«${title}»`)
}

/** A call during a hanging delivery is answered before that delivery ends. */
async function askWhileItHangs(day: Day): Promise<void> {
  const { server, world, outboxWorkers, watch } = day
  const caller = await provider(day)
  await queueInUnit(day)
  await server.become('is silent', pick(day.next, lastWords))
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  watch.begun = resolve
  let over = false
  const delivery = deliverDue(world.app, outboxWorkers[0]!.patient).finally(() => {
    over = true
  })
  await Promise.race([begun, delivery])
  const { ended } = watch
  await raise(day, caller)
  if (over || watch.ended > ended) day.failures.push('a call was answered only when the delivery under way had ended')
  else day.answered++
  await server.become('is down')
  await delivery
}

async function deliver({ next, world: { app }, server, outboxWorkers }: Day): Promise<void> {
  const way = silences.includes(server.mood) ? 'hasty' : 'patient'
  const out = next(3) === 0 ? outboxWorkers : outboxWorkers.slice(0, 1)
  await Promise.all(out.map(outboxWorker => deliverDue(app, outboxWorker[way])))
}

/** The real-time cost of a failure occurs in one step only, not for all mails of the day. */
async function changeMood({ next, server }: Day): Promise<void> {
  if (next(3) === 0) await server.become('works')
  else if (costly.includes(server.mood) || next(2) === 0) await server.become(pick(next, moods), pick(next, lastWords))
}

async function step(day: Day): Promise<void> {
  const { next, world } = day
  world.clock.move((20 + next(80)) * MINUTE)
  await changeMood(day)
  for (let n = next(3); n > 0; n--) await queueInUnit(day)
  if (next(8) === 0) await raise(day, await provider(day))
  if (next(4) === 0) await queueAndFail(day)
  if (next(16) === 0) await askWhileItHangs(day)
  await deliver(day)
}

const waiting = ({ world }: Day) =>
  world.app.db
    .selectFrom('outbox_mail')
    .select(['message_id', 'recipient', 'given_up_at', 'last_error'])
    .where('sent_at', 'is', null)
    .execute()

/** The server works again, and a few hours are enough for the queue. */
async function recover(day: Day): Promise<void> {
  await day.server.become('works')
  for (let hour = 0; hour < HOURS_AFTERWARDS; hour++) {
    await deliver(day)
    if ((await waiting(day)).length === 0) return
    day.world.clock.move(HOUR)
  }
}

/** The number of mails that arrived more than once; records broken promises. */
async function judge(day: Day): Promise<number> {
  const { queued, undone, server, failures } = day
  const { faults, repeated } = await checkMail({ queued, undone, taken: server.taken })
  failures.push(...faults)
  for (const { message_id, recipient, given_up_at, last_error } of await waiting(day)) {
    failures.push(`${message_id} to ${recipient} ${given_up_at ? 'was set aside' : 'still waits'}: ${last_error}`)
  }
  return repeated
}

async function live(day: Day): Promise<number> {
  const evening = after(day.world.clock.now(), DAY)
  try {
    while (day.world.clock.now() < evening) await step(day)
    await recover(day)
    return await judge(day)
  } finally {
    for (const { patient, hasty } of day.outboxWorkers) {
      patient.close()
      hasty.close()
    }
  }
}

async function dawn(world: TestPortal, server: MailServer, watch: Watch, seed: number, detour: Detour): Promise<Day> {
  await world.app.db.deleteFrom('outbox_mail').execute()
  server.taken.length = 0
  await server.become('works')
  const outboxWorkers = [outboxWorkerOf(server, watch, detour), outboxWorkerOf(server, watch, detour)]
  const nothing = { queued: [], undone: [], answered: 0, failures: [] }
  return { next: random(seed), world, server, watch, outboxWorkers, ...nothing }
}

/** The promise with workers whose transport is wrapped in `detour`. */
export const mailDaysBy = (detour: Detour): TrustPromise => ({
  id: 'R6',
  text: 'Through days on which the mail server works, is down, refuses, says nothing or does not say what it took, every mail of a committed transaction arrives as it was written, once and once more at most for each answer that was lost; none of a failed one does, none is set aside, and no caller waits for a delivery.',
  trials: 20,
  tx: 'days',
  run: async ({ trials, seed, log }) => {
    const failures: string[] = []
    const watch: Watch = { failed: new Map(), ended: 0, begun: () => {} }
    const sum = { queued: 0, undone: 0, repeated: 0, answered: 0 }
    const world = await startTestPortal()
    const server = await MailServer.start()
    try {
      for (let trial = seed; trial < seed + trials; trial++) {
        const day = await dawn(world, server, watch, trial, detour)
        sum.repeated += await live(day)
        sum.queued += day.queued.length
        sum.undone += day.undone.length
        sum.answered += day.answered
        failures.push(...day.failures.map(failure => `seed ${trial}: ${failure}`))
        log(`seed ${trial}: ${day.queued.length} mails, ${day.failures.length} failures`)
      }
    } finally {
      await server.stop()
      await world.stop()
    }
    // Over a few days each mode occurs; a mode without a mail shows nothing.
    const unmet = trials < 5 ? [] : moods.filter(mood => mood !== 'works' && !watch.failed.has(mood))
    failures.push(...unmet.map(mood => `no attempt failed by: ${mood}`))
    if (trials >= 5 && sum.answered === 0) failures.push('nobody asked for anything while a delivery hung')
    const failed = [...watch.failed].map(([mood, times]) => `${mood}: ${times}`).join(', ')
    const note = `${sum.queued} mails, ${sum.repeated} of them arrived twice or more, ${sum.undone} undone; attempts that failed, by what the server did: ${failed}; ${sum.answered} calls answered while a delivery hung`
    return { trials, failures, note }
  },
})

export const mailDay = mailDaysBy(transport => transport)
