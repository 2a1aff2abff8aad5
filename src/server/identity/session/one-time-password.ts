import { ONE_TIME_PASSWORD_DAYS } from '#domain/invitation/invitation.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after, DAY } from '#server/platform/clock.ts'
import { hashOneTimePassword } from '#server/platform/secrets/passwords.ts'

/** A one-time password before it is assigned to a user: its nonce for the mail, its hash for the sign-in (D7). */
export type OneTimePassword = { nonce: string; hash: string }

export async function newOneTimePassword(app: AppContext): Promise<OneTimePassword> {
  const nonce = app.secrets.newNonce()
  return { nonce, hash: await hashOneTimePassword(app.secrets.derive('one-time-password', nonce)) }
}

/** The columns of a user who has this one-time password from `now` on and must change it. */
export function oneTimePasswordColumns({ nonce, hash }: OneTimePassword, now: string) {
  return {
    password_hash: hash,
    secret_nonce: nonce,
    temporary_until: after(now, ONE_TIME_PASSWORD_DAYS * DAY),
    last_password_change: null,
    policy_accepted_at: null,
  }
}
