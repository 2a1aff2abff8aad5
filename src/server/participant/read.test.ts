import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteUser } from '#domain/identity/user/contract.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import {
  createParticipant,
  listParticipants,
  readOwnParticipant,
  readParticipant,
  readParticipantOfUser,
} from '#domain/participant/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let entity: Caller
let draft: Caller
const ids = new Map<string, string>()

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  provider = await world.signIn('proveedor@almotacen.example')
  evaluator = await world.signIn('evaluador@almotacen.example')
  entity = await world.signIn('entidad@almotacen.example')
  draft = await world.signIn('borrador@almotacen.example')
  const rows = await world.app.db.selectFrom('participant').select(['id', 'display_name']).execute()
  for (const { id, display_name } of rows) ids.set(display_name, id)
})
afterAll(() => world.stop())

const idOf = (start: string) => [...ids].find(([name]) => name.startsWith(start))![1]
const names = (answer: { body: { content: ParticipantWire[] } }) =>
  answer.body.content.map(participant => participant.name || participant.businessName)
const list = (caller: Caller, kind: 'provider' | 'entity' | 'audit', query: object = {}) =>
  caller.call(listParticipants, { params: { kind }, query })
const one = (caller: Caller, kind: 'provider' | 'entity' | 'audit', id: string) =>
  caller.call(readParticipant, { params: { kind, id } })
const missing = '00000000000000000000000000'

describe('one’s own participant', () => {
  it('API-29 PART-01 ROLE-24: every participant reads all its own data', async () => {
    const { body } = await provider.call(readOwnParticipant)
    expect(body).toMatchObject({
      idGenericEntity: provider.me.idGenericEntity,
      type: 'PROVIDER',
      name: 'Tramontana Custodia Digital, S.L.',
      cnae: '6311',
      companyType: 'PYME',
      numEmployees: '_50_249',
      fav: [],
      economicInfo: { volBilling: { lastExercise: 4812, exercise1: 4377, exercise2: 3950 } },
      address: { viaType: expect.any(String), postalCode: expect.any(String) },
      contactDetails: { name: 'Lucía', surNames: 'Ferrer Casals', position: '', tlf: '' },
    })
  })

  it('API-29: every participant reads the centre’s contact data, and CCI all of it', async () => {
    const { body } = await entity.call(readOwnParticipant, { query: { type: 'CCI' } })
    expect(body).toMatchObject({ type: 'CCI', id: cci.me.idGenericEntity, version: 0 })
    expect((await cci.call(readOwnParticipant)).body).toMatchObject({ type: 'CCI', version: 1 })
  })

  it('API-29: a user’s participant, by its e-mail or identifier', async () => {
    const of = (caller: Caller, user: string) => caller.call(readParticipantOfUser, { params: { user } })
    for (const user of ['Proveedor2@almotacen.example', provider.me.userId]) {
      expect((await of(provider, user)).body.id).toBe(provider.me.idGenericEntity)
      expect((await of(cci, user)).body.id).toBe(provider.me.idGenericEntity)
    }
    const foreign = await of(entity, 'proveedor@almotacen.example')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await of(entity, 'nadie@almotacen.example')).body)
    const { userId: id } = (await world.signIn('proveedor2@almotacen.example')).me
    expect((await of(cci, id)).status).toBe(200)
    await cci.call(deleteUser, { body: { id } })
    expect((await of(cci, id)).status).toBe(404)
  })
})

describe('participants of a kind', () => {
  it('API-30 ROLE-18: CCI reads all living ones, invited ones too', async () => {
    const { body } = await list(cci, 'provider')
    expect(body.totalElements).toBe(11)
    expect((await list(cci, 'entity')).body.totalElements).toBe(4)
    expect((await list(cci, 'audit')).body.totalElements).toBe(4)
  })

  it('API-30 ROLE-30: an entity reads the onboarded providers, no evaluators, and no entity but itself', async () => {
    const { body } = await list(entity, 'provider')
    expect(body.totalElements).toBe(7)
    expect(body.content.every((row: ParticipantWire) => row.onboarded)).toBe(true)
    expect(names(await list(entity, 'entity'))).toEqual(['Cajamar Caja Rural, Sociedad Cooperativa de Crédito'])
    expect((await list(entity, 'audit')).body).toEqual({ content: [], totalElements: 0 })
  })

  it('ROLE-39: an evaluator reads the providers that chose it', async () => {
    expect(names(await list(evaluator, 'provider'))).toEqual([
      'Cantera Nube, S.L.',
      'Mirlo Firma Electrónica, S.L.',
      'Tramontana Custodia Digital, S.L.',
    ])
  })

  it('ROLE-25 ROLE-28: a provider reads itself, and the evaluators it may choose', async () => {
    expect(names(await list(provider, 'provider'))).toEqual(['Tramontana Custodia Digital, S.L.'])
    expect(names(await list(provider, 'audit'))).toEqual([
      'Auditoría Somport, S.L.P.',
      'Peñalara Control, S.L.P.',
      'Quintanilla y Robles Auditores, S.L.P.',
    ])
    const accredited = await list(provider, 'audit', { accredited: true })
    expect(names(accredited)).toEqual(['Auditoría Somport, S.L.P.', 'Quintanilla y Robles Auditores, S.L.P.'])
    expect(accredited.body.totalElements).toBe(2)
    expect(names(await list(provider, 'audit', { accredited: false }))).toEqual(['Peñalara Control, S.L.P.'])
  })

  it('D14: a provider reads the data of an evaluator that it needs to choose one', async () => {
    const { body } = await one(provider, 'audit', idOf('Quintanilla'))
    expect(body).toMatchObject({ roac: 'S0984', cif: expect.stringMatching(/^B/), expiredAt: '2028-03-15' })
    expect(body).toMatchObject({ email: '', tlf: '', partnerAudit: '', billingEmail: '', address: null, fav: [] })
    expect(body.contactDetails).toEqual({})
  })

  it('API-30: filtered by name without case or accents, sorted and paged', async () => {
    expect(names(await list(cci, 'audit', { name: 'PENALARA' }))).toEqual(['Peñalara Control, S.L.P.'])
    expect(names(await list(cci, 'entity', { name: '0049' }))).toEqual(['Banco Santander, S.A.'])
    expect((await list(cci, 'provider', { name: '%' })).body.totalElements).toBe(0)
    const sorted = await list(cci, 'entity', { sort: 'name,desc', size: 2, page: 1 })
    expect(names(sorted)).toEqual(['Banco Santander, S.A.', 'Banco Bilbao Vizcaya Argentaria, S.A.'])
    expect(sorted.body.totalElements).toBe(4)
    const byDay = await list(cci, 'audit', { sort: 'expiredAt,desc' })
    expect(byDay.body.content.map((row: ParticipantWire) => row.expiredAt)).toEqual([
      '2028-03-15',
      '2027-06-19',
      '2026-10-12',
      null,
    ])
  })

  it('ROLE-31 PART-08: marks are the marker’s and CCI’s', async () => {
    const tramontana = provider.me.idGenericEntity
    const mark = [entity.me.idGenericEntity]
    expect((await one(entity, 'provider', tramontana)).body.fav).toEqual(mark)
    expect((await one(cci, 'provider', tramontana)).body.fav).toEqual(mark)
    expect((await one(provider, 'provider', tramontana)).body.fav).toEqual([])
    expect((await one(evaluator, 'provider', tramontana)).body.fav).toEqual([])
    const other = await world.signIn('externalizacion@santander.example')
    expect((await one(other, 'provider', tramontana)).body.fav).toEqual([])
  })
})

describe('hidden participants answer as unknown ones', () => {
  it.each([
    ['entity', 'provider', 'Hontanar'],
    ['entity', 'provider', 'Peñafiel'],
    ['entity', 'entity', 'Banco Santander'],
    ['entity', 'audit', 'Auditoría Somport'],
    ['provider', 'provider', 'Cantera'],
    ['provider', 'entity', 'Cajamar'],
    ['provider', 'audit', 'Ferrández'],
    ['evaluator', 'provider', 'Lumbre'],
    ['evaluator', 'audit', 'Auditoría Somport'],
    ['draft', 'provider', 'Tramontana'],
    ['draft', 'audit', 'Quintanilla'],
    ['cci', 'entity', 'Tramontana'],
  ] as const)('ROLE-24 ROLE-30 ROLE-39: for the %s the %s %s is not there', async (who, kind, name) => {
    const caller = { entity, provider, evaluator, draft, cci }[who]
    const foreign = await one(caller, kind, idOf(name))
    const absent = await one(caller, kind, missing)
    expect(foreign.status).toBe(404)
    expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(absent.body))
    expect(names(await list(caller, kind))).not.toContain(name)
  })

  it('ROLE-24: before its first acceptance a participant lists only itself', async () => {
    expect(names(await list(draft, 'provider'))).toEqual(['Peñafiel Transcripciones, S.L.'])
    expect((await list(draft, 'audit')).body.totalElements).toBe(0)
  })
})

describe('a participant without invitation', () => {
  const create = (caller: Caller, body: object) =>
    caller.call(createParticipant, { params: { kind: 'provider' }, body })

  it('API-31 ROLE-13 PART-06: CCI adds it as a draft', async () => {
    const { status, body } = await create(cci, { name: 'Nueva, S.A.', cif: 'a-12345674' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Nueva, S.A.', numEmployees: '_1_9', companyType: 'MICRO', onboarded: false })
    const documentation = await world.app.db
      .selectFrom('validation')
      .select(['kind', 'status'])
      .where('participant_id', '=', body.id)
      .execute()
    expect(documentation).toEqual([{ kind: 'DOC_MIN', status: null }])
    expect((await create(cci, { roac: 'S1' })).problem).toMatchObject({ code: 'unknownField' })
  })

  it('API-31: 403 for callers other than CCI', async () => {
    for (const caller of [provider, evaluator, entity]) expect((await create(caller, { name: 'x' })).status).toBe(403)
  })
})
