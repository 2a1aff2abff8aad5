import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { listDeliveries, pingWebhook, renewSecret, repeatDelivery } from '#domain/integration/webhook/contract.ts'
import type { HookBody } from '#domain/integration/webhook/events.ts'
import type { readOverview } from '#domain/participant/contract.ts'
import type { listScores } from '#domain/report-request/score/contract.ts'
import type { lintRegister } from '#domain/supervision/register/contract.ts'
import type { listUses } from '#domain/supervision/use/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { exampleOfDocs, madeKey, receiver, registered } from '#test/support/integrations.ts'
import { corrected, declared, rated } from '#test/support/uses.ts'

/* A bank's GRC system from its key to a repeated delivery, with a client that anybody generates. */

type Answer<C> = Promise<{ status: number; data: C }>
/** What the test uses of the generated client. */
type Client = {
  defaults: { baseUrl: string; headers: Record<string, string> }
  participantOverview(kind: string, query: object): Answer<AnswerOf<typeof readOverview>>
  scoreList(validationId: string, query: object): Answer<AnswerOf<typeof listScores>>
  useList(query: object): Answer<AnswerOf<typeof listUses>>
  useDeclare(body: object, header: object): Answer<{ code: string }>
  registerLint(): Answer<AnswerOf<typeof lintRegister>>
}

let acting: Acting
let folder: string
beforeAll(async () => {
  acting = await startActing({ environment: { WEBHOOK_PRIVATE: 'si' } })
  // Inside the project, so that the client finds its runtime.
  await mkdir('test-results', { recursive: true })
  folder = await mkdtemp(join(process.cwd(), 'test-results/client-'))
})
afterAll(async () => {
  await acting?.portal.stop()
  if (folder) await rm(folder, { recursive: true })
})

/** A TypeScript client of the portal, generated from its OpenAPI document, that calls with a key. */
async function generated(key: string): Promise<Client> {
  const base = `${acting.portal.url}/api/v1`
  const document = join(folder, 'openapi.json')
  await writeFile(document, await (await fetch(`${base}/openapi.json`)).text())
  const source = await generateSource(document, { futureStripLegacyMethods: true })
  await writeFile(join(folder, 'client.ts'), source)
  const client: Client = await import(join(folder, 'client.ts'))
  client.defaults.baseUrl = base
  client.defaults.headers = { authorization: `Bearer ${key}` }
  return client
}

test('HOOK-03 HOOK-07 HOOK-11: a GRC system reads with a generated client, and receives and verifies a broken level', async () => {
  const { portal, bank, cci } = acting
  const { key } = await madeKey(bank, { scopes: ['read:providers', 'read:ratings', 'read:uses', 'read:register'] })
  const client = await generated(key)
  const service = await rated(acting, 'A/A/A')
  const use = await declared(bank, service, { requiredScore: 'A/A/A', critical: 'YES' })
  let answer = 503
  const grc = await receiver(() => answer)
  const { webhook, secret } = await registered(bank, `${grc.url}/portal`, ['level.broken'])

  // What it reads before anything happens.
  const { providerId, validationId } = service
  const inForce = await client.useList({ idProvider: providerId })
  expect([inForce.status, inForce.data.content]).toMatchObject([200, [{ id: use.id, situation: 'MET' }]])
  const provider = await client.participantOverview('PROVIDER', { idProvider: providerId })
  expect(provider.data.content.length).toBeGreaterThan(0)
  expect((await client.registerLint()).status).toBe(200)
  const refused = await client.useDeclare({ providerId, serviceId: service.serviceId }, {})
  expect([refused.status, refused.data.code]).toEqual([403, 'outsideScope'])

  // A correction breaks the level while the system is down; the principal user sends the delivery again.
  await corrected(cci, service, 'A/B/A')
  await portal.sendHooks()
  answer = 204
  const params = { id: webhook.id }
  const [lost] = (await ok(bank.call(listDeliveries, { params }))).content
  expect(lost).toMatchObject({ type: 'level.broken', status: 'WAITING', answer: 503 })
  await ok(bank.call(repeatDelivery, { params: { ...params, deliveryId: lost!.id } }))
  await portal.sendHooks()
  const [first, again] = grc.got
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect((await ok(bank.call(listDeliveries, { params }))).content).toMatchObject([{ status: 'DELIVERED' }])

  // It verifies what it got as `/api/docs` says, and reads what the delivery names.
  const comesFromPortal = await exampleOfDocs(portal)
  const now = Date.parse(portal.clock.now())
  expect(comesFromPortal(again!.headers, again!.body, secret, now)).toBe(true)
  expect(comesFromPortal(again!.headers, again!.body.replace('A/B/A', 'A/A/A'), secret, now)).toBe(false)
  const { type, data }: HookBody = JSON.parse(again!.body)
  expect([type, data]).toMatchObject(['level.broken', { useId: use.id, required: 'A/A/A', obtained: 'A/B/A' }])
  const broken = (await client.useList({ situation: 'BELOW' })).data.content.find(({ id }) => id === data.useId)
  expect(broken).toMatchObject({ obtainedScore: 'A/B/A', gaps: [{ dimension: 'Integridad' }] })
  const scores = await client.scoreList(validationId, {})
  expect(scores.data.content).toMatchObject([{ score: 'A/B/A', isCurrent: true }])
  await grc.stop()
})

test('HOOK-14: the example refuses another secret, another time and nonsense, and takes either secret after a renewal', async () => {
  const { portal, bank } = acting
  const comesFromPortal = await exampleOfDocs(portal)
  const grc = await receiver()
  const { secret, webhook } = await registered(bank, `${grc.url}/portal`, ['level.met'])
  const { secret: renewed } = await ok(bank.call(renewSecret, { params: { id: webhook.id } }))
  await ok(bank.call(pingWebhook, { params: { id: webhook.id } }))
  await portal.sendHooks()
  const { headers, body } = grc.got[0]!
  const now = Date.parse(portal.clock.now())
  expect([secret, renewed].map(each => comesFromPortal(headers, body, each, now))).toEqual([true, true])
  expect(comesFromPortal(headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`, now)).toBe(false)
  for (const wrong of [now + 301_000, now - 301_000]) expect(comesFromPortal(headers, body, secret, wrong)).toBe(false)
  for (const [name, value] of [
    ['webhook-timestamp', ''],
    ['webhook-id', 'otro'],
    ['webhook-signature', 'v1,'],
    ['webhook-signature', headers['webhook-signature']!.replaceAll('v1,', 'v2,')],
  ] as const) {
    expect(comesFromPortal({ ...headers, [name]: value }, body, secret, now), `${name} ${value}`).toBe(false)
  }
  await grc.stop()
})
