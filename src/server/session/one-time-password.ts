import { ONE_TIME_PASSWORD_DAYS } from '#domain/invitation/invitation.ts'
import { after, DAY } from '#server/clock.ts'
import { hashPassword } from '#server/passwords.ts'
import type { Portal } from '#server/portal.ts'

/** A one-time password before it is given to a user: its nonce for the mail, its hash for the sign-in (D7). */
export type OneTimePassword = { nonce: string; hash: string }

/** Makes one. Hashing is bounded to the cores, so that many at once leave the server to the others. */
export async function newOneTimePassword(portal: Portal): Promise<OneTimePassword> {
  const nonce = portal.secrets.newNonce()
  return { nonce, hash: await hashPassword(portal.secrets.derive('one-time-password', nonce)) }
}

/** Made at once of many, for whoever signs in meanwhile waits behind these and not behind all. */
const AT_ONCE = 2

/** Makes so many, for invitations that go out together. */
export async function newOneTimePasswords(portal: Portal, count: number): Promise<OneTimePassword[]> {
  const made: OneTimePassword[] = []
  let begun = 0
  const lane = async () => {
    while (begun++ < count) made.push(await newOneTimePassword(portal))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return made
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
