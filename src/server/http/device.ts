import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { newToken } from '#server/secrets.ts'

const NAME = 'almotacen_device'
const YEAR_S = 365 * 24 * 3600

/** The device cookie of a request, or null (D20). Over https it has the `__Host-` prefix. */
export function deviceOf(request: FastifyRequest): string | null {
  const cookies = request.headers.cookie?.split(/;\s*/) ?? []
  for (const cookie of cookies) {
    const [name, value] = cookie.split('=', 2)
    if ((name === NAME || name === `__Host-${NAME}`) && value && /^[\w-]{43}$/.test(value)) return value
  }
  return null
}

/** A cookie for a device that has signed in; only its hash is kept. */
export function deviceCookie(device: string, secure: boolean): string {
  const name = secure ? `__Host-${NAME}` : NAME
  return `${name}=${device}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

export const newDevice = newToken

/** What failures are counted by: the known device, else the client's address (D20). */
export function deviceKey(device: string | null, address: string): string {
  return createHash('sha256')
    .update(device ? `device:${device}` : `address:${address}`)
    .digest('hex')
}
