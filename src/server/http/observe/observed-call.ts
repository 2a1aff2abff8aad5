import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#server/kernel/metrics.ts'
import { onBehalfOf } from '#server/platform/operation/cause.ts'
import type { Span } from '#server/platform/operation/tracing/span.ts'
import { beginSpan } from '#server/platform/operation/tracing/span.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The step of the whole call; null while calls are not traced. */
    span: Span | null
  }
}

/** The header of a caller that is traced itself (W3C Trace Context). */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Traces each call of the API, below the step of its caller if the caller names one, and counts all answers. */
export function observeCalls(fastify: FastifyInstance, metrics: Metrics | null): void {
  fastify.decorateRequest('span', null)
  fastify.addHook('onRequest', async request => {
    const { call } = request.routeOptions.config as { call?: string }
    if (!call) return
    const { method, headers } = request
    // The pattern of the route: its address can name people.
    const route = request.routeOptions.url ?? ''
    const attributes = { 'http.request.method': method, 'http.route': route, 'almotacen.call': call }
    const given = String(headers.traceparent ?? '')
    const parent = TRACEPARENT.test(given) ? given : null
    request.span = beginSpan(`${method} ${route}`, 'server', { ...attributes, 'almotacen.cause': request.id }, parent)
  })
  fastify.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { span } = request
    const { config, url = 'other' } = request.routeOptions
    metrics?.observe((config as { call?: string }).call ?? url, statusCode, elapsedTime / 1000)
    if (!span) return
    span.add({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span.fail(String(statusCode))
    span.end()
  })
}

/** Runs a part of a call, whose mails, log lines and steps name it. */
export const onBehalfOfCall = <T>({ id, span }: FastifyRequest, work: () => T): T => onBehalfOf({ id, span }, work)
