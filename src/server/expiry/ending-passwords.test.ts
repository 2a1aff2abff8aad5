import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestPassword, resetPassword } from '#domain/identity/session/contract.ts'
import { createUser, deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { after, DAY, HOUR } from '#server/platform/clock.ts'
import { inviting } from '#test/support/invitations.ts'
import { codeMailedTo, passwordIn } from '#test/support/mails.ts'
import { START } from '#test/support/place.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

const SUBJECT = 'Su contraseña de Almotacén caduca pronto'

let portal: TestPortal
let centre: Caller
beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  await enterCci()
})
afterAll(() => portal.stop())

const enterCci = async () => {
  centre = await portal.signIn('cci@almotacen.example')
}
const { change, enter, fresh, invited, mailsTo } = inviting(
  () => portal,
  () => centre,
)
const announce = () => announceExpiries(portal.app)
const at = (instant: string) => portal.clock.set(instant)
const reminders = async (email: string) => (await mailsTo(email)).filter(({ subject }) => subject === SUBJECT)
const oneTimePassword = async (email: string) => passwordIn((await mailsTo(email))[0]!)
async function choosePassword(email: string): Promise<void> {
  const password = await oneTimePassword(email)
  const first = await portal.signIn(email, password)
  const body = { oldPassword: password, newPassword: PASSWORD, policyAccepted: true }
  expect((await first.call(patchUser, { params: { key: email }, body })).status).toBe(200)
}
async function added(email: string): Promise<string> {
  const user = { contactDetails: { email, name: 'Ana', surNames: 'Ruiz', position: 'Compras', tlf: '600000001' } }
  const answer = await centre.call(createUser, { body: { user } })
  expect(answer.status).toBe(201)
  return answer.body.id
}

test('ASVS 6.4.5: three days before its end, reminds once of an unused one-time password', async () => {
  const [email, colleague] = [fresh('espera'), fresh('compa')]
  await invited({ type: 'PROVIDER', email })
  await added(colleague)
  const { db } = portal.app
  const users = await db.selectFrom('portal_user').select('id').where('email', 'in', [email, colleague]).execute()
  // These two receive no notification by mail, but the reminder about access is sent.
  const refused = users.flatMap(({ id }) => notificationTypes.map(type => ({ user_id: id, type, by_mail: false })))
  await db.insertInto('mail_preference').values(refused).execute()

  const end = after(START, 14 * DAY)
  at(after(end, -3 * DAY - 1))
  expect(await announce()).toBe(0)
  at(after(end, -3 * DAY))
  // Four servers that run in parallel, then one that restarts.
  const told = await Promise.all(Array.from({ length: 4 }, announce))
  expect(told.toSorted()).toEqual([0, 0, 0, 2])
  for (const hours of [0, 1, 25, 71]) {
    at(after(end, -3 * DAY + hours * HOUR))
    expect(await announce()).toBe(0)
  }
  const [mail, ...more] = await reminders(email)
  expect(more).toEqual([])
  expect(mail!.text).toContain('sirve hasta el 05/12/2026 10:00 (hora de Madrid)')
  expect(mail!.text).toContain('http://portal.example/auth/sign-in')
  expect(mail!.text).toContain(`Usuario:    ${email}`)
  expect(mail!.text).toContain('el CCI tendrá que enviarle de nuevo la invitación')
  expect(mail!.text).not.toContain(await oneTimePassword(email))
  const [toColleague, ...others] = await reminders(colleague)
  expect(others).toEqual([])
  expect(toColleague!.text).toContain('Hola, Ana:')
  expect(toColleague!.text).toContain('tendrá que pedir otra contraseña con «Recuperar contraseña»')
  expect(toColleague!.text).not.toContain('invitación')

  const entries = await db.selectFrom('trail').select('object_id').where('event', '=', 'user.password-ending').execute()
  expect(entries.map(entry => entry.object_id).toSorted()).toEqual(users.map(user => user.id).toSorted())
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
})

test('ASVS 6.4.5: sends no reminder after the end, and both ways that the mail names open', async () => {
  const [email, other] = [fresh('tarde'), fresh('olvida')]
  await enterCci()
  const { body } = await invited({ type: 'PROVIDER', email })
  await invited({ type: 'ENTITY', email: other, name: 'Banco', codNRBE: '0079', contactPerson: 'Eva' })
  portal.clock.move(14 * DAY)
  expect(await announce()).toBe(0)
  const dead = await oneTimePassword(email)
  expect((await enter(email, dead)).status).toBe(403)
  await enterCci()
  expect((await change(body.id, 'PENDING')).status).toBe(200)
  expect((await enter(email, passwordIn((await mailsTo(email)).at(-1)!))).status).toBe(200)
  await portal.anonymous.call(requestPassword, { params: { key: other } })
  const code = await codeMailedTo(portal, other)
  expect((await portal.anonymous.call(resetPassword, { body: { code, newPassword: PASSWORD } })).status).toBe(204)
  expect((await enter(other, PASSWORD)).status).toBe(200)
})

test('ASVS 6.4.5: sent again, a new password has its own end and its own reminder', async () => {
  await enterCci()
  const [early, late] = [fresh('pronto'), fresh('luego')]
  const [first, second] = [
    await invited({ type: 'AUDIT', email: early }),
    await invited({ type: 'AUDIT', email: late }),
  ]
  portal.clock.move(5 * DAY)
  await enterCci()
  await change(first.body.id, 'PENDING')
  portal.clock.move(6 * DAY)
  await announce()
  expect([await reminders(early), await reminders(late)].map(mails => mails.length)).toEqual([0, 1])
  await enterCci()
  await change(second.body.id, 'PENDING')
  portal.clock.move(5 * DAY)
  await announce()
  expect([await reminders(early), await reminders(late)].map(mails => mails.length)).toEqual([1, 1])
  portal.clock.move(6 * DAY)
  await announce()
  await announce()
  expect([await reminders(early), await reminders(late)].map(mails => mails.length)).toEqual([1, 2])
})

test('ASVS 6.4.5: sends no reminder to users who chose a password, were withdrawn or were deleted', async () => {
  await enterCci()
  const [chosen, withdrawn, deleted] = [fresh('elige'), fresh('retira'), fresh('baja')]
  await invited({ type: 'PROVIDER', email: chosen })
  const { body } = await invited({ type: 'PROVIDER', email: withdrawn })
  const id = await added(deleted)
  portal.clock.move(1)
  await choosePassword(chosen)
  expect((await change(body.id, 'REJECTED')).status).toBe(200)
  expect((await centre.call(deleteUser, { body: { id } })).status).toBe(204)
  portal.clock.move(12 * DAY)
  await announce()
  for (const email of [chosen, withdrawn, deleted]) expect(await reminders(email)).toEqual([])
})
