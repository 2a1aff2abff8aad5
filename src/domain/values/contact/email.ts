import { MESSAGES } from '#domain/values/messages.ts'

/** Maximum length of an e-mail in characters (RFC 5321). */
export const EMAIL_MAX = 254

/** The field pattern of a normalised e-mail (FORM-15). */
export const EMAIL_PATTERN =
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/**
 * Trims and lowercases an e-mail, and writes a domain with letters such as 'ñ' as mail servers name it, `xn--…`; applied to
 * all input (FORM-02, FORM-15, FORM-45).
 */
export function normaliseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  const domainAt = email.lastIndexOf('@') + 1
  const domain = email.slice(domainAt)
  return domainAt > 0 && isInternational(domain) ? email.slice(0, domainAt) + asciiOf(domain) : email
}

const isInternational = (domain: string) => /[^\p{ASCII}]/u.test(domain) && /^[\p{L}\p{M}\d.-]+$/u.test(domain)

function asciiOf(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Rule `email` (FORM-23), on the normalised value. Refuses more than 254 characters, or 64 before the @ (RFC 5321). */
export function emailRule(value: string): string | null {
  const email = normaliseEmail(value)
  if (email.length > EMAIL_MAX || email.indexOf('@') > 64) return MESSAGES.email
  return EMAIL_PATTERN.test(email) ? null : MESSAGES.email
}
