import type { FastifyRequest } from 'fastify'

/**
 * The name of a cookie for this host alone: over https with the prefix that prevents other hosts of the domain from
 * setting it.
 */
export const hostName = (plain: string, secure: boolean): string => (secure ? `__Host-${plain}` : plain)

/** The values of the cookies of some names that hold a valid token format, in the order of the browser. */
export function cookiesOf(request: FastifyRequest, isWanted: (name: string) => boolean): string[] {
  const cookies = request.headers.cookie?.split(/;\s*/) ?? []
  return cookies.flatMap(cookie => {
    const [name = '', value] = cookie.split('=', 2)
    return isWanted(name) && value && /^[\w-]{43}$/.test(value) ? [value] : []
  })
}

/** The first such cookie of one name; null without one. */
export const cookieOf = (request: FastifyRequest, wanted: string): string | null =>
  cookiesOf(request, name => name === wanted)[0] ?? null

/** An HttpOnly cookie that other sites' requests do not carry. */
export function cookieText(plain: string, value: string, seconds: number, secure: boolean): string {
  const flags = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return `${hostName(plain, secure)}=${value}; ${flags}`
}
