import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMe, resetPassword, signIn } from '#domain/identity/session/contract.ts'
import { deleteUser } from '#domain/identity/user/contract.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { waitForSecondStep } from '#server/identity/second-factor/pending.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { forgetPassword } from '#test/support/mails.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* `npm run admin -- reset-password`: for a user who cannot sign in or whose account is compromised. */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.app.db.deleteFrom('sign_in_attempt').execute()
})

// The command needs no more database rights than the app.
const { run } = commands['reset-password'] as AppCommand
const reset = (email: string) => run(portal.app, [email], undefined as never)
const enter = (email: string, password: string) => portal.anonymous.call(signIn, { body: { email, password } })

test('D50 D19: the operator gives a user a one-time password, which ends everything open', async () => {
  const { db, secrets } = portal.app
  const email = 'proveedor@almotacen.example'
  const caller = await portal.signIn(email)
  const other = await portal.signIn('entidad@almotacen.example')
  await inTransaction(portal.app, null, tx =>
    waitForSecondStep(
      tx,
      { id: caller.me.userId, participantId: caller.me.idGenericEntity },
      { address: '127.0.0.1', known: true, device: 'x', userAgent: '' },
    ),
  )
  await forgetPassword(portal, email)
  const mailed = await db.selectFrom('password_reset').select('secret_nonce').executeTakeFirstOrThrow()

  const said = await reset(email)

  const password = /Password: (\S+)/.exec(said)![1]!
  expect(said).toContain('it works until the user chooses another at sign-in, at the latest until 05/12/2026 10:00')
  expect((await caller.call(readMe)).status).toBe(401)
  expect((await other.call(readMe)).status).toBe(200)
  expect(await db.selectFrom('pending_sign_in').select('id').execute()).toEqual([])
  const code = secrets.derive('reset-code', mailed.secret_nonce!)
  const late = await portal.anonymous.call(resetPassword, { body: { code, newPassword: 'Romana.Exacta1' } })
  expect(late.problem.code).toBe('resetCodeDead')
  expect((await enter(email, PASSWORD)).status).toBe(403)
  expect((await enter(email, password)).body).toMatchObject({ userId: caller.me.userId })
  expect((await enter('entidad@almotacen.example', PASSWORD)).status).toBe(200)
})

test('D44: reset-password finds no deleted user', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const email = 'proveedor2@almotacen.example'
  const { me } = await portal.signIn(email)
  expect((await cci.call(deleteUser, { body: { id: me.userId } })).status).toBe(204)
  await expect(reset(email)).rejects.toThrow(`No user has the e-mail address ${email}.`)
})

test('create-user refuses an existing user and names the command that helps', async () => {
  const { run: create } = commands['create-user'] as AppCommand
  const again = create(portal.app, [' Proveedor@almotacen.example'], undefined as never)
  await expect(again).rejects.toThrow(/^A user with the e-mail address proveedor@.*reset-password proveedor@/)
})
