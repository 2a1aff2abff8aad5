import { MESSAGES } from '#domain/values/messages.ts'
import { withoutStray } from '#domain/values/text.ts'

// Node.js and browsers have it, and it knows how the names of hosts are written (UTS 46).
declare const URL: { new (url: string): { hostname: string }; canParse(url: string): boolean }

/** Maximum length of an e-mail in characters (RFC 5321). */
export const EMAIL_MAX = 254

/** The field pattern of a normalised e-mail (FORM-15). */
export const EMAIL_PATTERN =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/**
 * Trims and lowercases an e-mail; applied to all input (FORM-02, FORM-15, FORM-45). A domain with other letters is
 * stored as mail servers know it: `ana@españa.es` as `ana@xn--espaa-rta.es`.
 */
export function normaliseEmail(text: string): string {
  const email = withoutStray(text).trim().toLowerCase()
  const [, name, domain] = /^(.*@)([^@]+)$/s.exec(email) ?? []
  return name && domain ? name + asciiDomain(domain) : email
}

/** One with signs that only look like letters, or none, stays, for the rule to refuse it. */
function asciiDomain(domain: string): string {
  const composed = domain.normalize('NFC')
  const isForeign = /^[\p{L}\p{M}\d.-]+$/u.test(composed) && /\P{ASCII}/u.test(composed)
  const isPlain = composed === composed.normalize('NFKC') && URL.canParse(`http://${composed}`)
  return isForeign && isPlain ? new URL(`http://${composed}`).hostname : domain
}

/** Rule `email` (FORM-23), on the normalised value. Refuses more than 254 characters, or 64 before the @ (RFC 5321). */
export function emailRule(value: string): string | null {
  const email = normaliseEmail(value)
  if (email.length > EMAIL_MAX || email.indexOf('@') > 64) return MESSAGES.email
  return EMAIL_PATTERN.test(email) ? null : MESSAGES.email
}
