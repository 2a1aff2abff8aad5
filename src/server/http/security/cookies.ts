import type { FastifyRequest } from 'fastify'

/**
 * The name of a cookie for this host alone: over https with the prefix that prevents other hosts of the domain from
 * setting it.
 */
export const hostName = (plain: string, secure: boolean): string => (secure ? `__Host-${plain}` : plain)

/** The first cookie of this name that holds a valid token format; null without one. */
export function cookieOf(request: FastifyRequest, wanted: string): string | null {
  const cookies = request.headers.cookie?.split(/;\s*/) ?? []
  for (const cookie of cookies) {
    const [name = '', value] = cookie.split('=', 2)
    if (name === wanted && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** An HttpOnly cookie that other sites' requests do not carry. */
export function cookieText(plain: string, value: string, seconds: number, secure: boolean): string {
  const flags = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return `${hostName(plain, secure)}=${value}; ${flags}`
}
