import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestPassword } from '#domain/identity/session/contract.ts'
import { deleteUser } from '#domain/identity/user/contract.ts'
import { mailChoicesOf } from '#domain/notification/by-mail.ts'
import {
  listNotifications,
  readMailPreferences,
  sendNotice,
  setMailPreference,
  setMailPreferences,
} from '#domain/notification/contract.ts'
import { type MailGroup, mailGroups } from '#domain/notification/definition.ts'
import type { MailMode } from '#domain/notification/digest/mail-mode.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let principal: Caller
let colleague: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  principal = await portal.signIn('proveedor@almotacen.example')
  colleague = await portal.signIn('proveedor2@almotacen.example')
})
afterAll(() => portal.stop())

const choose = (caller: Caller, type: string, byMail: unknown) =>
  caller.call(setMailPreference, { params: { type: type as never }, body: { byMail } })
const ofGroup = (caller: Caller, group: MailGroup, mode: MailMode) =>
  caller.call(setMailPreferences, { body: { group, mode } })
const chosen = async (caller: Caller) =>
  Object.fromEntries(
    (await caller.call(readMailPreferences)).body.preferences.map((one: { type: string; byMail: boolean }) => [
      one.type,
      one.byMail,
    ]),
  )
const tell = (message: string) =>
  cci.call(sendNotice, { body: { idGenericEntity: principal.me.idGenericEntity, message } })
const mailed = async (text: string) =>
  (await portal.mails())
    .filter(mail => mail.text.includes(text))
    .map(mail => mail.to)
    .sort()

test('D51: until one chooses, all that can reach the role comes by mail', async () => {
  for (const [caller, role] of [
    [cci, 'CCI'],
    [principal, 'PROVIDER'],
  ] as const) {
    const expected = Object.fromEntries(mailChoicesOf(role).map(({ type }) => [type, true]))
    expect(await chosen(caller)).toEqual(expected)
  }
})

test('D51: a type that is switched off arrives in the portal and not by mail, for this user alone', async () => {
  expect((await choose(principal, 'NOTICE', false)).body).toEqual({
    type: 'NOTICE',
    byMail: false,
    mode: 'NEVER',
    version: 1,
  })
  expect((await tell('Primer aviso.')).status).toBe(204)
  for (const caller of [principal, colleague]) {
    const { body } = await caller.call(listNotifications)
    expect(body.content[0]).toMatchObject({ type: 'NOTICE', message: 'Primer aviso.' })
  }
  expect(await mailed('Primer aviso.')).toEqual(['proveedor2@almotacen.example'])
  expect(await chosen(colleague)).toMatchObject({ NOTICE: true })

  expect((await choose(principal, 'NOTICE', true)).status).toBe(200)
  await tell('Segundo aviso.')
  expect(await mailed('Segundo aviso.')).toEqual(['proveedor2@almotacen.example', 'proveedor@almotacen.example'])
})

test('D51: a choice is noted once in the trail, with the type and the choice', async () => {
  await choose(principal, 'SCORE_LOADED', false)
  await choose(principal, 'SCORE_LOADED', false)
  const entries = await portal.app.db
    .selectFrom('trail')
    .select(['actor_id', 'object_id', 'data'])
    .where('event', '=', 'user.mail-preference-set')
    .execute()
  const { userId } = principal.me
  const ofScores = entries.filter(entry => (entry.data as { type: string }).type === 'SCORE_LOADED')
  expect(ofScores).toEqual([
    { actor_id: userId, object_id: userId, data: { type: 'SCORE_LOADED', byMail: false, mode: 'NEVER' } },
  ])
})

test('D51: refuses a choice for a type that cannot reach the role or does not exist', async () => {
  expect((await choose(principal, 'DOC_PENDING', false)).problem).toMatchObject({ status: 404, code: 'notFound' })
  for (const type of ['password-reset', 'PASSWORD', 'notice', '%00']) {
    expect((await choose(principal, type, false)).status).toBe(400)
  }
  for (const byMail of ['no', null, 0, undefined]) expect((await choose(principal, 'NOTICE', byMail)).status).toBe(400)
  expect(await chosen(principal)).toMatchObject({ NOTICE: true })
})

test('D51 ALERT-05: with everything switched off or in a digest, access notices still come at once', async () => {
  for (const { type } of mailChoicesOf('PROVIDER')) expect((await choose(colleague, type, false)).status).toBe(200)
  expect(Object.values(await chosen(colleague))).not.toContain(true)
  const asks = async () => {
    portal.clock.move(1000)
    await portal.anonymous.call(requestPassword, { params: { key: 'proveedor2@almotacen.example' } })
    const mails = (await portal.mails()).filter(({ to }) => to === 'proveedor2@almotacen.example')
    return mails.filter(({ subject }) => subject.includes('Recuperar')).length
  }
  const before = await asks()
  expect(before).toBeGreaterThan(0)
  for (const { key: group } of mailGroups) await ofGroup(colleague, group, 'WEEKLY')
  expect(await asks()).toBe(before + 1)
})

test('ALERT-01: each type is at once, daily, weekly or never, and the call with byMail goes on working', async () => {
  const preference = async (type: string) =>
    (await principal.call(readMailPreferences)).body.preferences.find((one: { type: string }) => one.type === type)
  for (const [body, byMail, mode] of [
    [{ mode: 'DAILY' }, true, 'DAILY'],
    [{ mode: 'WEEKLY' }, true, 'WEEKLY'],
    [{ byMail: true }, true, 'NOW'],
    [{ byMail: false }, false, 'NEVER'],
    [{ mode: 'NOW' }, true, 'NOW'],
  ] as const) {
    const answer = await principal.call(setMailPreference, { params: { type: 'ISSUE_OPEN' }, body })
    expect(answer.body).toMatchObject({ byMail, mode })
    expect(await preference('ISSUE_OPEN')).toEqual(answer.body)
  }
  for (const body of [{}, { mode: 'MONTHLY' }, { mode: 'DAILY', byMail: true }]) {
    expect(
      (await principal.call(setMailPreference, { params: { type: 'ISSUE_OPEN' }, body: body as never })).status,
    ).toBe(400)
  }
  // An earlier server knows only the switch; what it writes counts.
  const row = portal.app.db.updateTable('mail_preference').where('user_id', '=', principal.me.userId)
  await row.where('type', '=', 'ISSUE_OPEN').set({ by_mail: false, mode: 'DAILY' }).execute()
  expect(await preference('ISSUE_OPEN')).toMatchObject({ byMail: false, mode: 'NEVER' })
})

test('ALERT-07: a whole group is chosen at once, and nothing outside it', async () => {
  await ofGroup(principal, 'documentation', 'NOW')
  const { preferences } = (await ofGroup(principal, 'reports', 'DAILY')).body
  const inGroup = new Set(mailChoicesOf('PROVIDER').flatMap(({ type, group }) => (group === 'reports' ? [type] : [])))
  expect(inGroup.size).toBeGreaterThan(2)
  for (const { type, mode } of preferences) expect(mode === 'DAILY', type).toBe(inGroup.has(type))
  expect((await principal.call(readMailPreferences)).body.preferences).toEqual(preferences)
})

test('D51: a deleted user gets no more mail', async () => {
  for (const caller of [principal, colleague]) await choose(caller, 'NOTICE', true)
  await cci.call(deleteUser, { body: { id: colleague.me.userId } })
  await tell('Último aviso.')
  expect(await mailed('Último aviso.')).toEqual(['proveedor@almotacen.example'])
})
