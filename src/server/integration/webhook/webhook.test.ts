import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  changeWebhook,
  exportDeliveries,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  readWebhook,
  registerWebhook,
  removeWebhook,
  renewSecret,
  repeatDelivery,
} from '#domain/integration/webhook/contract.ts'
import { listNotifications } from '#domain/notification/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { HOLD_MS } from '#domain/notification/undo/undo.ts'
import { deleteParticipant, editParticipant } from '#domain/participant/contract.ts'
import { acceptGap } from '#domain/supervision/acceptance/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { deliverHooks, hookSender, purgeDeliveries } from '#server/integration/webhook/deliver.ts'
import { newSecret, withSecret } from '#server/integration/webhook/sign.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { publish } from '#test/support/documents.ts'
import { receiver, registered } from '#test/support/integrations.ts'
import { mailsTo, subjectsTo } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { strangeReceiver } from '#test/support/strange-receivers.ts'
import { corrected, declared, rated, unrated } from '#test/support/uses.ts'

/* Webhooks: what is sent to them, how it is tried again, and what becomes of one that does not answer. */

let acting: Acting
let portal: TestPortal
let bank: Caller
let cci: Caller
const enter = async () => {
  const users = ['cci', 'proveedor', 'entidad', 'somport'].map(name => portal.signIn(`${name}@almotacen.example`))
  const [centre, provider, own, evaluator] = (await Promise.all(users)) as [Caller, Caller, Caller, Caller]
  cci = centre
  bank = own
  Object.assign(acting, { cci, bank, provider, evaluator })
}
beforeAll(async () => {
  acting = await startActing({ environment: { WEBHOOK_PRIVATE: 'si' } })
  portal = acting.portal
})
// Sessions end as the clock moves.
beforeEach(enter)
afterAll(() => portal.stop())

/** A receiver with a webhook of the bank that leads to it; both are gone after `work`. */
async function listening(
  answering: Parameters<typeof receiver>[0],
  work: (of: { got: Awaited<ReturnType<typeof receiver>>; id: string; secret: string }) => Promise<void>,
  events?: Parameters<typeof registered>[2],
): Promise<void> {
  const got = await receiver(answering)
  const { webhook, secret } = await registered(bank, `${got.url}/portal`, events)
  try {
    await work({ got, id: webhook.id, secret })
  } finally {
    await portal.app.db.deleteFrom('webhook').where('id', '=', webhook.id).execute()
    await got.stop()
  }
}
const hook = (id: string) => ok(bank.call(readWebhook, { params: { id } }))
const log = async (id: string, query: object = {}) =>
  (await ok(bank.call(listDeliveries, { params: { id }, query }))).content
const markedBy = (other: Caller, idProvider: string) =>
  other.call(editParticipant, {
    params: { kind: 'provider', id: idProvider },
    body: { idProvider, idEntity: other.me.idGenericEntity },
  })
const ping = (id: string) => ok(bank.call(pingWebhook, { params: { id } }))
const disabledNotice = async (id: string) => {
  const notices = await noticesTo(portal, bank.me.idGenericEntity, 'WEBHOOK_DISABLED')
  return notices.find(({ info }) => info.idWebhook === id)!.message
}
/** Moves the clock to an instant after the first try, and sends what is due. */
const afterFirst = async (ms: number, first: string) => {
  portal.clock.set(after(first, ms))
  return portal.sendHooks()
}

test('HOOK-07: the principal user registers up to ten, with a secret that is shown once', async () => {
  const { secret, webhook } = await registered(bank, 'https://127.0.0.1:9/portal', ['rating.published'])
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toMatchObject({
    url: 'https://127.0.0.1:9/portal',
    events: ['rating.published'],
    status: 'ACTIVE',
    failingSince: null,
    formerSecretUntil: null,
  })
  const rows = JSON.stringify(await portal.app.db.selectFrom('webhook').selectAll().execute())
  const trail = JSON.stringify(await portal.app.db.selectFrom('trail').selectAll().execute())
  for (const stored of [rows, trail]) expect(stored).not.toContain(secret.slice(6))
  expect(trail).not.toContain('127.0.0.1:9')
  for (let n = 1; n < 10; n++) await registered(bank, `https://127.0.0.1:9/${n}`, ['rating.published'])
  const body = { url: 'https://127.0.0.1:9/11', events: ['rating.published'] }
  expect((await bank.call(registerWebhook, { body })).problem.code).toBe('tooManyWebhooks')
  const { content } = await ok(bank.call(listWebhooks))
  expect(content).toHaveLength(10)
  for (const { id } of content) expect((await bank.call(removeWebhook, { params: { id } })).status).toBe(204)
  expect((await ok(bank.call(listWebhooks))).content).toEqual([])
})

test('HOOK-07: events are chosen from those that there are, and only the principal user registers', async () => {
  const register = (caller: Caller, events: string[]) =>
    caller.call(registerWebhook, { body: { url: 'https://127.0.0.1:9/', events } })
  for (const wrong of [[], ['rating.published', 'rating.published'], ['user.created'], ['ping']]) {
    expect((await register(bank, wrong)).status, String(wrong)).toBe(400)
  }
  const colleague = await portal.signIn('entidad2@almotacen.example')
  expect((await register(colleague, ['level.met'])).problem.code).toBe('principalOnly')
  expect((await register(cci, ['level.met'])).status).toBe(404)
})

test('HOOK-08: refuses all but public https addresses, except in a portal for tests', async () => {
  const strict = await startTestPortal()
  try {
    const owner = await strict.signIn('entidad@almotacen.example')
    const register = (url: string) => owner.call(registerWebhook, { body: { url, events: ['level.met'] } })
    for (const url of [
      'http://8.8.8.8/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://[::1]/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest',
      'https://ana:clave@8.8.8.8/',
      'https://nadie.invalid/',
    ]) {
      const { status, problem } = await register(url)
      expect([status, problem.code, Object.keys(problem.fields!)], url).toEqual([400, 'webhookAddress', ['url']])
      expect(problem.detail).toBe('La dirección debe empezar por https y ser pública.')
    }
    const { webhook } = await ok(register('https://8.8.8.8/portal'))
    const change = (body: object) => owner.call(changeWebhook, { params: { id: webhook.id }, body })
    expect((await change({ url: 'https://10.0.0.1/' })).problem.code).toBe('webhookAddress')
    // A name that has become one of the inside since is found out when it is sent to.
    const { db } = strict.app
    await db.updateTable('webhook').set({ url: 'https://dentro.example/' }).where('id', '=', webhook.id).execute()
    await ok(owner.call(pingWebhook, { params: { id: webhook.id } }))
    expect(await deliverHooks(strict.app, { resolve: async () => ['8.8.8.8', '10.0.0.1'] })).toBe(1)
    const { content } = await ok(owner.call(listDeliveries, { params: { id: webhook.id } }))
    expect(content).toMatchObject([{ status: 'WAITING', tries: 1, answer: null, fault: 'address' }])
  } finally {
    await strict.stop()
  }
})

test('HOOK-11: an event is written with the change, and delivered after it', async () => {
  const service = await rated(acting, 'A/A/A')
  await declared(bank, service, { requiredScore: 'A/A/A' })
  await listening(
    () => 200,
    async ({ got, id }) => {
      await inTransaction(portal.app, null, async tx => {
        tx.record({
          event: 'score.lapsed',
          object: { kind: 'score', id: tx.newId() },
          facts: { providerId: service.providerId, serviceId: service.serviceId },
        })
        throw new Error('rolled back')
      }).catch(() => {})
      expect(await log(id)).toEqual([])
      await corrected(cci, service, 'A/B/A')
      expect(got.got).toEqual([])
      expect((await log(id)).map(({ type, status }: { type: string; status: string }) => [type, status])).toEqual(
        expect.arrayContaining([
          ['rating.corrected', 'WAITING'],
          ['level.broken', 'WAITING'],
        ]),
      )
      expect(await portal.sendHooks()).toBe(2)
      const bodies = Object.fromEntries(got.bodies().map(body => [body.type, body]))
      const { serviceId, providerId, validationId } = service
      expect(bodies['rating.corrected']).toEqual({
        type: 'rating.corrected',
        timestamp: portal.clock.now(),
        data: {
          providerId,
          serviceId,
          validationId,
          rating: 'A/B/A',
          ratingBefore: 'A/A/A',
          expiresOn: '2027-11-21',
          link: `http://portal.example/provider/${providerId}`,
        },
      })
      expect(bodies['level.broken'].data).toEqual({
        useId: expect.any(String),
        providerId,
        serviceId,
        required: 'A/A/A',
        obtained: 'A/B/A',
        link: 'http://portal.example/required-levels',
      })
      expect(await log(id)).toMatchObject([
        { status: 'DELIVERED', tries: 1, answer: 200, nextTryAt: null },
        { status: 'DELIVERED', tries: 1, answer: 200, nextTryAt: null },
      ])
      expect(await portal.sendHooks()).toBe(0)
    },
  )
})

test('HOOK-11: a bank receives events of what it marked or uses, of the types that it chose', async () => {
  const other = await portal.signIn('externalizacion@santander.example')
  const [used, marked] = [await unrated(acting), await unrated(acting)]
  await declared(bank, used)
  const foreign = await registered(other, 'https://127.0.0.1:9/', ['rating.published'])
  await listening(
    () => 200,
    async ({ id }) => {
      await ok(publish(cci, used.validationId, { score: 'A/A/A' }))
      expect(await log(id)).toMatchObject([{ type: 'rating.published' }])
      const seen = async () =>
        (await ok(other.call(listDeliveries, { params: { id: foreign.webhook.id } }))).content.length
      expect(await seen()).toBe(0)
      await ok(markedBy(other, marked.providerId))
      await ok(publish(cci, marked.validationId, { score: 'A/A/A' }))
      // The mark is of the provider: its other services count too. The bank has marked it as well, before.
      expect(await seen()).toBe(1)
    },
    ['rating.published', 'rating.lapsed'],
  )
  await other.call(removeWebhook, { params: { id: foreign.webhook.id } })
})

test('HOOK-11: delivers an expiry, a lapse, an acceptance that ends and a changed company', async () => {
  const service = await rated(acting, 'A/A/B', '2026-12-21')
  const use = await declared(bank, service, { requiredScore: 'A/A/A' })
  await ok(
    bank.call(acceptGap, {
      params: { id: use.id },
      body: { reason: 'Riesgo asumido por el comité', until: '2026-12-25' },
    }),
  )
  await listening(
    () => 200,
    async ({ got }) => {
      const told = async () => {
        await announceExpiries(portal.app)
        await portal.sendHooks()
        const about = got.bodies().filter(({ data }) => data.serviceId === service.serviceId || data.useId === use.id)
        got.got.length = 0
        return about.map(({ type, data }) => [type, data.expiresOn]).toSorted()
      }
      expect(await told()).toEqual([['rating.expiring', '2026-12-21']])
      portal.clock.set('2026-12-18T09:00:00.000Z')
      expect(await told()).toEqual([
        ['acceptance.ending', '2026-12-25'],
        ['rating.expiring', '2026-12-21'],
      ])
      portal.clock.set('2026-12-22T09:00:00.000Z')
      expect((await told()).map(([type]) => type)).toEqual(['level.broken', 'rating.lapsed'])
      await enter()
      const path = { kind: 'provider' as const, id: service.providerId }
      await ok(cci.call(editParticipant, { params: path, body: { commercialName: 'Tramontana Digital' } }))
      await portal.sendHooks()
      expect(got.bodies()).toMatchObject([{ type: 'provider.changed', data: { providerId: service.providerId } }])
    },
  )
})

test('HOOK-11 HOOK-09: tries nine times in all, with the same id and body and a new signature', async () => {
  await listening(
    () => 500,
    async ({ got, id }) => {
      await ping(id)
      const first = portal.clock.now()
      expect(await portal.sendHooks()).toBe(1)
      for (const ms of [1, 5, 30, 120, 480, 1440, 2880, 4320].map(minutes => minutes * MINUTE)) {
        expect(await afterFirst(ms - 1, first), String(ms)).toBe(0)
        expect(await afterFirst(ms, first), String(ms)).toBe(1)
      }
      await enter()
      expect(got.got).toHaveLength(9)
      expect(new Set(got.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(got.got.map(({ body }) => body)).size).toBe(1)
      expect(new Set(got.got.map(({ headers }) => headers['webhook-signature'])).size).toBe(9)
      expect(await log(id)).toMatchObject([{ type: 'ping', status: 'FAILED', tries: 9, answer: 500, nextTryAt: null }])
      expect(await hook(id)).toMatchObject({ status: 'DISABLED', failingSince: first })
    },
  )
})

test('HOOK-12: a disabled webhook notifies the principal user, and loses no waiting delivery', async () => {
  let answer = 503
  await listening(
    () => answer,
    async ({ id }) => {
      await ping(id)
      const first = portal.clock.now()
      await portal.sendHooks()
      for (const hours of [0.1, 1, 2, 8, 24, 48]) await afterFirst(hours * HOUR, first)
      await enter()
      await ping(id)
      await afterFirst(72 * HOUR, first)
      await enter()
      expect(await hook(id)).toMatchObject({ status: 'DISABLED' })
      expect((await log(id)).map(({ status }: { status: string }) => status)).toEqual(['FAILED', 'FAILED'])
      expect(await disabledNotice(id)).toMatch(
        /^El webhook de 127\.0\.0\.1:\d+ se ha desactivado: su sistema no ha aceptado/,
      )
      const mails = await mailsTo(portal, 'entidad@almotacen.example')
      expect(mails.some(({ subject }) => subject.includes('Webhook desactivado'))).toBe(true)
      expect((await subjectsTo(portal, 'entidad2@almotacen.example')).join()).not.toContain('Webhook')
      // Nothing is written for it, and nothing leaves from it, until it is enabled.
      expect((await bank.call(pingWebhook, { params: { id } })).problem.code).toBe('webhookInactive')
      const [lost] = await log(id)
      expect((await bank.call(repeatDelivery, { params: { id, deliveryId: lost.id } })).problem.code).toBe(
        'webhookInactive',
      )
      answer = 204
      const enabled = await ok(bank.call(changeWebhook, { params: { id }, body: { status: 'ACTIVE' } }))
      expect(enabled).toMatchObject({ status: 'ACTIVE', failingSince: null })
      // D64: enabling it settles the notice.
      const { content } = await ok(bank.call(listNotifications, { query: { isRead: 'false', size: 500 } }))
      expect(content.filter(({ info }: { info: { idWebhook?: string } }) => info.idWebhook === id)).toEqual([])
      const repeated = await ok(bank.call(repeatDelivery, { params: { id, deliveryId: lost.id } }))
      expect(repeated).toMatchObject({ id: lost.id, eventId: lost.eventId, status: 'WAITING', tries: 0 })
      expect(await portal.sendHooks()).toBe(1)
      expect((await log(id, { status: 'DELIVERED' })).map((each: { id: string }) => each.id)).toEqual([lost.id])
    },
  )
})

test('HOOK-11: 410 ends it at once', async () => {
  await listening(
    () => 410,
    async ({ id }) => {
      await ping(id)
      expect(await portal.sendHooks()).toBe(1)
      expect(await hook(id)).toMatchObject({ status: 'DISABLED' })
      expect(await log(id)).toMatchObject([{ status: 'FAILED', tries: 1, answer: 410 }])
      expect(await disabledNotice(id)).toContain('contestó que ya no existe')
    },
  )
})

test('HOOK-12: nothing else waits for a slow receiver', async () => {
  let release = () => {}
  const quick = await receiver()
  const { webhook } = await registered(bank, quick.url)
  await listening(
    () => null,
    async ({ got, id }) => {
      await ping(id)
      await ping(id)
      const slow = deliverHooks(portal.app, { withinMs: 60_000, stopped: stopAfter() })
      await expect.poll(() => got.got.length).toBe(1)
      // A second server: it takes the quick one, and leaves the busy one alone.
      await ping(webhook.id)
      expect(await portal.sendHooks()).toBe(1)
      expect([quick.got.length, got.got.length]).toEqual([1, 1])
      release()
      expect(await slow).toBe(1)
      // What the stop cut is no failure, and the next server sends it.
      expect(await log(id)).toMatchObject([{ tries: 0 }, { tries: 0 }])
      expect(await hook(id)).toMatchObject({ failingSince: null })
    },
  )
  await bank.call(removeWebhook, { params: { id: webhook.id } })
  await quick.stop()

  function stopAfter(): AbortSignal {
    const stopping = new AbortController()
    release = () => stopping.abort()
    return stopping.signal
  }
})

/** Webhooks of the bank, as many as wanted, each with deliveries that are due. */
async function addHooks(addresses: readonly string[], deliveries = 1): Promise<string[]> {
  const { db, secrets } = portal.app
  const created_at = portal.clock.now()
  const ids = addresses.map(() => newId(created_at))
  const of = { entity_id: bank.me.idGenericEntity, events: ['level.met'], status: 'ACTIVE', created_at }
  const rows = ids.map((id, n) => {
    const sealed = withSecret(secrets, id, newSecret(), { now: created_at })
    return { ...of, id, url: addresses[n]!, secrets: JSON.stringify(sealed) }
  })
  await db.insertInto('webhook').values(rows).execute()
  const waiting = ids.flatMap(webhook_id =>
    Array.from({ length: deliveries }, () => {
      const [id, event_id] = [newId(created_at), newId(created_at)]
      return { id, event_id, webhook_id, type: 'ping', body: '{}', created_at, next_attempt_at: created_at }
    }),
  )
  await db.insertInto('webhook_delivery').values(waiting).execute()
  return ids
}

test('HOOK-12: a receiver that switches protocols, answers nothing or drips delays no other, and each try fails', async () => {
  const names = ['switches protocols', 'says nothing', 'drips a header', 'informs without an end'] as const
  const strange = await Promise.all(names.map(name => strangeReceiver(name)))
  const good = await receiver()
  const ids = await addHooks(strange.map(({ port }) => `http://127.0.0.1:${port}/`))
  const [healthy = ''] = await addHooks([good.url])
  expect(await deliverHooks(portal.app, { withinMs: 200 })).toBe(5)
  expect(good.got).toHaveLength(1)
  const outcomes = await Promise.all(ids.map(async id => (await log(id))[0]))
  expect(outcomes).toMatchObject([
    { status: 'WAITING', tries: 1, answer: 101 },
    ...Array.from({ length: 3 }, () => ({ status: 'WAITING', tries: 1, fault: 'timeout' })),
  ])
  expect((await log(healthy))[0]).toMatchObject({ status: 'DELIVERED' })
  await portal.app.db
    .deleteFrom('webhook')
    .where('id', 'in', [...ids, healthy])
    .execute()
  for (const { stop } of strange) stop()
  await good.stop()
})

test('HOOK-12: delivers new events beside 20 dead receivers, each with one try at a time', async () => {
  const dead = await strangeReceiver('says nothing')
  const good = await receiver()
  const ids = await addHooks(
    Array.from({ length: 20 }, (_, n) => `http://127.0.0.1:${dead.port}/${n}`),
    5,
  )
  const stopping = new AbortController()
  const options = { withinMs: 60_000, stopped: stopping.signal }
  // As the worker does: the end of a try begins what is due.
  const sender = hookSender(portal.app, () => void sender.begin(options))
  expect(await sender.begin(options)).toBe(20)
  const later = await addHooks([good.url], 3)
  expect(await sender.begin(options)).toBe(1)
  // Within less than `withinMs`: until then the dead ones take up their tries.
  await expect.poll(() => good.got.length, { timeout: 15_000 }).toBe(3)
  stopping.abort()
  await sender.settled()
  await portal.app.db
    .deleteFrom('webhook')
    .where('id', 'in', [...ids, ...later])
    .execute()
  dead.stop()
  await good.stop()
})

test('HOOK-12: however many receivers fail, there is room for one that does not', async () => {
  const dead = await strangeReceiver('says nothing')
  const good = await receiver()
  const ids = await addHooks(Array.from({ length: 80 }, (_, n) => `http://127.0.0.1:${dead.port}/${n}`))
  const { db, clock } = portal.app
  await db.updateTable('webhook').set({ failing_since: clock.now() }).where('id', 'in', ids).execute()
  const later = await addHooks([good.url])
  const stopping = new AbortController()
  const sender = hookSender(portal.app)
  expect(await sender.begin({ withinMs: 60_000, stopped: stopping.signal })).toBe(33)
  await expect.poll(() => good.got.length).toBe(1)
  stopping.abort()
  await sender.settled()
  await db
    .deleteFrom('webhook')
    .where('id', 'in', [...ids, ...later])
    .execute()
  dead.stop()
  await good.stop()
})

test('HOOK-12: a server that crashed while it sent leaves the webhook for another within a minute', async () => {
  await listening(
    () => 204,
    async ({ id }) => {
      await ping(id)
      const busy_until = after(portal.clock.now(), MINUTE)
      await portal.app.db.updateTable('webhook').set({ busy_until }).where('id', '=', id).execute()
      expect(await portal.sendHooks()).toBe(0)
      portal.clock.move(MINUTE)
      expect(await portal.sendHooks()).toBe(1)
    },
  )
})

test('HOOK-07 HOOK-09: a new secret signs beside the old one for 24 hours', async () => {
  await listening(
    () => 204,
    async ({ got, id, secret }) => {
      const renewed = await ok(bank.call(renewSecret, { params: { id } }))
      expect(renewed.secret).not.toBe(secret)
      expect(renewed.webhook.formerSecretUntil).toBe(after(portal.clock.now(), DAY))
      await ping(id)
      await portal.sendHooks()
      expect(got.got[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
      portal.clock.move(DAY)
      await enter()
      await ping(id)
      await portal.sendHooks()
      expect(got.got[1]!.headers['webhook-signature']!.split(' ')).toHaveLength(1)
      expect(await hook(id)).toMatchObject({ formerSecretUntil: null })
    },
  )
})

test('HOOK-06: registering, changing, renewing and removing ask for a recent sign-in and are mailed', async () => {
  const { webhook } = await registered(bank, 'https://127.0.0.1:9/secreto', ['level.met'])
  const params = { id: webhook.id }
  await ok(bank.call(changeWebhook, { params, body: { events: ['level.met', 'level.broken'] } }))
  await ok(bank.call(renewSecret, { params }))
  portal.clock.move(11 * MINUTE)
  for (const [contract, body] of [
    [registerWebhook, { url: 'https://127.0.0.1:9/', events: ['level.met'] }],
    [changeWebhook, { events: ['level.met'] }],
    [renewSecret, undefined],
    [removeWebhook, undefined],
  ] as const) {
    expect((await bank.call(contract, { params, body } as never)).problem.code, contract.name).toBe('signInAgain')
  }
  await enter()
  await ok(bank.call(removeWebhook, { params }))
  const mails = (await mailsTo(portal, 'entidad@almotacen.example')).filter(({ text }) => text.includes('127.0.0.1:9'))
  expect(new Set(mails.map(({ subject }) => subject.replace('Almotacén: ', '')))).toEqual(
    new Set(['webhook nuevo', 'webhook cambiado', 'secreto de un webhook renovado', 'webhook quitado']),
  )
  // The path of an address may be a secret of its receiver.
  expect(mails.map(({ text }) => text).join()).not.toContain('secreto que')
  expect(mails.some(({ text }) => text.includes('/secreto'))).toBe(false)
})

test('HOOK-11: never delivers a publication that was undone', async () => {
  const service = await unrated(acting)
  await declared(bank, service)
  await listening(
    () => 204,
    async ({ id, got }) => {
      await ok(publish(cci, service.validationId, { score: 'A/A/A' }))
      expect(await log(id)).toHaveLength(1)
      expect(await portal.sendHooks()).toBe(0)
      const undone = await cci.call(undo, { body: { id: service.validationId } })
      expect([undone.status, undone.problem?.code]).toEqual([204, undefined])
      expect(await log(id)).toEqual([])
      await ok(publish(cci, service.validationId, { score: 'B/B/B' }))
      portal.clock.move(HOLD_MS)
      expect(await portal.sendHooks()).toBe(1)
      expect(got.bodies()).toMatchObject([{ data: { rating: 'B/B/B', ratingBefore: null } }])
    },
    ['rating.published'],
  )
})

test('HOOK-13: the log is sorted, filtered and exported, keeps 30 days, and repeats what the bank chooses', async () => {
  let answer = 204
  await listening(
    () => answer,
    async ({ id, got }) => {
      await ping(id)
      await portal.sendHooks()
      answer = 500
      portal.clock.move(MINUTE)
      await ping(id)
      await portal.sendHooks()
      const tries = async (query: object) =>
        (await log(id, query)).map(({ answer: status }: { answer: number }) => status)
      expect(await tries({})).toEqual([500, 204])
      expect(await tries({ sort: 'createdAt,asc' })).toEqual([204, 500])
      expect(await tries({ status: 'DELIVERED' })).toEqual([204])
      expect(await tries({ status: 'WAITING', type: 'ping' })).toEqual([500])
      expect(await tries({ type: 'level.met' })).toEqual([])
      const [waiting, delivered] = await log(id)
      expect(waiting.durationMs).toBeGreaterThanOrEqual(0)
      const csv = (await bank.call(exportDeliveries, { params: { id }, query: { format: 'csv' } })).body.toString()
      expect(csv).toContain(';Prueba;')
      expect(csv).toContain('Respuesta 500')
      await ok(bank.call(repeatDelivery, { params: { id, deliveryId: delivered.id } }))
      answer = 200
      await portal.sendHooks()
      const ids = got.got.map(({ headers }) => headers['webhook-id'])
      expect([ids[0], ids.filter(each => each === delivered.eventId).length]).toEqual([delivered.eventId, 2])
      portal.clock.move(30 * DAY)
      await purgeDeliveries(portal.app)
      await enter()
      expect(await log(id)).toHaveLength(1)
      portal.clock.move(MINUTE + 1)
      await purgeDeliveries(portal.app)
      expect(await log(id)).toEqual([])
    },
  )
})

test('D44: events of a deleted provider are neither sent nor shown, and a deleted bank’s webhooks are silent', async () => {
  const lumbre = await portal.signIn('lumbre@almotacen.example')
  const other = await portal.signIn('externalizacion@santander.example')
  await ok(markedBy(other, lumbre.me.idGenericEntity))
  const got = await receiver()
  const { webhook } = await registered(other, got.url)
  const path = { kind: 'provider' as const, id: lumbre.me.idGenericEntity }
  await ok(cci.call(editParticipant, { params: path, body: { commercialName: 'Lumbre Dos' } }))
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from webhook_delivery where webhook_id = ${webhook.id}`.execute(portal.app.db)
    return rows[0]!.n
  }
  expect(await waiting()).toBe(1)
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: lumbre.me.idGenericEntity } }))
  expect(await waiting()).toBe(0)
  await ok(other.call(pingWebhook, { params: { id: webhook.id } }))
  await ok(cci.call(deleteParticipant, { body: { idGenericEntity: other.me.idGenericEntity } }))
  expect(await portal.sendHooks()).toBe(0)
  expect(got.got).toEqual([])
  await got.stop()
})
