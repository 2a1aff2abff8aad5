import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ApiKeyWire } from '#domain/integration/key/contract.ts'
import { makeKey } from '#domain/integration/key/contract.ts'
import type { ApiScope } from '#domain/integration/scopes.ts'
import { apiScopes } from '#domain/integration/scopes.ts'
import type { WebhookWire } from '#domain/integration/webhook/contract.ts'
import { registerWebhook } from '#domain/integration/webhook/contract.ts'
import type { HookEventName } from '#domain/integration/webhook/events.ts'
import { hookEventNames } from '#domain/integration/webhook/events.ts'
import { newId } from '#server/platform/ids.ts'
import { ok } from '#test/support/answers.ts'
import type { Certified } from '#test/support/certificate.ts'
import type { Things } from '#test/support/permissions.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { callerOf } from '#test/support/portal.ts'

/** A bank's own system: it calls with a key and with no header of a browser. */
export function system({ url }: TestPortal, key: string): Caller {
  return callerOf(url, { token: key, csrf: '', cookie: '' }, (address, init) => {
    const { authorization, 'content-type': type } = init.headers as Record<string, string>
    return fetch(address, {
      ...init,
      headers: { authorization: `Bearer ${authorization}`, ...(type ? { 'content-type': type } : {}) },
    })
  })
}

type Made = { key: string; apiKey: ApiKeyWire }

export const madeKey = (
  bank: Caller,
  {
    name = 'GRC',
    scopes = apiScopes,
    expiresOn = '2027-11-21',
  }: { name?: string; scopes?: readonly ApiScope[]; expiresOn?: string } = {},
): Promise<Made> => ok(bank.call(makeKey, { body: { name, scopes, expiresOn } }))

type Registered = { secret: string; webhook: WebhookWire }

export const registered = (
  bank: Caller,
  url: string,
  events: readonly HookEventName[] = hookEventNames,
): Promise<Registered> => ok(bank.call(registerWebhook, { body: { url, events } }))

/** A bank's keys, and a webhook with deliveries. */
export async function addIntegrations({ app: { db }, clock }: TestPortal, bank: Caller, things: Things): Promise<void> {
  const now = clock.now()
  const ofBank = { entity_id: bank.me.idGenericEntity, created_at: now }
  const keys = ['Una', 'Otra', 'Tercera'].map(name => {
    const id = newId(now)
    const key = { name, prefix: `alm_${name}`, key_hash: id, scopes: ['read:uses'], status: 'ACTIVE' }
    return { id, ...ofBank, ...key, expires_on: '2027-11-21', created_by: bank.me.userId }
  })
  await db.insertInto('api_key').values(keys).execute()
  const hooks = ['uno', 'dos', 'tres'].map(path => ({
    id: newId(now),
    ...ofBank,
    url: `https://grc.banco.example/${path}`,
    events: ['level.met'],
    secrets: '[]',
    status: 'ACTIVE',
  }))
  await db.insertInto('webhook').values(hooks).execute()
  const deliveries = [1, 2, 3].map(() => ({
    id: newId(now),
    webhook_id: hooks[0]!.id,
    event_id: newId(now),
    type: 'level.met',
    body: '{}',
    created_at: now,
    next_attempt_at: now,
  }))
  await db.insertInto('webhook_delivery').values(deliveries).execute()
  Object.assign(things, { webhook: hooks[0]!.id, delivery: deliveries[0]!.id })
}

export type Received = { path: string; headers: Record<string, string>; body: string }
export type Answering = (received: Received) => number | { status: number; headers: Record<string, string> } | null

/** A receiver of webhooks on this machine, over TLS with a certificate. It keeps what it got; null: it never answers. */
export async function receiver(answering: Answering = () => 204, certified?: Certified) {
  const got: Received[] = []
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const received = {
        path: request.url!,
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      }
      got.push(received)
      const answer = answering(received)
      if (answer === null) return
      const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
      response.writeHead(status, headers).end()
    })
  }
  const server = certified ? createSecureServer(certified, listener) : createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    got,
    port,
    url: `${certified ? 'https' : 'http'}://127.0.0.1:${port}`,
    bodies: () => got.map(({ body }) => JSON.parse(body)),
    stop: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Verify = (headers: Record<string, string>, body: string, secret: string, now?: number) => boolean

/** The example of `/api/docs` that checks a signature, as its readers copy it. */
export async function exampleOfDocs({ url }: TestPortal): Promise<Verify> {
  const page = await (await fetch(`${url}/api/docs`)).text()
  const [, shown = ''] = /<pre id="ejemplo-firma"><code>(.*?)<\/code>/s.exec(page) ?? []
  const source = shown
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  const { comesFromPortal } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return comesFromPortal as Verify
}
