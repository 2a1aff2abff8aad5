import type { Me } from '#domain/identity/session/contract.ts'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { paths } from '#web/app/paths.ts'

const HERE = 'https://portal.invalid'

/**
 * A safe path inside the portal to return to after sign-in, or none (no open redirect). Parses the path as a browser
 * does: drops tabs and line ends and reads '\\' as '/'.
 */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/')) return null
  const url = URL.parse(next, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return null
  // Public screens are no destination: two of them forget the session (AUTH-20, AUTH-21).
  if (/^\/(auth\/|sign-in|reset-password)/.test(routed(url.pathname))) return null
  return `${url.pathname}${url.search}${url.hash}`
}

/** Path as the router matches it: percent-decoded and case-insensitive. */
function routed(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}

/** Target after sign-in (AUTH-06 to AUTH-09), or the page that the user came from. */
export function destinationOf(me: Me, next?: unknown): string {
  if (me.next === 'second-factor') return paths.secondFactor()
  if (me.next === 'change-password') return paths.changePassword()
  if (me.next === 'mandatory-data') return paths.mandatoryData()
  return safeNext(next) ?? homeOf(me.role.key)
}
