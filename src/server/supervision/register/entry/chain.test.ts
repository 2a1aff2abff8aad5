import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conflict } from '#domain/conflict/conflict.ts'
import { changeCompany, listCompanies, saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { exportSupervision } from '#domain/supervision/own-data/contract.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import {
  addArrangement,
  changeArrangement,
  exportArrangements,
  listArrangements,
  removeArrangement,
} from '#domain/supervision/register/entry/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { lintedRegister } from '#server/supervision/register/lint.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import { contractBody, newContract, newFunction, newLine } from '#test/support/register-entries.ts'
import { destroyNow } from '#test/support/retention.ts'

let acting: Acting
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
})
afterAll(() => acting.portal.stop())

const named = (more: object = {}) => outside({ lei: newLei(), ...more })
const found = async (q: string, reader: Caller = bank) =>
  (await ok(reader.call(listCompanies, { query: { q } }))).content.map(({ name }: { name: string }) => name)
const change = (id: string, body: object) => bank.call(changeArrangement, { params: { id }, body: body as never })
const read = async (id: string): Promise<ArrangementWire> =>
  (await ok(bank.call(listArrangements, { query: { id } }))).content[0]
const linted = () => lintedRegister(acting.portal.app.db, bank.me.idGenericEntity, '2026-01-15')
/** The ultimate parent that the file gives a company. */
const filedParent = async (lei: string) =>
  (await linted()).tables['B_05.01'].find(({ cells }) => cells[0] === lei)?.cells[10]
/** Rank, company and recipient of the rows of a contract. */
const filedChain = async (reference: string) =>
  (await linted()).tables['B_05.02']
    .filter(({ cells }) => cells[0] === reference)
    .map(({ cells }) => [cells[4], cells[2], cells[5]])

describe('REG-11: a bank writes the ultimate parent of a company outside', () => {
  test('its file names that one, which goes when it is taken away', async () => {
    const [company, parent] = [named(), named({ name: 'Grupo', country: 'US' })]
    const contract = await newContract(bank, { company: { ...company, parent } })
    expect(contract).toMatchObject({ company: { parent: { name: 'Grupo' } }, parent: { lei: parent.lei } })
    expect(await filedParent(company.lei)).toBe(parent.lei)
    // Without a parent in the call it stays; one that is written again is changed where it stands.
    await ok(change(contract.id, { company: { ...company, name: 'Otra' } }))
    await ok(change(contract.id, { company: { ...company, parent: { ...parent, name: 'Grupo Dos' } } }))
    expect((await read(contract.id)).parent).toMatchObject({ id: contract.parent.id, name: 'Grupo Dos' })
    await ok(change(contract.id, { company: { ...company, parent: null } }))
    expect((await read(contract.id)).parent).toBeNull()
    expect(await filedParent(company.lei)).toBe(company.lei)
    expect(await found(parent.lei)).toEqual([])
    const itself = await ok(change(contract.id, { company: { ...company, parent: company } }))
    expect(itself.parent).toBeNull()
    const wrong = await change(contract.id, { company: { ...company, parent: { ...parent, lei: 'X' } } })
    expect(wrong.problem.fields).toHaveProperty(['company.parent.lei'])
  })

  test('of one that all share, which says nothing of it to others', async () => {
    const params = { id: acting.provider.me.idGenericEntity }
    const company = named()
    const { parent: shared } = await ok(
      acting.provider.call(saveRegisterIdentity, { params, body: { parent: company } as never }),
    )
    const [first, second] = [await newContract(bank, { company }), await newContract(bank, { company })]
    expect([first.company.id, second.company.id]).toEqual([shared.id, shared.id])
    const parent = named({ name: 'Grupo del banco' })
    const changed = await ok(change(first.id, { company: { ...company, parent } }))
    expect(changed.company.id).not.toBe(shared.id)
    // Both contracts are with the same company.
    expect((await read(second.id)).company?.id).toBe(changed.company.id)
    for (const reader of [acting.cci, acting.provider]) {
      const { content } = await ok(reader.call(listCompanies, { query: { q: company.lei } }))
      expect(content).toMatchObject([{ id: shared.id, parent: null }])
      expect(await found(parent.lei, reader)).toEqual([])
    }
  })

  test('a parent of several companies becomes another one only where that is written', async () => {
    const parent = { name: 'Matriz sin código', country: 'US' }
    const one = await newContract(bank, { company: { ...named(), parent } })
    const two = await newContract(bank, { company: { ...named(), parent } })
    expect(two.parent.id).toBe(one.parent.id)
    const { name, country, lei, euid, latinName, personType } = two.company
    const company = { name, country, lei, euid, latinName, personType }
    await ok(change(two.id, { company: { ...company, parent: { name: 'Otra matriz', country: 'US' } } }))
    expect((await read(one.id)).parent?.name).toBe('Matriz sin código')
    expect((await read(two.id)).parent?.name).toBe('Otra matriz')
  })
})

describe('REG-11: a bank writes who works for a company outside', () => {
  const asInput = (contract: ArrangementWire) =>
    contract.chain.map(
      ({ id, ictType, company: { id: _id, version: _version, parent: _parent, ...company }, recipientId }) => ({
        id,
        ictType,
        company,
        recipient: recipientId === null ? null : contract.chain.findIndex(each => each.id === recipientId),
      }),
    )
  /** A contract of a critical function with two companies in its chain. */
  async function chained() {
    const [company, first, second] = [named(), named({ name: 'Primera' }), named({ name: 'Segunda' })]
    const link = (each: object, recipient: number | null) => ({ ictType: 'S17', company: each, recipient })
    const contract = await newContract(bank, { company, chain: [link(second, 1), link(first, null)] })
    const functionId = (await newFunction(bank)).id
    await newLine(bank, { arrangementId: contract.id, functionId, ictType: 'S17', provisionCountries: ['IE'] })
    return { contract, company, first, second }
  }

  test('it is filed by rank for its type, and lint no longer asks for it', async () => {
    const { contract, company, first, second } = await chained()
    expect(contract.chain).toMatchObject([
      { ictType: 'S17', company: { name: 'Segunda' }, recipientId: contract.chain[1]!.id },
      { ictType: 'S17', company: { name: 'Primera' }, recipientId: null },
    ])
    expect(await filedChain(contract.reference)).toEqual([
      ['1', company.lei, company.lei],
      ['3', second.lei, first.lei],
      ['2', first.lei, company.lei],
    ])
    const asked = async () =>
      (await linted()).faults.filter(({ rule, place }) => rule === 'R65' && place.id === contract.id).length
    expect(await asked()).toBe(0)
    await ok(change(contract.id, { chain: [] }))
    expect(await asked()).toBe(1)
    expect(await found(first.lei)).toEqual([])
    await ok(change(contract.id, { chainIsWhole: true }))
    expect(await asked()).toBe(0)
  })

  test('the same again changes nothing; one is changed where it stands, another goes, a third comes', async () => {
    const { contract, first, second } = await chained()
    const same = await ok(change(contract.id, { chain: asInput(contract), version: 1 }))
    expect(same.version).toBe(1)
    const [below, above] = asInput(contract) as [ReturnType<typeof asInput>[number], ReturnType<typeof asInput>[number]]
    const third = named({ name: 'Tercera', parent: named({ name: 'Grupo Tercera' }) })
    const chain = [
      { ...above, company: { ...above.company, name: 'Primera, S.A.' }, recipient: null },
      { ictType: 'S17' as const, company: third, recipient: 0 },
    ]
    const changed: ArrangementWire = await ok(change(contract.id, { chain, version: 1 }))
    expect(changed).toMatchObject({
      version: 2,
      chain: [
        { id: above.id, company: { id: contract.chain[1]!.company.id, name: 'Primera, S.A.', lei: first.lei } },
        { company: { name: 'Tercera' }, parent: { name: 'Grupo Tercera' }, recipientId: above.id },
      ],
    })
    expect(await found(second.lei)).toEqual([])
    expect(below.id).not.toBe(changed.chain[1]!.id)
    const stale = await change(contract.id, { chain: [], version: 1 })
    expect([stale.status, stale.problem.code]).toEqual([409, 'changedMeanwhile'])
    expect((stale.problem.conflict as Conflict).differences).toContainEqual(
      expect.objectContaining({ label: 'Subcontratistas' }),
    )
    const csv = Buffer.from((await bank.call(exportArrangements, { query: { id: contract.id } })).body).toString()
    expect(csv).toContain('S17: Primera, S.A., Tercera')
  })

  test('what is wrong names its place', async () => {
    const { contract, company, first } = await chained()
    const link = (each: object, recipient: number | null = null) => ({ ictType: 'S17', company: each, recipient })
    for (const [chain, field] of [
      [[link(first), link(first)], 'chain.1.company.name'],
      [[link(first, 0)], 'chain.0.recipient'],
      [[link(first, 7)], 'chain.0.recipient'],
      [[link(company)], 'chain.0.company.name'],
      [[link({ ...first, lei: 'X' })], 'chain.0.company.lei'],
    ] as const) {
      const wrong = await change(contract.id, { chain })
      expect([wrong.status, Object.keys(wrong.problem.fields ?? {})]).toEqual([400, [field]])
    }
    expect((await read(contract.id)).version).toBe(1)
    // A subcontract of another contract is none of this one, and stays.
    const { id } = contract.chain[0]!
    const taking = await newContract(bank, { company: named(), chain: [{ ...link(named()), id }] })
    expect(taking.chain[0].id).not.toBe(id)
    expect((await read(contract.id)).chain).toEqual(contract.chain)
    const providerId = acting.provider.me.idGenericEntity
    const ofProvider = await bank.call(addArrangement, {
      body: { ...contractBody(), providerId, chain: [link(named())] } as never,
    })
    expect(ofProvider.problem.fields?.chain).toMatch(/los declara el proveedor/)
  })

  test('it is the secret of the bank, and goes with its contract or its company', async () => {
    const { contract, first, second } = await chained()
    const other = await acting.portal.signIn('externalizacion@santander.example')
    for (const reader of [acting.cci, acting.provider, other]) expect(await found(first.lei, reader)).toEqual([])
    expect(await found(first.lei)).toEqual(['Primera'])
    const copy = JSON.stringify((await bank.call(exportSupervision)).body)
    expect(copy).toContain(contract.chain[0]!.id)
    expect((await bank.call(removeArrangement, { params: { id: contract.id } })).problem.code).toBe('arrangementUsed')
    const unused = await newContract(bank, {
      company: named(),
      chain: [{ ictType: 'S17', company: second, recipient: null }],
    })
    // It is in two chains.
    expect(unused.chain[0].company.id).toBe(contract.chain[0]!.company.id)
    expect((await bank.call(removeArrangement, { params: { id: unused.id } })).status).toBe(204)
    expect(await found(second.lei)).toEqual(['Segunda'])
    const moved = await newContract(bank, {
      company: named(),
      chain: [{ ictType: 'S17', company: named({ name: 'Una' }), recipient: null }],
    })
    const providerId = acting.provider.me.idGenericEntity
    expect((await ok(change(moved.id, { providerId }))).chain).toEqual([])
    expect(await found('Una')).toEqual([])
  })

  test('DORA-08: what CCI changes of a company that all share changes no chain of a bank', async () => {
    const params = { id: acting.provider.me.idGenericEntity }
    const company = named({ name: 'Compartida' })
    const { parent: shared } = await ok(
      acting.provider.call(saveRegisterIdentity, { params, body: { parent: company } as never }),
    )
    const contract = await newContract(bank, {
      company: named(),
      chain: [{ ictType: 'S17', company, recipient: null }],
    })
    expect(contract.chain[0].company.id).toBe(shared.id)
    await ok(acting.cci.call(changeCompany, { params: { id: shared.id }, body: { name: 'Fantasma', lei: newLei() } }))
    expect((await read(contract.id)).chain).toMatchObject([{ company: { name: 'Compartida', lei: company.lei } }])
  })
})

test('S13: the companies above one of a bank stay when the provider that named them is destroyed', async () => {
  const gone = await acting.portal.signIn('lumbre@almotacen.example')
  const id = gone.me.idGenericEntity
  const [group, top] = [named({ name: 'Grupo' }), named({ name: 'Cima' })]
  const { parent } = await ok(gone.call(saveRegisterIdentity, { params: { id }, body: { parent: group } as never }))
  await ok(gone.call(changeCompany, { params: { id: parent.id }, body: { parent: top } as never }))
  const company = named()
  const contract = await newContract(bank, { company: { ...company, parent: group } })
  expect(contract.parent.id).toBe(parent.id)
  expect(await filedParent(company.lei)).toBe(top.lei)
  await ok(acting.cci.call(deleteParticipant, { body: { idGenericEntity: id } }))
  acting.portal.clock.move((acting.portal.app.settings.retentionYears + 1) * 366 * DAY)
  await destroyNow(acting.portal)
  const { db } = acting.portal.app
  const row = await db.selectFrom('participant').select('destroyed_at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.destroyed_at).not.toBeNull()
  expect(await filedParent(company.lei)).toBe(top.lei)
})
