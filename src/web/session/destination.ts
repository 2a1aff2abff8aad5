import type { Me } from '#domain/session/contract.ts'
import { paths } from '#web/paths.ts'

const HERE = 'https://portal.invalid'

/**
 * A path inside the portal that may be returned to after sign-in; anything else is none (no open redirect). It is read
 * as a browser reads it, which drops tabs and line ends and takes '\\' for '/'.
 */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/')) return null
  const url = URL.parse(next, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return null
  // The open screens are not for returning to: two of them forget the session (AUTH-20, AUTH-21).
  if (/^\/(auth\/|sign-in|reset-password)/.test(routed(url.pathname))) return null
  return `${url.pathname}${url.search}${url.hash}`
}

/** A path as the router takes it, which reads what is written in hundredths and knows no capitals. */
function routed(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/** The home of a role: /provider for CCI, / for the others (AUTH-08, AUTH-09). */
export const homeOf = (role: Me['role']['key']) => (role === 'CCI' ? paths.providers() : paths.start())

/** Where a signed-in user goes (AUTH-06 to AUTH-09), or back to where it was. */
export function destinationOf(me: Me, next?: unknown): string {
  if (me.next === 'second-factor') return paths.secondFactor()
  if (me.next === 'change-password') return paths.changePassword()
  if (me.next === 'mandatory-data') return paths.mandatoryData()
  return safeNext(next) ?? homeOf(me.role.key)
}
