import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changeCompany,
  listCompanies,
  listServiceFacts,
  readRegisterIdentity,
  readServiceFacts,
  saveRegisterIdentity,
  saveServiceFacts,
} from '#domain/participant/company/contract.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { namedParent, newLei, outside } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import { bareService } from '#test/support/uses.ts'

let acting: Awaited<ReturnType<typeof startActing>>
let other: Caller
beforeAll(async () => {
  acting = await startActing()
  other = await acting.portal.signIn('lumbre@almotacen.example')
})
afterAll(() => acting.portal.stop())

const identity = (caller: Caller, of = acting.provider) =>
  caller.call(readRegisterIdentity, { params: { id: of.me.idGenericEntity } })
const save = (body: object, caller = acting.provider, of = acting.provider) =>
  caller.call(saveRegisterIdentity, { params: { id: of.me.idGenericEntity }, body })

test('DORA-01: every field of an identity is optional, and those of before stay', async () => {
  const { provider, provider2, cci, bank, evaluator } = acting
  const empty = { lei: null, euid: null, country: null, personType: null, latinName: '', parent: null, version: 0 }
  expect(await ok(identity(provider))).toMatchObject(empty)
  const saved = await ok(save({ lei: ' 5493 006q mfdd mywi am13', country: 'es' }))
  expect(saved).toMatchObject({ ...empty, lei: '5493006QMFDDMYWIAM13', country: 'ES', version: 1 })
  expect(await ok(save({ personType: 'LEGAL', leiRenewalOn: '2027-03-01' }, cci))).toMatchObject({
    lei: '5493006QMFDDMYWIAM13',
    leiRenewalOn: '2027-03-01',
    personType: 'LEGAL',
    version: 2,
  })
  expect(await ok(save({ country: 'ES' }, provider2))).toMatchObject({ version: 2 })
  for (const reader of [provider2, cci, bank, evaluator]) expect((await ok(identity(reader))).version).toBe(2)
  expect((await identity(other)).status).toBe(404)
  expect((await save({ lei: null }, other)).status).toBe(404)
  expect((await identity(bank, acting.waiting)).status).toBe(404)
})

test('DORA-02 DORA-03 DORA-04: wrong codes are refused, each by its field', async () => {
  const fieldsOf = async (body: object) => {
    const { status, problem } = await save(body)
    return [status, Object.keys(problem.fields ?? {})]
  }
  expect(await fieldsOf({ lei: '5493006QMFDDMYWIAM14' })).toEqual([400, ['lei']])
  expect(await fieldsOf({ euid: 'PTX.1' })).toEqual([400, ['euid']])
  expect(await fieldsOf({ country: 'XX' })).toEqual([400, ['country']])
  expect(await fieldsOf({ otherCode: '1', otherCodeType: 'VAT' })).toEqual([400, ['otherCode']])
  expect(await fieldsOf({ parent: { name: 'Grupo', country: 'IE', lei: 'X' } })).toEqual([400, ['parent.lei']])
  expect((await ok(identity(acting.provider))).version).toBe(2)
})

test('DORA-01: banks that see a service read the provider’s facts about it', async () => {
  const { provider, bank } = acting
  const { providerId: id, serviceId } = await bareService(acting)
  const params = { id, serviceId }
  const facts = { ictType: 'S17', provisionCountries: ['IE', 'es'], holdsData: true, storageCountries: ['ES'] }
  const saved = await ok(provider.call(saveServiceFacts, { params, body: facts }))
  expect(saved).toMatchObject({ ...facts, provisionCountries: ['ES', 'IE'], processingCountries: [], version: 1 })
  await ok(provider.call(saveServiceFacts, { params, body: { processingCountries: ['ES'] } }))
  const read = await ok(bank.call(readServiceFacts, { params }))
  expect(read).toMatchObject({ ictType: 'S17', holdsData: true, processingCountries: ['ES'], version: 2 })
  expect((await ok(bank.call(listServiceFacts, { params: { id } }))).services).toContainEqual(read)
  const wrong = await provider.call(saveServiceFacts, { params, body: { holdsData: false } })
  expect(wrong.problem.fields).toHaveProperty('storageCountries')
  expect((await provider.call(readServiceFacts, { params: { id, serviceId: '0'.repeat(26) } })).status).toBe(404)
  expect((await other.call(readServiceFacts, { params })).status).toBe(404)
})

test('CHAIN-02 DORA-08: a company with a LEI or EUID that is there is one for all, and keeps its name', async () => {
  const lei = newLei()
  const first = (await ok(save({ parent: outside({ name: 'Grupo Norte', lei }) }))).parent
  const second = (await ok(save({ parent: outside({ name: 'Grupo N.', lei }) }, other, other))).parent
  expect(second).toEqual(first)
  const third = await ok(save({ parent: outside({ name: 'Otra', lei: null, euid: 'IECRO.1234' }) }, other, other))
  expect(third.parent.id).not.toBe(first.id)
  const mixed = await save({ parent: outside({ lei, euid: 'IECRO.1234' }) })
  expect(mixed.problem.fields).toHaveProperty('parent.euid')
})

test('CHAIN-02: a company without codes belongs to the participant that names it', async () => {
  const bare = () => outside({ name: 'Sin código', lei: null })
  const mine = (await ok(save({ parent: bare() }))).parent
  expect((await ok(save({ parent: bare() }))).parent.id).toBe(mine.id)
  const theirs = (await ok(save({ parent: bare() }, other, other))).parent
  expect(theirs.id).not.toBe(mine.id)
  const found = async (caller: Caller, q: string) =>
    (await ok(caller.call(listCompanies, { query: { q } }))).content.map((each: { id: string }) => each.id)
  expect(await found(acting.provider, 'sin codigo')).toEqual([mine.id])
  expect(await found(acting.cci, 'SIN CÓDIGO')).toEqual([mine.id, theirs.id].toSorted())
  expect(await found(acting.bank, 'sin codigo')).toEqual([])
  const shared = (await ok(save({ parent: outside() }, other, other))).parent
  expect(await found(acting.bank, shared.lei)).toEqual([shared.id])
  expect(await found(acting.bank, shared.name)).toEqual([])
})

test('CHAIN-02: a provider changes a company that it alone names; with the code of another the two become one', async () => {
  const { provider, cci } = acting
  const company = await namedParent(provider)
  const change = (caller: Caller, body: object, id = company.id) => caller.call(changeCompany, { params: { id }, body })
  expect((await change(other, { name: 'Otra' })).status).toBe(404)
  expect(await ok(change(provider, { name: 'Mejor nombre', country: 'pt' }))).toMatchObject({
    name: 'Mejor nombre',
    country: 'PT',
    version: 2,
  })
  await ok(save({ parent: outside({ lei: company.lei }) }, other, other))
  expect((await change(provider, { name: 'Mío' })).problem.code).toBe('companyShared')
  expect((await ok(change(cci, { name: 'Del centro' }))).name).toBe('Del centro')
  expect((await change(cci, { lei: null })).problem.fields).toHaveProperty('lei')

  const bare = (await ok(save({ parent: outside({ name: 'Aún sin LEI', lei: null }) }))).parent
  expect((await ok(change(provider, { lei: company.lei }, bare.id))).id).toBe(company.id)
  expect((await ok(identity(provider))).parent).toMatchObject({ id: company.id, name: 'Del centro' })
  expect((await ok(save({ parentId: null }))).parent).toBeNull()
  expect((await save({ parentId: bare.id })).problem.fields).toHaveProperty('parentId')
})
