import type { Account } from '#domain/identity/session/outcome.ts'
import { passwordAlive } from '#domain/identity/session/outcome.ts'
import type { Reason } from '#domain/messages.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'

/** How long the browser may stay at the identity provider, in milliseconds. */
export const SIGN_ON_MS = 10 * 60_000

/** Return page for identity providers: the one redirect URI to register there, below PUBLIC_URL. */
export const SIGN_ON_RETURN = '/auth/single-sign-on'

/** Accepted signature algorithms of an identity token: no shared secret and no unsigned tokens. */
export const SIGNATURES: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

/** Verified claims of an identity provider about the person who signed in there. */
export type Identity = {
  issuer: string
  /** Permanent identifier at that provider, never reassigned. */
  subject: string
  email: unknown
  emailVerified: unknown
  /** `xms_edov` of Microsoft Entra ID, which sends no `email_verified`: the owner of the e-mail's domain is verified. */
  domainOwnerVerified: unknown
  acr: unknown
  amr: unknown
}

/**
 * ASCII only, without spaces, unchanged: some letters become others in lower case (the Kelvin sign), and an address
 * with surrounding spaces is another mailbox, which someone else could have verified.
 */
const PLAIN = /^[\x21-\x7e]+$/

/** How Entra ID writes that `xms_edov` is true. */
const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true'])

/** Why no e-mail of the identity counts, and the claim that is missing or says so. */
export type Unusable = {
  why: 'not-verified' | 'letters-outside-ascii'
  claim: 'email' | 'email_verified' | 'xms_edov'
}

/**
 * The e-mail that the provider has verified, in normal form, or why there is none. With `trusted` every e-mail of the
 * provider counts that it does not call unverified.
 */
export function verifiedEmailOf(
  { email, emailVerified, domainOwnerVerified }: Identity,
  trusted = false,
): { email: string } | { unusable: Unusable } {
  if (emailVerified !== undefined && emailVerified !== true) return unverified('email_verified')
  if (domainOwnerVerified !== undefined && !YES.has(domainOwnerVerified)) return unverified('xms_edov')
  if (!trusted && emailVerified === undefined && domainOwnerVerified === undefined) return unverified('email_verified')
  if (typeof email !== 'string') return unverified('email')
  if (/\P{ASCII}/u.test(email)) return { unusable: { why: 'letters-outside-ascii', claim: 'email' } }
  const normalised = normaliseEmail(email)
  return PLAIN.test(email) && emailRule(normalised) === null ? { email: normalised } : unverified('email')
}

const unverified = (claim: Unusable['claim']) => ({ unusable: { why: 'not-verified', claim } }) as const

/** Context names that mean several factors; 'mfa' in `amr` is RFC 8176 and the most common value. */
const MULTI_FACTOR: ReadonlySet<unknown> = new Set([
  'mfa',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
])

/** Whether the provider states that it used more than one factor. A list of two methods is not such a statement. */
export function saysMultiFactor({ acr, amr }: Pick<Identity, 'acr' | 'amr'>): boolean {
  return MULTI_FACTOR.has(acr) || (Array.isArray(amr) && amr.includes('mfa'))
}

/** Why a provider's answer yields no identity; for the audit log. */
export type NoIdentity = 'denied' | 'failed' | 'down'

const nobody: Partial<Record<Reason, NoIdentity>> = {
  signOnDenied: 'denied',
  signOnFailed: 'failed',
  signOnDown: 'down',
}

/** Why an answer refused for this reason yields no identity; null for refusals before the call to the provider. */
export const noIdentity = (reason: Reason): NoIdentity | null => nobody[reason] ?? null

/**
 * Why an identity grants no access; for the audit log only. The person reads one sentence for all cases but letters
 * outside ASCII, which say nothing about accounts.
 */
export type NoAccess = Unusable['why'] | 'no-account' | 'account-closed' | 'identity-of-another' | 'account-of-another'

/** The account that an identity is bound to, and the account's identity at the same provider. */
export type Bonds = { userId: string | null; subject: string | null }

/**
 * Why an identity may not open the account that has its verified e-mail; null when it may. The account must accept a
 * password sign-in, it may have no other identity of that provider, and the identity no other account.
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
