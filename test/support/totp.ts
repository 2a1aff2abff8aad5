import * as OTPAuth from 'otpauth'
import { confirmTotp, startTotp } from '#domain/identity/second-factor/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'

/** The validity of a code, in milliseconds. */
export const STEP = 30_000

/** The code of this secret at the portal's time, or the given number of steps away. */
export function appOf({ clock }: TestPortal, secret: string): (shift?: number) => string {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) })
  return (shift = 0) => totp.generate({ timestamp: Date.parse(clock.now()) + shift * STEP })
}

/** Sets up an app, and moves the clock to the next step, so that the next code is unused. */
export async function enrolApp(portal: TestPortal, caller: Caller) {
  const { body } = await caller.call(startTotp)
  const app = appOf(portal, body.secret)
  const answer = await caller.call(confirmTotp, { body: { code: app() } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.problem.detail}`)
  portal.clock.move(STEP)
  return { app, secret: body.secret as string, codes: answer.body.recoveryCodes as string[] }
}

/** The state after a one-time password alone sufficed to set up an app: the factor, and its verified session. */
export async function leaveApp({ app: { db }, clock }: TestPortal, { me }: Caller): Promise<void> {
  const row = { user_id: me.userId, sealed_secret: 'de entonces', last_step: 0, created_at: clock.now() }
  await db.insertInto('totp_factor').values(row).execute()
  await db
    .updateTable('session')
    .set({ second_factor_shown: true })
    .where('id', '=', me.sessionId as string)
    .execute()
}
