import type { Writable } from 'node:stream'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { DomainError } from '#domain/contract/domain-error.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { plainAddress } from '#server/platform/address-key.ts'
import { logged, safeError, writeLog } from '#server/platform/log.ts'

/** Logs no address and no header. */
const serializers = {
  err: (value: unknown) => (value instanceof Error ? safeError(value) : value),
  req: () => undefined,
  res: () => undefined,
} as unknown as NonNullable<Exclude<FastifyServerOptions['logger'], boolean | undefined>['serializers']>

/**
 * Fastify's logger in the format of src/server/platform/log.ts; its own logger would keep the process alive while a
 * disk is full.
 */
export function requestLogger(stream?: Writable): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: 'info',
    base: logged.where(),
    messageKey: 'event',
    timestamp: () => `,"${logged.time}":"${new Date().toISOString()}"`,
    formatters: { level: label => ({ level: label }) },
    serializers,
    stream: stream ?? { write: writeLog },
  }
}

/** The route pattern: the URL itself can name people. */
const called = (request: FastifyRequest) => ({
  method: request.method,
  call: request.routeOptions.url ?? null,
  user: request.caller?.actor.userId ?? null,
  ...(request.span ? { trace: request.span.traceId } : {}),
  address: plainAddress(request.ip),
})

/** Refusals of normal use; any other may be an attack. */
const usual: ReadonlySet<string> = new Set(['invalid', 'notFound', 'noSession', 'changedMeanwhile', 'wrongState'])

/** Writes one line for a refusal or a failure, with the reason and the field names, and no value. */
export function logError(request: FastifyRequest, refusal: DomainError, error: unknown): void {
  const what = { ...called(request), status: refusal.status, reason: refusal.reason }
  if (refusal.status >= 500) request.log.error({ ...what, err: safeError(error) }, 'failed')
  else {
    const fields = refusal.fields
      ? {
          fields: Object.keys(refusal.fields)
            .map(name => firstCharacters(name, 60))
            .slice(0, 20),
        }
      : {}
    request.log[usual.has(refusal.reason) ? 'info' : 'warn']({ ...what, ...fields }, 'refused')
  }
}
