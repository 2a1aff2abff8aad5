import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#server/app-context.ts'

/**
 * Whether a call came to the trusted proxy unencrypted, although the portal is published under https. It is refused
 * rather than led to https: who calls so by mistake must notice, before its token travels once more in the clear.
 */
export function requiresHttps({ publicUrl, settings }: AppContext, request: FastifyRequest): boolean {
  if (!publicUrl.startsWith('https:') || !settings.trustProxy) return false
  return request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http'
}
