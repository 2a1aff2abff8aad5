import type { FastifyInstance } from 'fastify'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { version } from '#server/platform/installation/version.ts'
import { readinessOf } from '#server/platform/operation/readiness.ts'

/**
 * Which release answers (CARE-10) and where it takes the caller to be, for an operator behind a proxy (CARE-15); whether the process runs, and whether it can serve: without room to write it cannot
 * (CARE-04).
 */
export function serveHealth(
  fastify: FastifyInstance,
  { db, clock, settings }: AppContext,
  isStopping: () => boolean,
): void {
  // Some load balancers and monitors use HEAD.
  const asked = { method: ['GET', 'HEAD'] }
  const obstacle = readinessOf(db, clock, settings)
  fastify.route({ ...asked, url: '/health', handler: async ({ ip }) => ({ status: 'ok', version, caller: ip }) })
  fastify.route({ ...asked, url: '/health/live', handler: async () => ({ status: 'ok' }) })
  fastify.route({
    ...asked,
    url: '/health/ready',
    handler: async () => {
      const cause = isStopping() ? 'stopping' : await obstacle()
      if (cause) throw new DomainError('unavailable', { details: { cause } })
      return { status: 'ok' }
    },
  })
}
