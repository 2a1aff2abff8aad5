import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrolPasskeyOptions, proveSecondFactor, startTotp } from '#domain/identity/second-factor/contract.ts'
import type { SessionWire } from '#domain/identity/session/contract.ts'
import {
  closeSession,
  endSession,
  listSessions,
  readMe,
  requestPassword,
  resetPassword,
  signIn,
} from '#domain/identity/session/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { waitForSecondStep } from '#server/identity/second-factor/pending.ts'
import { makeRecoveryCodes } from '#server/identity/second-factor/recovery.ts'
import { answerResetWishes } from '#server/identity/session/reset.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { hashPassword } from '#server/platform/secrets/passwords.ts'
import { everyEnd, participantEnds, userEnds } from '#test/support/endings.ts'
import { START } from '#test/support/place.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* An account, its session or its code ends during a sign-in, or just before its owner changes something. */

const email = 'arcadio@almotacen.example'
let portal: TestPortal
let id: string
let participantId: string
let was: string
beforeAll(async () => {
  portal = await startTestPortal()
  const user = portal.app.db.selectFrom('portal_user').selectAll().where('email', '=', email)
  const { id: userId, participant_id, password_hash } = await user.executeTakeFirstOrThrow()
  ;[id, participantId, was] = [userId, participant_id, password_hash!]
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.asOwner(`${passwordIs(was)}; delete from sign_in_attempt`)
})

const passwordIs = (hash: string) => `update portal_user set password_hash = '${hash}' where id = '${id}'`

test('AUTH-04 D20: refuses a sign-in when the account ends while its password is checked', async () => {
  const endings = [
    userEnds(id, participantId),
    { ends: passwordIs(await hashPassword('Romana.Exacta1')), again: passwordIs(was) },
    {
      ends: `update portal_user set temporary_until = '${START}' where id = '${id}'`,
      again: `update portal_user set temporary_until = null where id = '${id}'`,
    },
  ]
  for (const { ends, again } of endings) {
    const outcomes = await everyEnd(portal, { ends, again: `${again}; delete from sign_in_attempt` }, () =>
      portal.anonymous.call(signIn, { body: { email, password: PASSWORD } }),
    )
    expect(outcomes[0]!.ended).toBe(true)
    expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 200 })
    for (const { ended, status } of outcomes) expect(status).toBe(ended ? 403 : 200)
  }
})

test('D19: a user deleted while reading its session gets 401, never an error', async () => {
  const caller = await portal.signIn(email)
  const outcomes = await everyEnd(portal, userEnds(caller.me.userId, caller.me.idGenericEntity), () =>
    caller.call(readMe),
  )
  expect(outcomes[0]).toMatchObject({ ended: true, status: 401 })
  for (const { status } of outcomes) expect([200, 401]).toContain(status)
})

test('API-17 D19: a code resets no password of a deleted user, and none twice', async () => {
  const { db, secrets } = portal.app
  expect((await portal.anonymous.call(requestPassword, { params: { key: email } })).status).toBe(204)
  await answerResetWishes(portal.app)
  const reset = await db
    .selectFrom('password_reset')
    .select(['id', 'user_id', 'secret_nonce', 'expires_at'])
    .executeTakeFirstOrThrow()
  const code = secrets.derive('reset-code', reset.secret_nonce!)
  const alive = `update password_reset set used_at = null, expires_at = '${reset.expires_at}' where id = '${reset.id}'`
  const [user, whole] = [userEnds(reset.user_id, participantId), participantEnds(participantId)]
  const endings = [
    { ...user, again: `${user.again}; ${alive}` },
    // Ending a participant locks its users too.
    { ends: `select from portal_user where id = '${id}' for update; ${whole.ends}`, again: `${whole.again}; ${alive}` },
    { ends: `update password_reset set used_at = '${START}' where id = '${reset.id}'`, again: alive },
    // As another code or a change of the password ends it.
    { ends: `update password_reset set expires_at = '${START}' where id = '${reset.id}'`, again: alive },
  ]
  for (const ending of endings) {
    const outcomes = await everyEnd(portal, ending, () =>
      portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Romana.Exacta1' } }),
    )
    expect(outcomes[0]!.ended).toBe(true)
    expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 204 })
    for (const { ended, status } of outcomes) expect(status).toBe(ended ? 400 : 204)
  }
  // A dead code stays dead, whatever the password.
  for (const column of ['used_at', 'expires_at']) {
    await portal.asOwner(`${alive}; update password_reset set ${column} = '${START}' where id = '${reset.id}'`)
    const { problem } = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'corta' } })
    expect(problem.code, column).toBe('resetCodeDead')
  }
})

test('API-17: a session that has ended meanwhile ends once, without an error', async () => {
  const ended = () => portal.app.db.selectFrom('trail').select('number').where('event', '=', 'session.ended').execute()
  const before = (await ended()).length
  const caller = await portal.signIn(email)
  const again = `update session set ended_at = null where user_id = '${id}'`
  const ends = `update session set ended_at = '${START}' where user_id = '${id}' and ended_at is null`
  const outcomes = await everyEnd(portal, { ends, again }, () => caller.call(closeSession, { body: { close: 'true' } }))
  expect(outcomes[0]).toMatchObject({ ended: true, status: 204 })
  for (const { status } of outcomes) expect(status).toBe(204)
  expect((await ended()).length - before).toBe(outcomes.filter(outcome => !outcome.ended).length)
})

test('D50: a session that ends while its owner ends it from another ends once', async () => {
  const { db } = portal.app
  const ended = () => db.selectFrom('trail').select('number').where('event', '=', 'session.ended').execute()
  const caller = await portal.signIn(email)
  const other = await portal.signIn(email)
  const { id: session } = (await other.call(listSessions)).body.content.find((each: SessionWire) => each.current)
  const setting = (at: string) => `update session set ended_at = ${at} where id = '${session}'`
  const before = (await ended()).length
  const outcomes = await everyEnd(portal, { ends: setting(`'${START}'`), again: setting('null') }, () =>
    caller.call(endSession, { params: { id: session } }),
  )
  expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 204 })
  for (const { ended, status } of outcomes) expect(ended ? [204, 404] : [204]).toContain(status)
  expect((await ended()).length - before).toBe(outcomes.filter(outcome => !outcome.ended).length)
})

test('API-15 D19: refuses a password change when the account ends or its password changes meanwhile', async () => {
  const other = await hashPassword('Romana.Exacta2')
  const endings = [
    userEnds(id, participantId),
    { ends: `select from participant where id = '${participantId}' for update; ${passwordIs(other)}`, again: '' },
  ]
  for (const { ends, again } of endings) {
    const alive = `${again}; ${passwordIs(was)}; delete from sign_in_attempt`
    const caller = await portal.signIn(email)
    const body = { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1', policyAccepted: true }
    const outcomes = await everyEnd(portal, { ends, again: alive }, () =>
      caller.call(patchUser, { params: { key: id }, body }),
    )
    expect(outcomes[0]!.ended).toBe(true)
    expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 200 })
    for (const { ended, status } of outcomes) expect(ended ? [401, 403, 404] : [200]).toContain(status)
  }
})

const FROM = { address: '127.0.0.1', known: true, device: 'x', userAgent: '' }

test('AUTH-01: a deleted user, or a used first step, gets no session for the second', async () => {
  const { app: running } = portal
  const make = () =>
    inTransaction(running, null, async tx => ({
      ...(await waitForSecondStep(tx, { id, participantId }, FROM)),
      codes: await makeRecoveryCodes(tx.db, id),
    }))
  const { pending, codes } = await make()
  await portal.asOwner('create table kept as select * from pending_sign_in')
  const alive = `delete from pending_sign_in; insert into pending_sign_in select * from kept;
    update recovery_code set used_at = null; delete from sign_in_attempt`
  const gone = 'delete from pending_sign_in'
  const user = userEnds(id, participantId)
  const endings = [
    { ends: gone, again: alive },
    { ends: `update pending_sign_in set expires_at = '${START}'`, again: alive },
    { ends: `${user.ends}; ${gone}`, again: `${user.again}; ${alive}` },
  ]
  const prove = () => portal.anonymous.call(proveSecondFactor, { body: { pending, recoveryCode: codes[0]! } })
  for (const ending of endings) {
    const outcomes = await everyEnd(portal, ending, prove)
    expect(outcomes[0]!.ended).toBe(true)
    expect(outcomes.at(-1)).toMatchObject({ ended: false, status: 200 })
    for (const { ended, status } of outcomes) expect(status).toBe(ended ? 401 : 200)
  }
  await portal.asOwner(`update portal_user set temporary_until = '${START}' where id = '${id}'`)
  expect((await prove()).problem.code).toBe('pendingDead')
  await portal.asOwner(`update portal_user set temporary_until = null where id = '${id}'`)
  await portal.asOwner('drop table kept')
})

test.each([
  ['a passkey', enrolPasskeyOptions, [200, 401]],
  // It locks the user before it stores anything.
  ['an app', startTotp, [401]],
])('D19: a user deleted while beginning %s gets 401, never an error', async (_what, contract, statuses) => {
  const caller = await portal.signIn('cantera@almotacen.example')
  const { userId, idGenericEntity } = caller.me
  const outcomes = await everyEnd(portal, userEnds(userId, idGenericEntity), () => caller.call(contract))
  expect(outcomes[0]).toMatchObject({ ended: true })
  for (const { ended, status } of outcomes) expect(ended ? statuses : [200]).toContain(status)
})

test('AUTH-01 D20: the guesses of a first step may be forgotten meanwhile', async () => {
  await portal.asOwner(`insert into totp_factor values ('${id}', 'secreto', 0, '${START}')`)
  const outcomes = await everyEnd(
    portal,
    { ends: 'delete from sign_in_attempt', again: 'delete from pending_sign_in' },
    () => portal.anonymous.call(signIn, { body: { email, password: PASSWORD } }),
    { stopsOnceHeld: false },
  )
  await portal.asOwner('delete from totp_factor')
  expect(outcomes.length).toBeGreaterThan(1)
  for (const { status } of outcomes) expect(status).toBe(200)
})

test('API-16: many code requests for one account take none from the others', async () => {
  const others = async () => (await portal.mails()).filter(mail => mail.to === 'cantera@almotacen.example').length
  const before = await others()
  for (let asked = 0; asked < 5; asked++) {
    portal.clock.move(1_000)
    await portal.anonymous.call(requestPassword, { params: { key: email } })
  }
  await portal.anonymous.call(requestPassword, { params: { key: 'cantera@almotacen.example' } })
  expect((await others()) - before).toBe(1)
})
