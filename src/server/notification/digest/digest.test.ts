import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteUser } from '#domain/identity/user/contract.ts'
import {
  listNotifications,
  markAllNotifications,
  sendNotice,
  setMailPreference,
} from '#domain/notification/contract.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import type { MailMode } from '#domain/notification/digest/mail-mode.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { startHousekeeping } from '#server/app/housekeeping.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { sendDigests } from '#server/notification/digest/send.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { accept, acceptReport, documentsOf, freshRequest, publish, reject } from '#test/support/documents.ts'
import { opened, save } from '#test/support/incidents.ts'
import { address, mailsTo } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let provider2: Caller
let evaluator: Caller
let bank: Caller
beforeAll(async () => {
  ;({ portal, cci, provider, provider2, evaluator, bank } = await startActing())
})
afterAll(() => portal.stop())
beforeEach(async () => {
  for (const table of ['digest_line', 'mail_preference', 'outbox_mail', 'notification_read'] as const) {
    await portal.app.db.deleteFrom(table).execute()
  }
  await at('2026-11-24T09:00:00.000Z')
})

/** A Tuesday, unless said otherwise; sessions of other days are over. */
async function at(instant: string): Promise<void> {
  portal.clock.set(instant)
  const callers = [cci, provider, provider2, evaluator, bank]
  for (const caller of callers) Object.assign(caller, await portal.signIn(emailOf(caller)))
}

const emailOf = (caller: Caller) => String(caller.me.email)
const choose = (caller: Caller, type: NotificationType, mode: MailMode) =>
  ok(caller.call(setMailPreference, { params: { type }, body: { mode } }))
const tell = (message: string, to = provider) =>
  ok(cci.call(sendNotice, { body: { idGenericEntity: to.me.idGenericEntity, message } }))
const known = async (caller: Caller) => new Set((await mailsTo(portal, emailOf(caller))).map(each => each.messageId))
const mailsSince = async (caller: Caller, before: ReadonlySet<string>) =>
  (await mailsTo(portal, emailOf(caller))).filter(({ messageId }) => !before.has(messageId))
const waiting = () => portal.app.db.selectFrom('digest_line').select(['user_id', 'thing']).execute()

test('ALERT-01 ALERT-02: a daily digest holds the notices until 07:30 in one mail; the bell shows all of them before', async () => {
  await choose(provider, 'NOTICE', 'DAILY')
  const [mine, other] = [await known(provider), await known(provider2)]
  await tell('Primer aviso.')
  portal.clock.move(1000)
  await tell('Segundo aviso.')
  expect(await mailsSince(provider, mine)).toEqual([])
  expect(await mailsSince(provider2, other)).toHaveLength(2)
  const { content } = await ok(provider.call(listNotifications, { query: { size: 2 } }))
  expect(content.map(({ message }: { message: string }) => message)).toEqual(['Segundo aviso.', 'Primer aviso.'])

  portal.clock.set('2026-11-25T06:29:59.000Z')
  expect(await sendDigests(portal.app)).toBe(0)
  portal.clock.set('2026-11-25T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(1)
  const [mail, ...more] = await mailsSince(provider, mine)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Resumen diario: 2 avisos')
  expect(mail!.text).toMatch(/Otros avisos\n=+\n\nAviso del CCI\n\n- Primer aviso\. \(24\/11\/2026 10:00\)/)
  expect(mail!.text).toContain(
    '- Segundo aviso. (24/11/2026 10:00)\n  Ver el aviso: http://portal.example/notifications',
  )
  expect(mail!.text).toContain('tiene elegido el resumen diario')
  portal.clock.set('2026-11-26T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(0)
  expect(await waiting()).toEqual([])
})

test('ALERT-02: the weekly digest leaves on Monday, beside the daily one', async () => {
  await choose(provider, 'NOTICE', 'WEEKLY')
  await choose(bank, 'NOTICE', 'DAILY')
  const before = await known(provider)
  await tell('De la semana.')
  await tell('Del día.', bank)
  for (const [now, sent] of [
    ['2026-11-25T06:30:00.000Z', 1],
    ['2026-11-29T12:00:00.000Z', 0],
    ['2026-11-30T06:29:59.000Z', 0],
    ['2026-11-30T06:30:00.000Z', 1],
  ] as const) {
    portal.clock.set(now)
    expect(await sendDigests(portal.app), now).toBe(sent)
  }
  expect((await mailsSince(provider, before)).map(({ subject }) => subject)).toEqual(['Resumen semanal: 1 aviso'])
})

test('ALERT-02: many servers at once send one digest, and an interrupted one is sent once', async () => {
  for (const caller of [provider, provider2, bank]) await choose(caller, 'NOTICE', 'DAILY')
  await tell('Aviso de antes.')
  await tell('Aviso a la entidad.', bank)
  const before = new Map<Caller, ReadonlySet<string>>()
  for (const caller of [provider, provider2, bank]) before.set(caller, await known(caller))
  portal.clock.set('2026-11-25T06:31:00.000Z')
  // The second mail fails: what was taken for it is still there, and the first is not sent again.
  await portal.asOwner(`
    create function interrupted() returns trigger language plpgsql as $$
      begin if (select count(*) from outbox_mail where template = 'digest') >= 1 then raise 'interrupted'; end if; return new; end $$;
    create trigger interrupted before insert on outbox_mail for each row execute function interrupted()`)
  await expect(sendDigests(portal.app)).rejects.toThrow('interrupted')
  await portal.asOwner('drop trigger interrupted on outbox_mail; drop function interrupted()')
  expect(await waiting()).toHaveLength(2)
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendDigests(portal.app)))
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(2)
  for (const [caller, earlier] of before) expect(await mailsSince(caller, earlier)).toHaveLength(1)
})

test('ALERT-02: a portal that starts late sends what was due, and on a change of the clock it is still 07:30', async () => {
  for (const [told, early, due] of [
    ['2026-10-24T12:00:00.000Z', '2026-10-25T06:29:59.000Z', '2026-10-25T06:30:00.000Z'],
    ['2027-03-27T12:00:00.000Z', '2027-03-28T05:29:59.000Z', '2027-03-28T05:30:00.000Z'],
  ] as const) {
    await at(told)
    await choose(provider, 'NOTICE', 'DAILY')
    await tell('Aviso de la víspera.')
    portal.clock.set(early)
    expect(await sendDigests(portal.app)).toBe(0)
    portal.clock.set(due)
    expect(await sendDigests(portal.app)).toBe(1)
  }
  await at('2027-03-28T10:00:00.000Z')
  await tell('Aviso de un domingo.')
  const before = await known(provider)
  portal.clock.set('2027-03-31T20:00:00.000Z')
  const running = startHousekeeping(portal.app)
  await running.stop()
  expect((await mailsSince(provider, before)).filter(({ subject }) => subject.startsWith('Resumen'))).toHaveLength(1)
})

test('ALERT-02: sends no digest without notices: read, settled, undone, hidden or switched off meanwhile', async () => {
  await choose(provider, 'NOTICE', 'DAILY')
  await choose(provider, 'DOC_AUDIT_REPORT_REJECTED', 'DAILY')
  await tell('Ya leído.')
  await ok(provider.call(markAllNotifications))
  const id = await freshRequest(cci, provider, evaluator)
  const [first, last] = Object.values(await documentsOf(cci, id))
  await accept(cci, first!)
  await ok(reject(cci, last!))
  await ok(cci.call(undo, { body: { id } }))
  await choose(bank, 'NOTICE', 'WEEKLY')
  await tell('Para nadie.', bank)
  await choose(bank, 'NOTICE', 'NEVER')
  portal.clock.set('2026-11-30T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(0)
  expect(await waiting()).toEqual([])
})

test('ALERT-01: a line of a type switched to immediate mail comes with the next daily digest', async () => {
  await choose(provider, 'NOTICE', 'WEEKLY')
  await tell('De antes.')
  await choose(provider, 'NOTICE', 'NOW')
  const before = await known(provider)
  await tell('De después.')
  portal.clock.set('2026-11-25T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(1)
  const mails = await mailsSince(provider, before)
  expect(mails.map(({ text }) => [text.includes('De antes.'), text.includes('De después.')])).toEqual([
    [false, true],
    [true, false],
  ])
})

test('a notice of the last minute, which may still be undone, waits for the next digest', async () => {
  await choose(provider, 'NOTICE', 'DAILY')
  await at('2026-11-25T06:29:30.000Z')
  await tell('En el último momento.')
  portal.clock.set('2026-11-25T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(0)
  portal.clock.set('2026-11-26T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(1)
})

test('ALERT-03: by provider and then by type, each line leads to its place, and of one incident the last', async () => {
  for (const type of ['SCORE_LOADED', 'ISSUE_OPEN', 'ISSUE_MODIFIED', 'NOTICE'] as const)
    await choose(bank, type, 'DAILY')
  await choose(provider, 'SCORE_LOADED', 'DAILY')
  const [before, ownBefore] = [await known(bank), await known(provider)]
  const id = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, id)
  await ok(publish(cci, id))
  const incident = await opened(cci, bank, provider.me.idGenericEntity)
  portal.clock.move(1000)
  await ok(save(cci, incident.id, { status: 'CLOSED' }))
  await tell('Un aviso suelto.', bank)
  portal.clock.set('2026-11-25T06:30:00.000Z')
  await sendDigests(portal.app)
  const [mail] = (await mailsSince(bank, before)).filter(({ subject }) => subject.startsWith('Resumen'))
  const { text } = mail!
  expect(text).toContain(`Ver la calificación: http://portal.example/provider?provider=`)
  expect(text).toMatch(/Tramontana Custodia Digital, S\.L\.\n=+\n\nCalificación publicada\n\n- /)
  expect(text).toContain('está cerrada')
  expect(text).not.toContain('está abierta')
  expect(text.indexOf('Un aviso suelto.')).toBeGreaterThan(text.indexOf('Calificación publicada'))
  const [own] = (await mailsSince(provider, ownBefore)).filter(({ subject }) => subject.startsWith('Resumen'))
  expect(own!.text).toMatch(/Su organización\n=+\n\nCalificación publicada\n\n- /)
})

test('RENEW-19: the expiries of a day are one mail, by date, or a part of the digest that the user chose', async () => {
  await portal.app.db.updateTable('score').set({ announced: null }).execute()
  await portal.app.db.updateTable('document_version').set({ expires_on: '2028-01-01' }).execute()
  await portal.app.db.deleteFrom('notification').execute()
  const scores = await portal.app.db
    .selectFrom('score as k')
    .innerJoin('validation as v', 'v.id', 'k.validation_id')
    .select('k.id')
    .where('k.is_current', '=', true)
    .where('v.superseded_at', 'is', null)
    .where('v.participant_id', '=', provider.me.idGenericEntity)
    .orderBy('k.id')
    .limit(3)
    .execute()
  for (const [index, { id }] of scores.entries()) {
    await portal.app.db
      .updateTable('score')
      .set({ expires_on: `2026-12-${20 - index}` })
      .where('id', '=', id)
      .execute()
  }
  expect(scores.length).toBeGreaterThan(1)
  await choose(provider2, 'SCORE_NOTICE_LAPSED', 'DAILY')
  const [mine, other] = [await known(provider), await known(provider2)]
  await Promise.all([announceExpiries(portal.app), announceExpiries(portal.app)])
  const about = async (caller: Caller, before: ReadonlySet<string>) =>
    (await mailsSince(caller, before)).filter(({ text }) => / caduca el /.test(text))
  const [mail, ...more] = await about(provider, mine)
  expect(more).toEqual([])
  expect(mail!.subject).toBe(`Próximas caducidades: ${scores.length} avisos`)
  const days = [...mail!.text.matchAll(/^(\d\d)\/12\/2026$/gm)].map(([, date]) => Number(date))
  expect(days).toEqual(scores.map((_, index) => 21 - scores.length + index))
  expect(await about(provider2, other)).toEqual([])
  portal.clock.set('2026-11-25T06:30:00.000Z')
  await announceExpiries(portal.app)
  await sendDigests(portal.app)
  const [digest] = await about(provider2, other)
  expect(digest!.subject).toBe(`Resumen diario: ${scores.length} avisos`)
  expect(await about(provider, mine)).toHaveLength(1)
})

test('ALERT-02 D44: a former user gets no digest, and a pending digest loses only lines about a deleted participant', async () => {
  for (const caller of [provider, provider2, evaluator]) await choose(caller, 'NOTICE', 'DAILY')
  await choose(evaluator, 'AUDIT_CHOSEN', 'DAILY')
  await choose(bank, 'SCORE_LOADED', 'WEEKLY')
  const request = await freshRequest(cci, provider, evaluator)
  await acceptReport(cci, request)
  await ok(publish(cci, request))
  await tell('Para el evaluador.', evaluator)
  await tell('Para el proveedor.')
  const [first, second, third] = [await known(provider), await known(provider2), await known(evaluator)]
  await ok(cci.call(deleteUser, { body: { id: provider2.me.userId } }))
  portal.clock.set('2026-11-25T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(2)
  // The mail server was away; meanwhile the provider is deleted.
  cci = await portal.signIn(address('cci'))
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: provider.me.idGenericEntity } }))
  const [mail] = await mailsSince(evaluator, third)
  expect(mail!.subject).toBe('Resumen diario: 1 aviso')
  expect(mail!.text).toContain('Para el evaluador.')
  expect(mail!.text).not.toContain('Tramontana')
  for (const [caller, before] of [
    [provider, first],
    [provider2, second],
  ] as const) {
    expect((await mailsSince(caller, before)).filter(({ subject }) => subject.startsWith('Resumen'))).toEqual([])
  }
  const { rows } = await sql`select from outbox_mail where template = 'digest' and sent_at is null`.execute(
    portal.app.db,
  )
  expect(rows).toEqual([])
  // What waits for Monday names the deleted provider only.
  expect(await waiting()).not.toEqual([])
  portal.clock.set('2026-11-30T06:30:00.000Z')
  expect(await sendDigests(portal.app)).toBe(0)
  expect(await waiting()).toEqual([])
})
