import type { Writable } from 'node:stream'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import type { DomainError } from '#domain/domain-error.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { plainAddress } from '#server/platform/address-key.ts'
import { logged, safeError, writeLog } from '#server/platform/log.ts'

/** Of what others log as well, no address and no header. */
const serializers = {
  err: (value: unknown) => (value instanceof Error ? safeError(value) : value),
  req: () => undefined,
  res: () => undefined,
} as unknown as NonNullable<Exclude<FastifyServerOptions['logger'], boolean | undefined>['serializers']>

/** Fastify's logger in the form of src/server/platform/log.ts; its own would keep the process from ending while a disk is full. */
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

/** What is asked, by the pattern of its address: the address itself can name people. */
const called = (request: FastifyRequest) => ({
  method: request.method,
  call: request.routeOptions.url ?? null,
  user: request.caller?.actor.userId ?? null,
  address: plainAddress(request.ip),
})

/** Refusals that people meet as they work; the others can be somebody who tries. */
const usual: ReadonlySet<string> = new Set(['invalid', 'notFound', 'noSession', 'changedMeanwhile', 'wrongState'])

/** One line for what was refused and one for what failed, with the reason and the names of fields, and no value. */
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
