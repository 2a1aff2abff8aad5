import { afterAll, beforeAll, expect, test } from 'vitest'
import { clauseKeys, clauses } from '#domain/supervision/register/clause/clauses.ts'
import { listMissingClauses, readClauses, saveClauses } from '#domain/supervision/register/clause/contract.ts'
import { changeArrangement, changeFunction, removeArrangement } from '#domain/supervision/register/entry/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import type { Caller } from '#test/support/portal.ts'
import { newContract, newFunction, newLine, newRegister } from '#test/support/register-entries.ts'
import { begun, fileNow } from '#test/support/reliance.ts'
import { bareService, declared } from '#test/support/uses.ts'

let acting: Acting
let bank: Caller
let stranger: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  stranger = await acting.portal.signIn('externalizacion@santander.example')
})
afterAll(() => acting.portal.stop())

const all = (standing: string) => ({
  ...Object.fromEntries(clauseKeys.map(key => [`standing${key}`, standing])),
  ...(standing === 'PRESENT' ? Object.fromEntries(clauseKeys.map(key => [`place${key}`, `Cláusula ${key}`])) : {}),
})
const saved = (id: string, body: object) => ok(bank.call(saveClauses, { params: { id }, body: body as never }))
const missing = async (caller = bank) => (await ok(caller.call(listMissingClauses))).contracts
const missingOf = async (id: string) => (await missing()).find((each: { id: string }) => each.id === id)

test('REG-26: a bank writes of each clause whether it is there and where; what is not sent stays, and the same again changes nothing', async () => {
  const { contract } = await newRegister(acting)
  const params = { id: contract.id }
  expect(await ok(bank.call(readClauses, { params }))).toMatchObject({
    reference: contract.reference,
    isCritical: true,
    standing2a: null,
    place2a: '',
    version: 0,
  })
  const first = await saved(contract.id, { standing2a: 'PRESENT', place2a: 'Cláusula 3', version: 0 })
  expect(first).toMatchObject({ standing2a: 'PRESENT', place2a: 'Cláusula 3', standing2b: null, version: 1 })
  const before = await newestEntry(acting.portal)
  expect(await saved(contract.id, { standing2b: 'ABSENT', version: 1 })).toMatchObject({
    ...first,
    standing2b: 'ABSENT',
    version: 2,
  })
  expect(await saved(contract.id, { standing2b: 'ABSENT' })).toMatchObject({ version: 2 })
  const entries = (await entriesAfter(acting.portal, before)).filter(({ event }) => event.startsWith('arrangement'))
  expect(entries.map(({ event }) => event)).toEqual(['arrangement-clauses.saved'])
  expect((await bank.call(saveClauses, { params, body: { standing2c: 'ABSENT', version: 1 } })).status).toBe(409)
  // No other bank reads or writes it.
  expect((await stranger.call(readClauses, { params })).status).toBe(404)
  expect((await stranger.call(saveClauses, { params, body: { standing2a: 'ABSENT' } })).status).toBe(404)
  expect(await missing(stranger)).toEqual([])
})

test('REG-26: a clause that is there without its place is refused in its field, and so is an unknown clause', async () => {
  const { id } = await newContract(bank, { company: { name: 'Externa, S.L.', country: 'ES' } })
  const sent = (body: object) => bank.call(saveClauses, { params: { id }, body: body as never })
  expect((await sent({ standing2a: 'PRESENT' })).problem.fields).toEqual({
    place2a: 'Escriba en qué cláusula o anexo consta',
  })
  expect((await sent({ place2a: 'Anexo I' })).problem.fields).toHaveProperty(['standing2a'])
  expect((await sent({ standing9z: 'ABSENT' })).status).toBe(400)
  expect(await ok(bank.call(readClauses, { params: { id } }))).toMatchObject({ isCritical: false, version: 0 })
  await saved(id, all('PRESENT'))
  // A contract without services goes, with its clauses.
  expect((await bank.call(removeArrangement, { params: { id } })).status).toBe(204)
})

test('REG-26: what is missing is listed for the contracts in force that support a critical function, and for no other', async () => {
  const { contract, businessFunction } = await newRegister(acting)
  const { id } = contract
  expect(await missingOf(id)).toMatchObject({ reference: contract.reference, absent: [], open: clauseKeys })
  await saved(id, { ...all('PRESENT'), standing3e1: 'ABSENT', place3e1: '' })
  expect(await missingOf(id)).toMatchObject({ absent: ['3e1'], open: [] })
  const asCritical = (value: string) =>
    ok(bank.call(changeFunction, { params: { id: businessFunction.id }, body: { critical: value } as never }))
  await asCritical('x29')
  expect(await missingOf(id)).toBeUndefined()
  await asCritical('x28')
  expect(await missingOf(id)).toMatchObject({ absent: ['3e1'] })
  await ok(bank.call(changeArrangement, { params: { id }, body: { endsOn: '2026-01-01', endReason: 'x4' } as never }))
  expect(await missingOf(id)).toBeUndefined()
  await ok(bank.call(changeArrangement, { params: { id }, body: { endsOn: null, endReason: null } as never }))
  await saved(id, { standing3e1: 'NOT_APPLICABLE' })
  expect(await missingOf(id)).toBeUndefined()
})

test('REG-26: a reliance file has the audit clause and what is missing of each critical contract of its use', async () => {
  const use = await declared(bank, await bareService(acting), { critical: 'YES' })
  const file = await begun(bank, use)
  const factsOf = async () =>
    Object.fromEntries(
      (await fileNow(bank, file)).facts
        .filter(({ key }: { key: string }) => key.includes('clause'))
        .map(({ key, part, value }): [string, string | null] => [`${part} ${key.split(':')[0]}`, value]),
    )
  expect(await factsOf()).toEqual({})
  const { id: functionId } = await newFunction(bank)
  const { id: arrangementId } = await newContract(bank, { providerId: use.providerId })
  await newLine(bank, { arrangementId, functionId, useId: use.id })
  await saved(arrangementId, { ...all('PRESENT'), standing2i: 'ABSENT', place2i: '' })
  const { name } = clauses.find(({ key }) => key === '2i')!
  expect(await factsOf()).toEqual({
    'h audit-clause': 'Consta: Cláusula 3e1',
    'h clauses': `No consta 30.2.i) ${name}.`,
  })
  await saved(arrangementId, { standing2i: 'NOT_APPLICABLE' })
  expect(await factsOf()).toMatchObject({ 'h clauses': 'Ninguna' })
})
