import { afterAll, beforeAll, expect, it } from 'vitest'
import { editParticipant, readOverview, readParticipant } from '#domain/participant/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let entity: Caller
let other: Caller
let provider: Caller
let cci: Caller
let arcadio: string
let hidden: string

beforeAll(async () => {
  world = await startTestPortal()
  entity = await world.signIn('entidad@almotacen.example')
  other = await world.signIn('externalizacion@santander.example')
  provider = await world.signIn('proveedor@almotacen.example')
  cci = await world.signIn('cci@almotacen.example')
  const idOf = async (start: string) =>
    (
      await world.app.db
        .selectFrom('participant')
        .select('id')
        .where('name', 'like', `${start}%`)
        .executeTakeFirstOrThrow()
    ).id
  arcadio = await idOf('Arcadio')
  hidden = await idOf('Hontanar')
})
afterAll(() => world.stop())

const toggle = (caller: Caller, id: string, body: object) =>
  caller.call(editParticipant, { params: { kind: 'provider', id }, body })
const mark = (caller: Caller, id: string) => ({ idProvider: id, idEntity: caller.me.idGenericEntity })
const events = async () =>
  (
    await world.app.db
      .selectFrom('trail')
      .select(['event', 'participant_id'])
      .where('object_id', '=', arcadio)
      .where('event', 'like', 'participant.favourite%')
      .orderBy('number')
      .execute()
  ).map(entry => [entry.event, entry.participant_id])

it('API-33 ROLE-31: an entity marks a provider and takes the mark away', async () => {
  const mine = entity.me.idGenericEntity
  expect((await toggle(entity, arcadio, mark(entity, arcadio))).body.fav).toEqual([mine])
  expect((await toggle(entity, arcadio, mark(entity, arcadio))).body.fav).toEqual([])
  expect(await events()).toEqual([
    ['participant.favourite-set', mine],
    ['participant.favourite-removed', mine],
  ])
})

it('PART-08 ROLE-31: other entities’ marks are invisible', async () => {
  await toggle(other, arcadio, mark(other, arcadio))
  const see = async (caller: Caller) =>
    (await caller.call(readParticipant, { params: { kind: 'provider', id: arcadio } })).body.fav
  expect(await see(entity)).toEqual([])
  expect(await see(cci)).toEqual([other.me.idGenericEntity])
  const overview = async (caller: Caller) =>
    (await caller.call(readOverview, { params: { kind: 'PROVIDER' }, query: { idProvider: arcadio } })).body.content[0]
      .details.fav
  expect(await overview(entity)).toBe(false)
  expect(await overview(other)).toBe(true)
})

it('API-33: refuses a mark for another entity, and any other field', async () => {
  expect((await toggle(entity, arcadio, mark(other, arcadio))).status).toBe(403)
  expect((await toggle(provider, provider.me.idGenericEntity, mark(provider, arcadio))).status).toBe(403)
  expect((await toggle(cci, arcadio, mark(cci, arcadio))).status).toBe(403)
  const more = await toggle(entity, arcadio, { ...mark(entity, arcadio), name: 'Robado' })
  expect(more).toMatchObject({ status: 400, problem: { code: 'unknownField', fields: { name: expect.any(String) } } })
  expect((await toggle(entity, arcadio, mark(entity, hidden))).problem.code).toBe('invalid')
  expect((await toggle(entity, arcadio, { idProvider: arcadio })).problem.fields).toHaveProperty('idEntity')
})

it('API-33: a provider that is not published cannot be marked', async () => {
  const foreign = await toggle(entity, hidden, mark(entity, hidden))
  const missing = await toggle(entity, '00000000000000000000000000', mark(entity, '00000000000000000000000000'))
  expect(foreign.status).toBe(404)
  expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(missing.body))
})

it('API-33: simultaneous toggles each have their turn', async () => {
  const before = (await events()).length
  const answers = await Promise.all(Array.from({ length: 6 }, () => toggle(entity, arcadio, mark(entity, arcadio))))
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await events()).length).toBe(before + 6)
})
