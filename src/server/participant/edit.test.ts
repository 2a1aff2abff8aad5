import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTimeline } from '#domain/audit-log/contract.ts'
import {
  editParticipant,
  patchParticipant,
  readOwnParticipant,
  readParticipant,
  updateParticipant,
} from '#domain/participant/contract.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { moneyRule } from '#domain/values/money.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let entity: Caller
let draft: Caller

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  provider = await world.signIn('proveedor@almotacen.example')
  evaluator = await world.signIn('evaluador@almotacen.example')
  entity = await world.signIn('entidad@almotacen.example')
  draft = await world.signIn('borrador@almotacen.example')
})
afterAll(() => world.stop())

type Kind = 'provider' | 'entity' | 'audit'
const put = (caller: Caller, kind: Kind, id: string, body: object) =>
  caller.call(editParticipant, { params: { kind, id }, body })
const own = async (caller: Caller) => (await caller.call(readOwnParticipant)).body
const lastEntry = (event: string) =>
  world.app.db
    .selectFrom('trail')
    .selectAll()
    .where('event', '=', event)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
const entries = async () =>
  (
    await world.app.db
      .selectFrom('trail')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('a draft', () => {
  it('API-32 PART-09: keeps incomplete text as typed, and normalises valid values', async () => {
    const id = draft.me.idGenericEntity
    const { status, body } = await put(draft, 'provider', id, {
      cif: 'b-12',
      email: 'Info@Penafiel.Example',
      web: 'esto no es una web',
      address: { viaType: 'CL', postalCode: '28' },
      economicInfo: { results: { exercise1: -7 } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      cif: 'b-12',
      email: 'info@penafiel.example',
      web: 'esto no es una web',
      address: { viaType: 'CL', viaLabel: 'Calle', postalCode: '28', city: '' },
      economicInfo: { results: { exercise1: -7, lastExercise: null } },
    })
    expect(await own(draft)).toEqual(body)
  })

  it.each([
    ['cif', 'A-39000013', 'A39000013'],
    ['cif', 'ESA39000013', 'A39000013'],
    ['cnae', '62.01', '6201'],
    ['address.postalCode', '28 013', '28013'],
    ['contactDetails.tlf', '912-345-678', '912345678'],
  ])('API-32 PART-09: a %s that was pasted as %s is kept as %s', async (path, pasted, kept) => {
    const [part = '', field] = path.split('.')
    const body = { [part]: field ? { [field]: pasted } : pasted }
    const answer = await put(draft, 'provider', draft.me.idGenericEntity, body)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ [part]: field ? { [field]: kept } : kept })
  })

  it('API-32 FORM-23: keeps an e-mail of 254 characters wherever a profile has one, and none of 255', async () => {
    const id = draft.me.idGenericEntity
    const longest = `ana@${`${'a'.repeat(63)}.`.repeat(3)}${'a'.repeat(55)}.es`
    expect(longest).toHaveLength(254)
    const profileOf = (email: string) => ({
      email,
      billingEmail: email,
      securityLeader: email,
      issuesContact: email,
      contactDetails: { email },
    })
    const kept = await put(draft, 'provider', id, profileOf(longest))
    expect([kept.status, kept.body]).toMatchObject([200, profileOf(longest)])
    const { status, problem } = await put(draft, 'provider', id, profileOf(`a${longest}`))
    expect(status).toBe(400)
    expect(Object.keys(problem.fields!).sort()).toEqual([
      'billingEmail',
      'contactDetails.email',
      'email',
      'issuesContact',
      'securityLeader',
    ])
  })

  it.each([
    [1e12, null],
    [-1e12, null],
    [1e12 + 1, MESSAGES.moneyTooLarge],
    [-1e12 - 1, MESSAGES.moneyTooLarge],
    [2 ** 53 + 2, MESSAGES.moneyTooLarge],
    [1.5, MESSAGES.valormoneda],
  ])('API-32 FORM-32: an amount of %d is taken, or refused with %j', async (amount, sentence) => {
    const economicInfo = { results: { lastExercise: amount } }
    const { status, problem } = await put(draft, 'provider', draft.me.idGenericEntity, { economicInfo })
    expect(status).toBe(sentence === null ? 200 : 400)
    if (sentence !== null) expect(problem.fields).toEqual({ 'economicInfo.results.lastExercise': sentence })
    expect(moneyRule(String(amount))).toBe(sentence)
  })

  it('API-32: takes the size of the company, and an address away again', async () => {
    const id = draft.me.idGenericEntity
    expect((await put(draft, 'provider', id, { numEmployees: '_10_49' })).body.numEmployees).toBe('_10_49')
    const { status, body } = await put(draft, 'provider', id, { address: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ address: null, numEmployees: '_10_49' })
    expect(await own(draft)).toEqual(body)
  })

  it('PART-10: before it is sent, a provider supplies its cnae', async () => {
    const { body } = await put(draft, 'provider', draft.me.idGenericEntity, { cnae: '63.11' })
    expect(body.cnae).toBe('6311')
  })

  it('ERR-25: an incomplete CIF conflicts with no other, and a complete one is unique', async () => {
    const fresh = await world.signIn('hontanar@almotacen.example')
    const taken = (await own(fresh)).cif
    const id = draft.me.idGenericEntity
    await world.app.db.updateTable('participant').set({ cif: 'B1' }).where('nrbe', '=', '0049').execute()
    expect((await put(draft, 'provider', id, { cif: 'B1' })).status).toBe(200)
    const refused = await put(draft, 'provider', id, { cif: taken })
    expect(refused).toMatchObject({ status: 409, problem: { code: 'cifExists' } })
    expect((await own(draft)).cif).toBe('B1')
    // Both spellings of a CIF are the same company.
    expect((await put(cci, 'provider', fresh.me.idGenericEntity, { cif: 'F04743175' })).status).toBe(200)
    const respelled = await put(draft, 'provider', id, { cif: 'F0474317E' })
    expect(respelled).toMatchObject({ status: 409, problem: { code: 'cifExists' } })
    expect((await put(cci, 'provider', fresh.me.idGenericEntity, { cif: taken })).status).toBe(200)
  })

  it('PART-13: even a draft has no half NRBE', async () => {
    const { id } = await world.app.db
      .selectFrom('participant')
      .select('id')
      .where('nrbe', '=', '0182')
      .executeTakeFirstOrThrow()
    const half = await put(cci, 'entity', id, { codNRBE: '18x' })
    expect(half).toMatchObject({
      status: 400,
      problem: { fields: { codNRBE: expect.stringContaining('cuatro cifras') } },
    })
    expect((await put(cci, 'entity', id, { codNRBE: '3058' })).problem.code).toBe('nrbeExists')
    expect((await put(cci, 'entity', id, { codNRBE: '183' })).body.codNRBE).toBe('0183')
  })
})

describe('after sending', () => {
  it('API-32 PART-09 FORM-20: an edit must be complete, and wrong fields are named', async () => {
    const before = await own(provider)
    const wrong = await put(provider, 'provider', before.id, {
      billingContact: '',
      email: 'x',
      address: { ...before.address, postalCode: '99999' },
      economicInfo: { ...before.economicInfo, results: { lastExercise: 1, exercise1: null, exercise2: 0 } },
    })
    expect(wrong).toMatchObject({ status: 400, problem: { code: 'invalid' } })
    expect(wrong.problem.fields).toEqual({
      billingContact: 'No puede estar vacio',
      email: 'Correo electrónico no válido',
      'address.postalCode': 'Código Postal erroneo',
      'economicInfo.results.exercise1': 'No puede estar vacio',
    })
    expect(await own(provider)).toEqual(before)
  })

  it('API-32: an edit is normalised and saved, and the audit log names its fields', async () => {
    const before = await own(provider)
    const { body } = await put(provider, 'provider', before.id, {
      version: before.version,
      web: 'tramontana.example',
      issuesContact: 'Guardia@Tramontana.Example',
      contactDetails: { name: 'Íñigo', tlf: '911 234 567' },
    })
    expect(body).toMatchObject({
      web: 'https://tramontana.example',
      issuesContact: 'guardia@tramontana.example',
      contactDetails: { name: 'Íñigo', surNames: '', tlf: '911234567' },
      version: before.version + 1,
    })
    const { data, participant_id, actor_id } = await lastEntry('participant.edited')
    expect(data).toEqual({ fields: ['web', 'issuesContact', 'contactDetails'] })
    expect({ participant_id, actor_id }).toEqual({ participant_id: before.id, actor_id: provider.me.userId })
  })

  it('API-32: saving unchanged values is no change', async () => {
    const before = await own(provider)
    const count = await entries()
    const { name, commercialName, cif, cnae, address, economicInfo, numEmployees } = before
    const { body } = await put(provider, 'provider', before.id, {
      ...{ name, commercialName, cif, cnae, address, economicInfo, numEmployees },
    })
    expect(body).toEqual(before)
    expect(await entries()).toBe(count)
  })

  it('PART-10 PART-12: the owner cannot change fields of CCI', async () => {
    const refused = await put(provider, 'provider', provider.me.idGenericEntity, { cnae: '6201', web: 'otra.example' })
    expect(refused).toMatchObject({
      status: 400,
      problem: { code: 'unknownField', fields: { cnae: expect.any(String) } },
    })
    expect((await own(provider)).web).not.toContain('otra')
    const entityEdit = await put(entity, 'entity', entity.me.idGenericEntity, {
      name: 'Otra Caja',
      codNRBE: '9999',
      address: { city: 'Lugo' },
      extraData: { 'Dato obligatorio': 'Compras' },
    })
    expect(Object.keys(entityEdit.problem.fields!).sort()).toEqual(['address', 'codNRBE', 'name'])
  })

  it('ROLE-41 D33: only CCI changes the identity of a company, and the audit log keeps the old one', async () => {
    const [mine, theirs] = [await own(provider), await own(evaluator)]
    const other = { name: 'Indra Sistemas, S.A.', commercialName: 'Indra', cif: 'A28599033' }
    const renamed = await put(provider, 'provider', mine.id, { ...other, web: 'indra.example' })
    expect(renamed).toMatchObject({ status: 400, problem: { code: 'unknownField' } })
    expect(Object.keys(renamed.problem.fields!).sort()).toEqual(['cif', 'commercialName', 'name'])
    const firm = { businessName: 'Deloitte, S.L.', commercialName: 'Deloitte', cif: 'B79104469', roac: 'S0692' }
    const posed = await put(evaluator, 'audit', theirs.id, firm)
    expect(Object.keys(posed.problem.fields!).sort()).toEqual(['businessName', 'cif', 'commercialName', 'roac'])
    expect([await own(provider), await own(evaluator)]).toEqual([mine, theirs])

    expect((await put(cci, 'provider', mine.id, { cif: other.cif, web: mine.web })).body.cif).toBe(other.cif)
    const { data } = await lastEntry('participant.edited')
    expect(data).toEqual({ fields: ['cif'], before: { cif: mine.cif }, after: { cif: other.cif } })
    const { body } = await cci.call(readTimeline, {
      params: { kind: 'participant', id: mine.id },
      query: { size: 1, sort: 'at,desc' },
    })
    expect(body.content[0]!.sentence).toContain(`CIF, de «${mine.cif}» a «${other.cif}»`)
    expect((await put(cci, 'provider', mine.id, { cif: mine.cif })).status).toBe(200)
  })

  it('PART-14 PART-11: an entity writes its additional data, and only those that are asked', async () => {
    const id = entity.me.idGenericEntity
    const extraData = { 'Dato obligatorio': 'Compras', 'Dato No obligatorio': 'Planta 3' }
    expect((await put(entity, 'entity', id, { extraData })).body.extraData).toEqual(extraData)
    const missing = await put(entity, 'entity', id, { extraData: { 'Dato No obligatorio': 'x' } })
    expect(missing.problem.fields).toEqual({ 'extraData.Dato obligatorio': 'No puede estar vacio' })
    const foreign = await put(entity, 'entity', id, { extraData: { ...extraData, rol: 'CCI' } })
    expect(foreign.problem).toMatchObject({ code: 'unknownField', fields: { 'extraData.rol': expect.any(String) } })
  })

  it.each(['type', 'fav', 'companyType', 'expiredAt', 'onboarded', 'id', 'deleted_at', 'isAdmin'])(
    'ROLE-41 API-32: %s in the body is refused by name',
    async field => {
      const refused = await put(evaluator, 'audit', evaluator.me.idGenericEntity, { [field]: '2030-01-01' })
      expect(refused).toMatchObject({ status: 400, problem: { code: 'unknownField' } })
      expect(refused.problem.fields).toHaveProperty(field)
    },
  )

  it('PART-15 PART-18: an evaluator may do without an ISAE partner, but not without the other', async () => {
    const id = evaluator.me.idGenericEntity
    expect((await put(evaluator, 'audit', id, { partnerISAE30: 'Ana Gil' })).body.partnerISAE30).toBe('Ana Gil')
    expect((await put(evaluator, 'audit', id, { partnerISAE30: '' })).body.partnerISAE30).toBe('')
    expect((await put(evaluator, 'audit', id, { partnerAudit: '' })).problem.fields).toEqual({
      partnerAudit: 'No puede estar vacio',
    })
  })

  it('API-32: refuses an edit of an older version', async () => {
    const { id, version } = await own(provider)
    const late = await put(provider, 'provider', id, { version: version - 1, web: 'tarde.example' })
    expect(late).toMatchObject({ status: 409, problem: { code: 'changedMeanwhile' } })
  })

  it('API-32: of simultaneous saves of one version one succeeds', async () => {
    const { id, version } = await own(evaluator)
    const saves = ['Uno', 'Dos', 'Tres', 'Cuatro'].map(billingContact =>
      put(evaluator, 'audit', id, { version, billingContact }),
    )
    const statuses = (await Promise.all(saves)).map(answer => answer.status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
  })

  it('ROLE-13: CCI writes all of a participant, to the same rules', async () => {
    const id = provider.me.idGenericEntity
    expect((await put(cci, 'provider', id, { cnae: '6201' })).body.cnae).toBe('6201')
    expect((await put(cci, 'provider', id, { cnae: '1' })).problem.fields).toEqual({ cnae: 'CNAE erroneo' })
    expect((await put(cci, 'provider', id, { roac: 'S1' })).problem.code).toBe('unknownField')
    expect((await put(cci, 'entity', entity.me.idGenericEntity, { name: 'Cajamar' })).body.name).toBe('Cajamar')
  })

  it('API-35: the other path edits the same', async () => {
    const idGenericEntity = provider.me.idGenericEntity
    const { body } = await provider.call(updateParticipant, { body: { idGenericEntity, billingContact: 'Eva Rey' } })
    expect(body.billingContact).toBe('Eva Rey')
    const cantera = (
      await world.app.db
        .selectFrom('participant')
        .select('id')
        .where('name', 'like', 'Cantera%')
        .executeTakeFirstOrThrow()
    ).id
    const edit = (caller: Caller, id: string) =>
      caller.call(updateParticipant, { body: { idGenericEntity: id, billingContact: 'x' } })
    expect((await edit(entity, cantera)).status).toBe(403)
    const foreign = await edit(provider, cantera)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual((await edit(provider, '00000000000000000000000000')).body)
    expect((await edit(cci, cci.me.idGenericEntity)).status).toBe(404)
  })
})

describe('others’ participants', () => {
  it('ROLE-13 ROLE-32: 403 for an edit by a reader, 404 for one by any other participant', async () => {
    const id = provider.me.idGenericEntity
    expect((await put(entity, 'provider', id, { name: 'x' })).status).toBe(403)
    expect((await put(evaluator, 'provider', id, { name: 'x' })).status).toBe(403)
    expect((await put(provider, 'audit', evaluator.me.idGenericEntity, { tlf: '911234567' })).status).toBe(403)
    const lumbre = await world.signIn('lumbre@almotacen.example')
    const foreign = await put(lumbre, 'provider', id, { name: 'x' })
    const missing = await put(lumbre, 'provider', '00000000000000000000000000', { name: 'x' })
    expect(foreign.status).toBe(404)
    expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(missing.body))
  })
})

describe('fields that only CCI sets', () => {
  const patch = (caller: Caller, kind: Kind, id: string, body: object) =>
    caller.call(patchParticipant, { params: { kind, id }, body })

  it('API-34 LIM-26: the company type of a provider', async () => {
    const id = provider.me.idGenericEntity
    expect((await patch(cci, 'provider', id, { companyType: 'GRANDE' })).body.companyType).toBe('GRANDE')
    expect((await lastEntry('participant.edited')).data).toEqual({ fields: ['companyType'] })
    expect((await patch(cci, 'provider', id, { companyType: 'ENORME' })).status).toBe(400)
    expect((await patch(cci, 'entity', entity.me.idGenericEntity, { companyType: 'PYME' })).problem.code).toBe(
      'unknownField',
    )
  })

  it('ROLE-15 PART-07: the accreditation of an evaluator, from tomorrow on', async () => {
    const id = evaluator.me.idGenericEntity
    const today = await patch(cci, 'audit', id, { expiredAt: '2026-11-21' })
    expect(today).toMatchObject({ status: 400, problem: { code: 'expiryTooEarly' } })
    expect(today.problem.fields).toHaveProperty('expiredAt')
    const never = await patch(cci, 'audit', id, { expiredAt: '9999-12-31' })
    expect(never).toMatchObject({ status: 400, problem: { code: 'expiryTooLate' } })
    expect((await patch(cci, 'audit', id, { expiredAt: '2026-11-22' })).body.expiredAt).toBe('2026-11-22')
    expect(await lastEntry('participant.accredited')).toMatchObject({
      object_id: id,
      data: { accreditedUntil: '2026-11-22' },
    })
    expect((await patch(cci, 'provider', provider.me.idGenericEntity, { expiredAt: '2027-01-01' })).problem.code).toBe(
      'unknownField',
    )
  })

  it('ROLE-15 ROLE-41: 403 for other callers, also for the evaluator itself', async () => {
    const id = evaluator.me.idGenericEntity
    for (const caller of [evaluator, provider, entity]) {
      expect((await patch(caller, 'audit', id, { expiredAt: '2030-01-01' })).status).toBe(403)
    }
    expect((await cci.call(readParticipant, { params: { kind: 'audit', id } })).body.expiredAt).toBe('2026-11-22')
  })
})

describe('figures', () => {
  it('PART-26 LIM-27: are of the years in which they were given, whatever else is saved after the next has ended', async () => {
    const id = provider.me.idGenericEntity
    const { economicInfo } = await own(provider)
    expect(await own(provider)).toMatchObject({ economicYear: 2025 })
    world.clock.set('2027-01-04T09:00:00.000Z')
    const caller = await world.signIn('proveedor@almotacen.example')
    const body = { economicInfo, web: 'www.tramontana-custodia.example' }
    expect((await put(caller, 'provider', id, body)).body).toMatchObject({ economicInfo, economicYear: 2025 })
    const newer = { ...economicInfo, results: { lastExercise: 7, exercise1: 8, exercise2: 9 } }
    const answer = await put(caller, 'provider', id, { economicInfo: newer })
    expect(answer.body).toMatchObject({ economicInfo: newer, economicYear: 2026 })
    const year = (await put(caller, 'provider', id, { economicYear: 2020 })).problem
    expect(year.code).toBe('unknownField')
  })
})
