import type { FastifyInstance } from 'fastify'
import { DomainError } from '#domain/contract/domain-error.ts'
import { rateOf } from '#domain/contract/limits.ts'
import { openStream } from '#domain/notification/stream/contract.ts'
import { admit, callerOf, countedAs } from '#server/http/caller-of.ts'
import type { Limiter } from '#server/http/security/limiter.ts'
import { securityHeaders } from '#server/http/security/security-headers.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { addressKey } from '#server/platform/address-key.ts'

const headers = {
  ...securityHeaders,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would gather what should leave at once.
  'x-accel-buffering': 'no',
}

/**
 * Serves the stream of changes to a signed-in user. It ends with the session and with the server. A server that does not
 * listen refuses it, and the browser polls.
 */
export function serveStream(fastify: FastifyInstance, app: AppContext, limiter: Limiter): void {
  fastify.get(`/api/v1${openStream.path}`, { config: { call: openStream.name } }, async (request, reply) => {
    const session = await callerOf(app, openStream, request, limiter)
    await limiter.take(session ? countedAs(session) : `address:${addressKey(request.ip)}`, rateOf(openStream))
    admit(app, openStream, session, request)
    const { streams } = app
    if (!session || !streams?.isHeard()) throw new DomainError('unavailable')
    if (!streams.hasRoom(session)) throw new DomainError('tooMany', { details: { retryAfter: 60 } })
    reply.hijack()
    reply.raw.writeHead(200, headers)
    streams.add(session, reply.raw)
  })
  fastify.addHook('preClose', async () => app.streams?.endAll())
}
