import type { Reason } from '#domain/messages.ts'
import type { Account } from '#domain/session/outcome.ts'
import { passwordAlive } from '#domain/session/outcome.ts'
import { emailRule, normaliseEmail } from '#domain/values/email.ts'

/** How long the browser may be away at the identity provider, in milliseconds. */
export const SIGN_ON_MS = 10 * 60_000

/** The page to which providers send the browser back: the one address to register there, below PUBLIC_URL. */
export const SIGN_ON_RETURN = '/auth/single-sign-on'

/** How the portal asks an identity to be signed: never with the shared secret, never not at all. */
export const SIGNATURES: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

/** What an identity provider says of who signed in there: proved to come from it, and believed as far as the rules go. */
export type Identity = {
  issuer: string
  /** Who it is at that provider, for ever; never used for another. */
  subject: string
  email: unknown
  emailVerified: unknown
  acr: unknown
  amr: unknown
}

/**
 * ASCII only and no space, as it came: letters exist that are others when lowercased (the Kelvin sign), and an address with a
 * space about it is another's who could have it verified. Their mailbox is another.
 */
const PLAIN = /^[\x21-\x7e]+$/

/** The e-mail that the provider has verified, as the portal writes e-mails; null without one. */
export function verifiedEmailOf({ email, emailVerified }: Identity): string | null {
  if (emailVerified !== true || typeof email !== 'string' || !PLAIN.test(email)) return null
  const normalised = normaliseEmail(email)
  return emailRule(normalised) === null ? normalised : null
}

/** Names of contexts that mean several factors; 'mfa' in `amr` is RFC 8176, and the word most providers use. */
const MULTI_FACTOR: ReadonlySet<unknown> = new Set([
  'mfa',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
])

/** Whether the provider says that more than one factor was shown to it. Two methods are no statement of two factors. */
export function saysMultiFactor({ acr, amr }: Pick<Identity, 'acr' | 'amr'>): boolean {
  return MULTI_FACTOR.has(acr) || (Array.isArray(amr) && amr.includes('mfa'))
}

/** Why a provider's answer names nobody; for the trail. */
export type NoIdentity = 'denied' | 'failed' | 'down'

const nobody: Partial<Record<Reason, NoIdentity>> = {
  signOnDenied: 'denied',
  signOnFailed: 'failed',
  signOnDown: 'down',
}

/** Why an answer that was refused for this reason names nobody; null for what is refused before the provider is asked. */
export const noIdentity = (reason: Reason): NoIdentity | null => nobody[reason] ?? null

/** Why an identity opens nothing here; for the trail alone, since the person reads one sentence for all of them. */
export type NoAccess = 'not-verified' | 'no-account' | 'account-closed' | 'identity-of-another' | 'account-of-another'

/** Whom an identity belongs to already, and which identity of its provider the account has. */
export type Bonds = { userId: string | null; subject: string | null }

/**
 * Whether an identity opens the account that has its verified e-mail: one that a password would open, and that is bound
 * to no other identity of that provider, as the identity is bound to no other account. Null when it does.
 */
export function noAccess(
  subject: string,
  account: Account & { id: string },
  bonds: Bonds,
  now: string,
): NoAccess | null {
  if (!passwordAlive(account, now)) return 'account-closed'
  if (bonds.userId !== null && bonds.userId !== account.id) return 'identity-of-another'
  if (bonds.subject !== null && bonds.subject !== subject) return 'account-of-another'
  return null
}
