import { ONE_TIME_PASSWORD_DAYS } from '#domain/invitation/invitation.ts'
import { after, DAY } from '#server/clock.ts'
import { hashOneTimePassword } from '#server/passwords.ts'
import type { Portal } from '#server/portal.ts'

/** A one-time password before it is given to a user: its nonce for the mail, its hash for the sign-in (D7). */
export type OneTimePassword = { nonce: string; hash: string }

/** Makes one. */
export async function newOneTimePassword(portal: Portal): Promise<OneTimePassword> {
  const nonce = portal.secrets.newNonce()
  return { nonce, hash: await hashOneTimePassword(portal.secrets.derive('one-time-password', nonce)) }
}

/** The columns of a user that has it from `now` on and must change it. */
export function oneTimePasswordColumns({ nonce, hash }: OneTimePassword, now: string) {
  return {
    password_hash: hash,
    secret_nonce: nonce,
    temporary_until: after(now, ONE_TIME_PASSWORD_DAYS * DAY),
    last_password_change: null,
    policy_accepted_at: null,
  }
}
