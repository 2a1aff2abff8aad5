import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { cookieOf, cookieText, hostName } from '#server/http/security/cookies.ts'
import { addressKey } from '#server/platform/address-key.ts'
import { newToken } from '#server/platform/secrets/secrets.ts'

const NAME = 'almotacen_device'
const YEAR_S = 365 * 24 * 3600

/**
 * The device cookie of a request, or null (D20). Over https only the prefixed cookie counts: another could be planted.
 */
export const deviceOf = (request: FastifyRequest, secure: boolean): string | null =>
  cookieOf(request, hostName(NAME, secure))

/** A cookie for a device that has signed in; only its hash is stored. */
export const deviceCookie = (device: string, secure: boolean): string => cookieText(NAME, device, YEAR_S, secure)

export const newDevice = newToken

/** The key that failures are counted by: the known device, else the client's address (D20). */
export function deviceKey(device: string | null, address: string): string {
  return createHash('sha256')
    .update(device ? `device:${device}` : `address:${addressKey(address)}`)
    .digest('hex')
}
