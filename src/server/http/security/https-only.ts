import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#server/kernel/app-context.ts'

/**
 * Whether a call reached the trusted proxy unencrypted although the portal is published under https. It is refused
 * rather than redirected: the caller must notice the mistake before its token is sent in the clear again.
 */
export function requiresHttps({ publicUrl, settings }: AppContext, request: FastifyRequest): boolean {
  if (!publicUrl.startsWith('https:') || !settings.trustProxy) return false
  return request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http'
}
