import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '#domain/identity/session/contract.ts'
import { invite, listInvitations } from '#domain/invitation/contract.ts'
import { openTracing } from '#server/platform/operation/tracing/open-tracing.ts'
import { beginSpan, inSpan } from '#server/platform/operation/tracing/span.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { ok } from '#test/support/answers.ts'
import { address } from '#test/support/mails.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* Traces as a collector receives them: OTLP over HTTP, in JSON. */

type Step = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
const steps: Step[] = []
const bodies: string[] = []
const services = new Set<string>()
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as {
    resourceSpans: { resource: { attributes: Step['attributes'] }; scopeSpans: { spans: Step[] }[] }[]
  }
  if (request.url === '/otlp/v1/traces') {
    bodies.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of body.resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue!)
      steps.push(...scopeSpans.flatMap(({ spans }) => spans))
    }
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

let portal: TestPortal
let cci: Caller
let endpoint: string
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/otlp`
  portal = await startTestPortal()
  cci = await portal.signIn(address('cci'))
})
beforeEach(() => {
  steps.length = 0
  bodies.length = 0
})
afterAll(async () => {
  await portal.stop()
  collector.close()
})

/** Traces while `work` runs. */
async function traced(work: () => Promise<unknown>, more: Record<string, string> = {}): Promise<void> {
  const environment = { NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, ...more }
  const { close } = await openTracing(readSettings(environment))
  await work().finally(close)
}
const attribute = ({ attributes }: Step, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {}
  return stringValue ?? intValue
}
const stepOf = (name: string) => steps.find(step => step.name === name)!
const childrenOf = (step: Step) => steps.filter(({ parentSpanId }) => parentSpanId === step.spanId)

test('OPS-09: a call, its transaction and its statements arrive as nested steps', async () => {
  await traced(() => ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'rastro@secreto.example' } })))
  const [service] = services
  const call = stepOf('POST /api/v1/invitations')
  expect([service, call.kind, call.parentSpanId || null]).toEqual(['almotacen', 2, null])
  expect(attribute(call, 'almotacen.call')).toBe('invitation.create')
  expect(attribute(call, 'http.response.status_code')).toBe(201)
  const transaction = childrenOf(call).find(({ name }) => name === 'transaction')!
  const statements = childrenOf(transaction).map(({ name }) => name)
  expect(statements).toEqual(expect.arrayContaining(['insert invitation', 'insert outbox_mail', 'insert portal_user']))
  expect(statements.filter(name => name.startsWith('begin'))).toHaveLength(1)
  // The caller is looked up before the transaction.
  expect(childrenOf(call).filter(({ name }) => name.startsWith('select ')).length).toBeGreaterThan(0)
  expect(new Set(steps.map(({ traceId }) => traceId)).size).toBe(1)
  // The mail names the call, and so does its own step.
  const { caused_by } = await portal.app.db
    .selectFrom('outbox_mail')
    .select('caused_by')
    .where('recipient', '=', 'rastro@secreto.example')
    .executeTakeFirstOrThrow()
  expect(attribute(call, 'almotacen.cause')).toBe(caused_by)
  steps.length = 0
  await traced(() => portal.mails())
  const mails = steps.filter(({ name }) => name === 'send mail')
  expect(mails.map(step => attribute(step, 'almotacen.caused-by'))).toContain(caused_by)
})

test('OPS-09: a call goes below the step of its caller, and follows whether that is traced', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const given = (flags: string) => ({ headers: { traceparent: `00-${trace}-00f067aa0ba902b7-${flags}` } })
  await traced(async () => {
    await ok(cci.call(listInvitations, given('01')))
    await ok(cci.call(listInvitations, given('00')))
    await ok(cci.call(listInvitations, { headers: { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` } }))
  })
  const calls = steps.filter(({ name }) => name === 'GET /api/v1/invitations')
  expect(calls.map(({ parentSpanId }) => parentSpanId || null)).toEqual(['00f067aa0ba902b7', null])
  expect(calls[0]!.traceId).toBe(trace)
  expect(calls[1]!.traceId).not.toBe(trace)
})

test('OPS-10: steps hold no value of a user, no parameter and no address', async () => {
  await traced(async () => {
    await ok(cci.call(invite, { body: { type: 'PROVIDER', email: 'datos@secreto.example' } }))
    await cci.call(listInvitations, { query: { email: 'datos@secreto.example' } })
    await portal.anonymous.call(signIn, { body: { email: address('cci'), password: 'No.es.esta.1' } })
    await ok(portal.anonymous.call(signIn, { body: { email: address('cci'), password: PASSWORD } }))
    await portal.mails()
  })
  expect(steps.length).toBeGreaterThan(20)
  const said = bodies.join('\n')
  for (const word of ['secreto.example', 'almotacen.example', 'No.es.esta', PASSWORD, '127.0.0.1', '$1', cci.token]) {
    expect(said).not.toContain(word)
  }
  // A refusal is an answer: it has its reason, and is no error.
  const logins = steps.filter(step => attribute(step, 'almotacen.call') === 'session.sign-in')
  expect(
    logins.map(step => [Number(attribute(step, 'http.response.status_code')) < 400, step.status.code ?? 0]),
  ).toEqual([
    [false, 0],
    [true, 0],
  ])
})

test('OPS-10: records the code of an error, not its message', async () => {
  const failing = inSpanOf(Object.assign(new Error('nombre@banco.example'), { code: '23505' }))
  await traced(() => failing().catch(() => {}))
  expect([attribute(steps[0]!, 'error.type'), steps[0]!.status.code]).toEqual(['23505', 2])
  expect(bodies.join()).not.toContain('banco.example')
})
const inSpanOf = (error: Error) => () =>
  inSpan('work', {}, async () => {
    throw error
  })

test('OPS-09: a share of the calls is traced', async () => {
  await traced(() => ok(cci.call(listInvitations)), { OTEL_TRACES_SAMPLER_ARG: '0' })
  expect(steps).toEqual([])
})

test('OPS-09: without a collector nothing is begun; test/architecture.test.ts shows that no library is loaded', async () => {
  await ok(cci.call(listInvitations))
  expect(beginSpan('x', 'server', {}, null)).toBeNull()
  const { close } = await openTracing(readSettings({ NODE_ENV: 'test' }))
  await close()
})

test('OPS-09: an absent collector delays neither calls nor the stop', async () => {
  await traced(() => ok(cci.call(listInvitations)), { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect(steps).toEqual([])
})
