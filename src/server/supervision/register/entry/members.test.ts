import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  importRegister,
  lintRegister,
  makePackage,
  packageContent,
  previewRegister,
} from '#domain/supervision/register/contract.ts'
import {
  addMember,
  changeMember,
  exportMembers,
  listMembers,
  removeMember,
} from '#domain/supervision/register/group/contract.ts'
import { readSummary } from '#domain/supervision/register/summary/contract.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { newContract, newFunction, newLine, newMember, saveEntity } from '#test/support/register-entries.ts'

let acting: Acting
let bank: Caller
let lei: string
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  lei = (await saveEntity(bank, { hierarchy: 'x53' })).lei
  const contract = await newContract(bank, { company: outside(), chainIsWhole: true })
  const countries = { provisionCountries: ['ES'], holdsData: false, processingCountries: ['ES'] }
  const { id: functionId } = await newFunction(bank, { critical: 'x29', rtoHours: 0, rpoHours: 0 })
  await newLine(bank, { arrangementId: contract.id, functionId, ictType: 'S17', ...countries })
})
afterAll(() => acting.portal.stop())

/** A bank without a register. */
const EMPTY = 'externalizacion@santander.example'

const allOf = async (caller: Caller) => (await ok(caller.call(listMembers))).content
async function fileOf(caller: Caller) {
  acting.portal.clock.move(1000)
  const { id, name } = await ok(caller.call(makePackage, { body: { format: 'XBRL_CSV' } }))
  const content = Buffer.from((await caller.call(packageContent, { params: { id } })).body)
  const texts = new Map(
    Object.entries(unzipSync(new Uint8Array(content))).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
  )
  const rowsOf = (table: string) =>
    [...texts]
      .find(([path]) => path.endsWith(`${table}.csv`))![1]
      .trimEnd()
      .split('\r\n')
      .slice(1)
  return { name, texts, rowsOf, upload: { name: 'registro.zip', content } }
}

test('REG-25: a bank adds, changes and removes entities of its group and branches, and the file follows', async () => {
  expect((await fileOf(bank)).name).toContain(`${lei}.IND_`)
  const member = await newMember(bank, { name: 'Banco Filial', totalAssets: 1_000_000.5, currency: 'EUR' })
  const branch = await ok(
    bank.call(addMember, { body: { kind: 'BRANCH', name: 'Sucursal de Lisboa', code: 'PT-1', country: 'PT' } }),
  )
  expect(member).toMatchObject({ kind: 'MEMBER', totalAssets: 1_000_000.5, parentLei: null, version: 1 })
  const { name, texts, rowsOf } = await fileOf(bank)
  expect(name).toContain(`${lei}.CON_`)
  expect(checkPackage(texts)).toEqual([])
  expect(rowsOf('b_01.02')[1]).toMatch(new RegExp(`^${member.lei},Banco Filial,eba_GA:PT,.*,eba_CU:EUR,1000000.5$`))
  expect(rowsOf('b_01.03')).toEqual([`PT-1,${lei},Sucursal de Lisboa,eba_GA:PT`])
  expect((await ok(bank.call(lintRegister))).groupSize).toBe(1)
  expect((await ok(bank.call(readSummary))).groupSize).toBe(1)
  const csv = Buffer.from((await bank.call(exportMembers)).body).toString()
  expect(csv).toContain('Sucursal de Lisboa;Sucursal;')

  const changed = await ok(
    bank.call(changeMember, {
      params: { id: member.id },
      body: { joinedOn: '2020-01-01', leftOn: '2025-06-30', version: 1 },
    }),
  )
  expect(changed).toMatchObject({ name: 'Banco Filial', leftOn: '2025-06-30', version: 2 })
  const asOf = async (referenceDate: string) =>
    (await ok(bank.call(lintRegister, { query: { referenceDate } }))).groupSize
  expect([await asOf('2025-12-31'), await asOf('2026-12-31')]).toEqual([1, 0])
  for (const { id } of [member, branch]) expect((await bank.call(removeMember, { params: { id } })).status).toBe(204)
  expect(await allOf(bank)).toEqual([])
  expect((await fileOf(bank)).name).toContain(`${lei}.IND_`)
})

test('REG-25: what is wrong is refused at its field, and no other bank sees or changes it', async () => {
  const member = await newMember(bank)
  const faultsOf = async (body: object) => {
    const { status, problem } = await bank.call(addMember, { body: { kind: 'MEMBER', name: 'Otra', ...body } as never })
    return [status, problem?.fields]
  }
  expect(await faultsOf({ name: '' })).toEqual([400, { name: 'Escriba el nombre' }])
  expect(await faultsOf({ lei: 'X' })).toEqual([400, { lei: expect.any(String) }])
  expect(await faultsOf({ parentLei: 'X' })).toEqual([400, { parentLei: expect.any(String) }])
  expect(await faultsOf({ lei: member.lei.toLowerCase() })).toEqual([
    400,
    { lei: `Ya consta ${member.name} con este LEI` },
  ])
  expect(await faultsOf({ lei })).toEqual([400, { lei: 'Es el LEI de su entidad' }])
  expect(await faultsOf({ code: 'S-1' })).toEqual([400, { code: 'Solo lo tiene una sucursal' }])
  expect(await faultsOf({ kind: 'BRANCH', lei: newLei() })).toEqual([400, { lei: 'Una sucursal no lo tiene' }])
  expect(await faultsOf({ joinedOn: '2025-02-01', leftOn: '2025-01-31' })).toEqual([
    400,
    { leftOn: 'La baja es anterior a la incorporación' },
  ])
  expect(await faultsOf({ leftOn: '2025-01-31' })).toEqual([
    400,
    { joinedOn: 'Escriba cuándo se incorporó, antes de la baja' },
  ])
  const other = await acting.portal.signIn(EMPTY)
  expect(await allOf(other)).toEqual([])
  const params = { id: member.id }
  expect((await other.call(changeMember, { params, body: { name: 'Ajena', version: 1 } })).status).toBe(404)
  expect((await other.call(removeMember, { params })).status).toBe(404)
  // Its LEI may be in the register of another bank.
  await newMember(other, { lei: member.lei, name: 'La misma' })
  for (const { id } of await allOf(other)) await other.call(removeMember, { params: { id } })
  await bank.call(removeMember, { params })
})

test('REG-20, REG-25: a package with a group changes nothing in its register, and fills an empty one', async () => {
  const first = await newMember(bank, { name: 'Primera', joinedOn: '2024-01-01' })
  await newMember(bank, { name: 'Segunda', parentLei: first.lei, joinedOn: '2024-06-01', leftOn: '2025-05-31' })
  await ok(bank.call(addMember, { body: { kind: 'BRANCH', name: 'Sucursal', code: 'S-1', country: 'FR' } }))
  const inside = await newContract(bank, { company: outside({ lei: first.lei }), chainIsWhole: true })
  const { id: functionId } = await newFunction(bank, { critical: 'x29', rtoHours: 0, rpoHours: 0 })
  const countries = { provisionCountries: ['ES'], holdsData: false, processingCountries: ['ES'] }
  await newLine(bank, { arrangementId: inside.id, functionId, ictType: 'S17', ...countries })
  const file = await fileOf(bank)
  expect(file.rowsOf('b_03.03')).toEqual([`${inside.reference},${first.lei},true`])
  const before = await allOf(bank)
  const counts = await ok(bank.call(importRegister, { body: {}, files: { file: file.upload } }))
  expect(counts).toMatchObject({ added: 0, changed: 0 })
  expect(await allOf(bank)).toEqual(before)
  await ok(bank.call(changeMember, { params: { id: first.id }, body: { name: 'Otro nombre', version: 1 } }))
  const preview = await ok(bank.call(previewRegister, { body: {}, files: { file: file.upload } }))
  expect([preview.rows, preview.notes]).toEqual([
    [
      expect.objectContaining({
        sheet: 'B_01.02',
        name: 'Primera',
        isNew: false,
        changes: [{ label: 'Nombre', from: 'Otro nombre', to: 'Primera' }],
      }),
    ],
    [],
  ])

  const empty = await acting.portal.signIn(EMPTY)
  await ok(empty.call(importRegister, { body: {}, files: { file: file.upload } }))
  const again = await fileOf(empty)
  expect(again.name).toContain(`${lei}.CON_`)
  const withoutDates = (rows: string[]) => rows.slice(1).map(row => row.replaceAll(/,20\d\d-\d\d-\d\d/g, ','))
  expect(withoutDates(again.rowsOf('b_01.02')).toSorted()).toEqual(withoutDates(file.rowsOf('b_01.02')).toSorted())
  expect(again.rowsOf('b_03.03')).toEqual(file.rowsOf('b_03.03'))
  expect(again.rowsOf('b_01.03')).toEqual(file.rowsOf('b_01.03'))
  expect(checkPackage(again.texts)).toEqual([])
})
