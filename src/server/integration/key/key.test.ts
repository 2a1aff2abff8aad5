import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFrameworks } from '#domain/assessment/framework/contract.ts'
import { listFileAccesses, readTimeline } from '#domain/audit-log/contract.ts'
import { documentContent, listDocuments } from '#domain/document/contract.ts'
import { listUsers } from '#domain/identity/user/contract.ts'
import { listKeys, makeKey, revokeKey } from '#domain/integration/key/contract.ts'
import { listWebhooks } from '#domain/integration/webhook/contract.ts'
import { listNotifications, readMailPreferences } from '#domain/notification/contract.ts'
import { deleteParticipant, readOverview } from '#domain/participant/contract.ts'
import { listScores, scoreContent } from '#domain/report-request/score/contract.ts'
import { declareUse, listUses } from '#domain/supervision/use/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { writeRefusals } from '#server/http/security/record-denial.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import { ok } from '#test/support/answers.ts'
import { madeKey, system } from '#test/support/integrations.ts'
import { mailsTo, subjectsTo } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Things } from '#test/support/permissions.ts'
import { findThings } from '#test/support/permissions.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Keys with which a bank's own systems call the API. */

let portal: TestPortal
let cci: Caller
let provider: Caller
let bank: Caller
let colleague: Caller
let things: Things
const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
beforeAll(async () => {
  portal = await startTestPortal()
  ;[cci, provider, bank, colleague] = (await Promise.all(['cci', 'proveedor', 'entidad', 'entidad2'].map(enter))) as [
    Caller,
    Caller,
    Caller,
    Caller,
  ]
  things = await findThings(portal)
})
afterAll(() => portal.stop())

const overview = { params: { kind: 'PROVIDER' as const }, query: { size: 5 } }
const keyOf = async (id: string) =>
  (await ok(bank.call(listKeys))).content.find((each: { id: string }) => each.id === id)

test('HOOK-01: the principal user makes a key, which is shown once, stored as a hash, and known by 8 characters', async () => {
  const { key, apiKey } = await madeKey(bank, { name: 'GRC de riesgos', scopes: ['read:providers', 'read:uses'] })
  expect(key).toMatch(/^alm_[\w-]{43}$/)
  expect(apiKey).toMatchObject({
    name: 'GRC de riesgos',
    prefix: key.slice(0, 8),
    scopes: ['read:providers', 'read:uses'],
    status: 'ACTIVE',
    expiresOn: '2027-11-21',
    createdBy: 'Elena Puertas Lázaro',
    lastUsedAt: null,
  })
  const rows = JSON.stringify(await portal.app.db.selectFrom('api_key').selectAll().execute())
  const trail = JSON.stringify(await portal.app.db.selectFrom('trail').selectAll().execute())
  for (const stored of [rows, trail, JSON.stringify(await keyOf(apiKey.id))]) {
    expect(stored).not.toContain(key)
    expect(stored).not.toContain(key.slice(9))
  }
})

test.each(['bearer', 'BEARER ', 'Bearer   '])('HOOK-03: the scheme of a key has any case: %s', async scheme => {
  const { key } = await madeKey(bank, { scopes: ['read:uses'] })
  const { status } = await fetch(`${portal.url}/api/v1/service-uses`, {
    headers: { authorization: `${scheme} ${key}` },
  })
  expect(status).toBe(200)
})

test('HOOK-01: it ends at most twelve months ahead, and has a name and scopes', async () => {
  const make = (body: object) =>
    bank.call(makeKey, { body: { name: 'x', scopes: ['read:uses'], expiresOn: '2027-01-01', ...body } })
  const fieldsOf = async (body: object) => Object.keys((await make(body)).problem?.fields ?? {})
  expect(await fieldsOf({ expiresOn: '2026-11-21' })).toEqual(['expiresOn'])
  expect(await fieldsOf({ expiresOn: '2027-11-22' })).toEqual(['expiresOn'])
  expect(await fieldsOf({ name: ' ' })).toEqual(['name'])
  expect((await make({ scopes: [] })).status).toBe(400)
  expect((await make({ scopes: ['read:users'] })).status).toBe(400)
  expect((await make({ scopes: ['read:uses', 'read:uses'] })).status).toBe(400)
  for (const expiresOn of ['2026-11-22', '2027-11-21']) expect((await make({ expiresOn })).status).toBe(201)
  const refused = await colleague.call(makeKey, { body: { name: 'x', scopes: ['read:uses'], expiresOn: '2027-01-01' } })
  expect([refused.status, refused.problem.code]).toEqual([403, 'principalOnly'])
  for (const other of [cci, provider]) expect((await other.call(listKeys)).status).toBe(404)
})

test('HOOK-01: twenty keys in force are enough', async () => {
  const santander = await portal.signIn('externalizacion@santander.example')
  const made: string[] = []
  for (let n = 0; n < 20; n++) made.push((await madeKey(santander, { name: `Clave ${n}` })).apiKey.id)
  const body = { name: 'Una más', scopes: ['read:uses'], expiresOn: '2027-01-01' }
  expect((await santander.call(makeKey, { body })).problem.code).toBe('tooManyKeys')
  await ok(santander.call(revokeKey, { params: { id: made[0]! }, body: { status: 'REVOKED' } }))
  expect((await santander.call(makeKey, { body })).status).toBe(201)
})

test('HOOK-03: a key needs no browser headers and reaches what its bank’s users reach', async () => {
  const grc = system(portal, (await madeKey(bank)).key)
  for (const [contract, input] of [
    [readOverview, overview],
    [listScores, { query: { validationId: things.request.t! } }],
    [listUses, {}],
    [listDocuments, { query: { validationId: things.docs.t! } }],
    [listFrameworks, {}],
  ] as const) {
    const [own, keyed] = [await colleague.call(contract, input as never), await grc.call(contract, input as never)]
    expect([keyed.status, keyed.body], contract.name).toEqual([200, own.body])
  }
  // What the bank may not see is not there for its key either.
  expect((await grc.call(listScores, { query: { validationId: things.docs.draft! } })).status).toBe(404)
  const body = { providerId: things.participant.t, serviceId: things.service, note: 'Desde la GRC' }
  const use = await ok(grc.call(declareUse, { body }))
  expect((await ok(bank.call(listUses))).content).toContainEqual(expect.objectContaining({ id: use.id }))
})

test('HOOK-03 HOOK-02: beyond its scopes it gets outsideScope, and no scope opens users, keys or webhooks', async () => {
  const narrow = system(portal, (await madeKey(bank, { scopes: ['read:uses'] })).key)
  expect((await narrow.call(listUses)).status).toBe(200)
  const refused = await narrow.call(readOverview, overview)
  expect([refused.status, refused.problem.code]).toEqual([403, 'outsideScope'])
  expect(refused.problem.detail).toBe('La clave de API no alcanza a esta llamada.')
  expect((await narrow.call(declareUse, { body: {} })).problem.code).toBe('outsideScope')
  const grc = system(portal, (await madeKey(bank)).key)
  for (const contract of [listUsers, listKeys, listWebhooks, listNotifications, readMailPreferences, makeKey]) {
    expect((await grc.call(contract, { body: undefined })).problem.code, contract.name).toBe('outsideScope')
  }
})

test('HOOK-03: an Idempotency-Key of a key is its own', async () => {
  const [one, other] = [system(portal, (await madeKey(bank)).key), system(portal, (await madeKey(bank)).key)]
  const send = (caller: Caller, note: string) =>
    fetch(`${portal.url}/api/v1/level-policy`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json', 'idempotency-key': 'a' },
      body: JSON.stringify({ criticalScore: note, otherScore: null }),
    })
  const first = await (await send(one, 'A/A/A')).json()
  expect(await (await send(one, 'A/A/A')).json()).toEqual(first)
  expect((await send(one, 'B/B/B')).status).toBe(422)
  expect((await (await send(other, 'B/B/B')).json()).version).toBe(first.version + 1)
})

test('HOOK-04: it ends at once when it is revoked, after its last day, and with its bank', async () => {
  const code = async (caller: Caller) => {
    const { status, problem } = await caller.call(listUses)
    return status === 200 ? 200 : [status, problem.code]
  }
  const revoked = await madeKey(bank)
  const grc = system(portal, revoked.key)
  expect(await code(grc)).toBe(200)
  const wire = await ok(bank.call(revokeKey, { params: { id: revoked.apiKey.id }, body: { status: 'REVOKED' } }))
  expect(wire).toMatchObject({ status: 'REVOKED', revokedAt: portal.clock.now() })
  expect(await code(grc)).toEqual([401, 'keyEnded'])
  expect((await grc.call(listUses)).problem.detail).toBe('La clave de API no existe, ha caducado o se ha revocado.')
  const again = await bank.call(revokeKey, { params: { id: revoked.apiKey.id }, body: { status: 'REVOKED' } })
  expect(again.problem.code).toBe('keyEndedAlready')
  for (const wrong of ['alm_', `alm_${'A'.repeat(43)}`, 'alm_x y', `${revoked.key}x`]) {
    expect(await code(system(portal, wrong)), wrong).toEqual([401, 'keyEnded'])
  }
  const short = system(portal, (await madeKey(bank, { expiresOn: '2026-11-22' })).key)
  portal.clock.move(DAY)
  expect(await code(short)).toBe(200)
  portal.clock.move(DAY)
  expect(await code(short)).toEqual([401, 'keyEnded'])
  ;[cci, bank, colleague, provider] = (await Promise.all(['cci', 'entidad', 'entidad2', 'proveedor'].map(enter))) as [
    Caller,
    Caller,
    Caller,
    Caller,
  ]
})

test('HOOK-04: five failed keys from an address in a minute are answered 429, and a good one is not', async () => {
  const limited = await startTestPortal({ environment: { RATE_LIMITS: 'yes' } })
  try {
    const owner = await limited.signIn('entidad@almotacen.example')
    const good = system(limited, (await madeKey(owner)).key)
    const failing = system(limited, `alm_${'B'.repeat(43)}`)
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await failing.call(listUses)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await good.call(listUses)).status).toBe(200)
    limited.clock.move(MINUTE)
    expect((await failing.call(listUses)).status).toBe(401)
  } finally {
    await limited.stop()
  }
})

test('HOOK-05: records its acts in the audit log under the name of the key, and shows its last use', async () => {
  const { key, apiKey } = await madeKey(bank, { name: 'Lector nocturno' })
  const grc = system(portal, key)
  await ok(grc.call(listUses))
  expect((await keyOf(apiKey.id)).lastUsedAt).toBe(portal.clock.now())
  const document = things.document[things.participant.t!]!
  await ok(grc.call(documentContent, { params: { id: document } }))
  const entry = await portal.app.db
    .selectFrom('trail')
    .selectAll()
    .where('event', '=', 'document.read')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor_id: apiKey.id, actor_role: 'ENTITY' })
  const { content } = await ok(cci.call(readTimeline, { params: { kind: 'participant', id: things.participant.t! } }))
  expect(content[0].sentence).toContain(
    'la clave de API «Lector nocturno» (Cajamar Caja Rural, Sociedad Cooperativa de Crédito) leyó',
  )
  // A refusal is one too.
  await grc.call(listUsers)
  await writeRefusals(portal.app, true)
  const refusal = await portal.app.db
    .selectFrom('trail')
    .selectAll()
    .where('event', '=', 'access.refused')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(refusal).toMatchObject({ actor_id: apiKey.id, object_id: 'user.list' })
})

test('HOOK-05: its reading of files is shown to their owner like any reading, and to CCI with its name', async () => {
  const { key, apiKey } = await madeKey(bank, { name: 'Archivo de dictámenes' })
  await ok(system(portal, key).call(scoreContent, { params: { id: things.score.t! } }))
  const read = async (reader: Caller) =>
    (await ok(reader.call(listFileAccesses, { params: { id: things.request.t! } }))).content[0]
  expect(await read(provider)).toMatchObject({
    document: 'Dictamen de calificación',
    organisation: 'Cajamar Caja Rural, Sociedad Cooperativa de Crédito',
    person: null,
  })
  expect(await read(cci)).toMatchObject({ person: 'Clave de API «Archivo de dictámenes»' })
  const rows = await portal.app.db.selectFrom('file_read').selectAll().where('key_id', '=', apiKey.id).execute()
  expect(rows).toMatchObject([{ user_id: bank.me.userId, session_id: null }])
})

test('HOOK-06: making and revoking one asks for a recent sign-in and is mailed to the principal user', async () => {
  const { apiKey } = await madeKey(bank, { name: 'Avisada' })
  await ok(bank.call(revokeKey, { params: { id: apiKey.id }, body: { status: 'REVOKED' } }))
  const mails = (await mailsTo(portal, 'entidad@almotacen.example')).filter(({ text }) => text.includes('«Avisada»'))
  expect(mails.map(({ subject }) => subject.replace('Almotacén: ', '')).toSorted()).toEqual([
    'clave de API nueva',
    'clave de API revocada',
  ])
  portal.clock.move(11 * MINUTE)
  const body = { name: 'Tarde', scopes: ['read:uses'], expiresOn: '2027-01-01' }
  expect((await bank.call(makeKey, { body })).problem.code).toBe('signInAgain')
  const late = await bank.call(revokeKey, { params: { id: apiKey.id }, body: { status: 'REVOKED' } })
  expect(late.problem.code).toBe('signInAgain')
  bank = await enter('entidad')
})

test('HOOK-06: notifies the principal user alone 30 and 7 days before the end, once each', async () => {
  const { apiKey } = await madeKey(bank, { name: 'Que caduca', expiresOn: '2027-02-15' })
  const heard = async () =>
    (await noticesTo(portal, bank.me.idGenericEntity, 'API_KEY_ENDING'))
      .map(({ message }) => message)
      .filter(message => message.includes('Que caduca'))
  const on = async (instant: string) => {
    portal.clock.set(instant)
    await announceExpiries(portal.app)
    await announceExpiries(portal.app)
    return (await heard()).length
  }
  expect(await on('2027-01-15T09:00:00.000Z')).toBe(0)
  expect(await on('2027-01-16T09:00:00.000Z')).toBe(1)
  expect(await on('2027-02-07T09:00:00.000Z')).toBe(1)
  expect(await on('2027-02-08T09:00:00.000Z')).toBe(2)
  expect(await on('2027-02-16T09:00:00.000Z')).toBe(2)
  expect((await heard())[0]).toContain('«Que caduca» caduca el 15/02/2027.')
  const events = await portal.app.db
    .selectFrom('trail')
    .select('event')
    .where('object_id', '=', apiKey.id)
    .orderBy('number')
    .execute()
  expect(events.map(({ event }) => event)).toEqual([
    'api-key.made',
    'api-key.ending',
    'api-key.ending',
    'api-key.lapsed',
  ])
  const read = async (name: string) =>
    (await ok((await enter(name)).call(listNotifications, { query: { size: 500 } }))).content
  const types = async (name: string) => (await read(name)).map(({ type }: { type: string }) => type)
  expect(await types('entidad')).toContain('API_KEY_ENDING')
  expect(await types('entidad2')).not.toContain('API_KEY_ENDING')
  expect((await subjectsTo(portal, 'entidad2@almotacen.example')).join()).not.toContain('lave de API')
  expect(await subjectsTo(portal, 'entidad@almotacen.example')).toContain('Clave de API próxima a caducar')
  const choices = async (name: string) =>
    (await ok((await enter(name)).call(readMailPreferences))).preferences.map(({ type }: { type: string }) => type)
  expect(await choices('entidad')).toContain('WEBHOOK_DISABLED')
  expect(await choices('entidad2')).not.toContain('WEBHOOK_DISABLED')
})

test('HOOK-04: the keys of a deleted bank are over', async () => {
  const owner = await enter('entidad')
  const grc = system(portal, (await madeKey(owner, { expiresOn: '2027-12-31' })).key)
  expect((await grc.call(listUses)).status).toBe(200)
  await ok((await enter('cci')).call(deleteParticipant, { body: { idGenericEntity: owner.me.idGenericEntity } }))
  expect((await grc.call(listUses)).problem.code).toBe('keyEnded')
})
