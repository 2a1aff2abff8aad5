import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conflict } from '#domain/conflict/conflict.ts'
import type { LintWire } from '#domain/supervision/register/contract.ts'
import {
  importRegister,
  lintRegister,
  makePackage,
  packageContent,
  previewRegister,
} from '#domain/supervision/register/contract.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import {
  changeArrangement,
  changeFunction,
  listArrangements,
  listFunctions,
  listLines,
  readRegisterEntity,
  removeArrangement,
  removeFunction,
  removeLine,
} from '#domain/supervision/register/entry/contract.ts'
import {
  addMember,
  changeMember,
  exportMembers,
  listMembers,
  removeMember,
} from '#domain/supervision/register/group/contract.ts'
import { packageFiles } from '#domain/supervision/register/package/files.ts'
import { readSummary } from '#domain/supervision/register/summary/contract.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { zipInWorker } from '#server/audit-log/case-file/case-file-archive.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { newContract, newFunction, newLine, newMember, saveEntity } from '#test/support/register-entries.ts'
import { largeGroup } from '#test/support/registers.ts'

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

/** A register of a group in a bank: two entities, a branch of each, and who has functions and contracts. */
async function newGroup() {
  const [first, second] = [
    await newMember(bank, { name: 'Una', joinedOn: '2024-01-01' }),
    await newMember(bank, { name: 'Dos', joinedOn: '2024-01-01' }),
  ]
  const branchOf = (code: string, parentLei?: string) =>
    ok(
      bank.call(addMember, {
        body: { kind: 'BRANCH', name: `Sucursal ${code}`, code, country: 'FR', ...(parentLei ? { parentLei } : {}) },
      }),
    )
  const [own, others] = [await branchOf('G-1'), await branchOf('G-2', first.lei)]
  const asked = { critical: 'x29', rtoHours: 0, rpoHours: 0 }
  const ofFirst = await newFunction(bank, { ...asked, code: 'F901', memberId: first.id })
  const ofSecond = await newFunction(bank, { ...asked, code: 'F901', memberId: second.id })
  const inside = await newContract(bank, { company: outside({ lei: second.lei }), chainIsWhole: true })
  const users = [bank.me.idGenericEntity, first.id, own.id, others.id]
  const named = { signers: [first.id], users, insideId: inside.id }
  const contract = await newContract(bank, { company: outside(), chainIsWhole: true, ...named })
  const shared = await newContract(bank, { company: outside(), chainIsWhole: true })
  const countries = { provisionCountries: ['ES'], holdsData: false, processingCountries: ['ES'], ictType: 'S17' }
  const line = (arrangementId: string, functionId: string) => newLine(bank, { arrangementId, functionId, ...countries })
  const lines = [
    await line(inside.id, ofFirst.id),
    await line(contract.id, ofFirst.id),
    await line(shared.id, ofFirst.id),
    await line(shared.id, ofSecond.id),
  ]
  const remove = async () => {
    const parts = [
      ...lines.map(({ id }) => [removeLine, id] as const),
      ...[contract, shared, inside].map(({ id }) => [removeArrangement, id] as const),
      ...[ofFirst, ofSecond].map(({ id }) => [removeFunction, id] as const),
      ...[own, others, first, second].map(({ id }) => [removeMember, id] as const),
    ]
    for (const [call, id] of parts) expect((await bank.call(call, { params: { id } })).status).toBe(204)
  }
  return { first, second, own, others, ofFirst, ofSecond, inside, contract, shared, lines, remove }
}

test('REG-25: functions are of entities of the group, and contracts say who signs and uses them', async () => {
  const group = await newGroup()
  const { first, second, own, ofFirst, inside, contract, shared, lines } = group
  expect([ofFirst.memberId, ofFirst.entity]).toEqual([first.id, 'Una'])
  expect(lines[1]!.functionEntity).toBe('Una')
  expect([contract.signedBy, contract.inside]).toEqual(['Una', inside.reference])
  expect(contract.usedBy).toMatch(/, Una, Sucursal G-1, Sucursal G-2$/)
  const { texts, rowsOf } = await fileOf(bank)
  expect(checkPackage(texts)).toEqual([])
  expect(
    rowsOf('b_06.01')
      .filter(row => row.startsWith('F901,'))
      .map(row => row.split(',')[3])
      .toSorted(),
  ).toEqual([first.lei, second.lei].toSorted())
  expect(rowsOf('b_03.01')).toContain(`${contract.reference},${first.lei},true`)
  const used = (reference: string) =>
    rowsOf('b_04.01')
      .filter(row => row.startsWith(`${reference},`))
      .map(row => row.split(',').slice(1).join(' '))
  expect(used(contract.reference)).toEqual([
    `${lei} eba_ZZ:x839 Not Applicable`,
    `${first.lei} eba_ZZ:x839 Not Applicable`,
    `${lei} eba_ZZ:x838 G-1`,
    `${first.lei} eba_ZZ:x838 G-2`,
  ])
  expect(used(shared.reference).toSorted()).toEqual(
    [first, second].map(each => `${each.lei} eba_ZZ:x839 Not Applicable`).toSorted(),
  )
  expect(rowsOf('b_02.03')).toEqual([`${inside.reference},${contract.reference},true`])
  const { tables } = (await ok(bank.call(lintRegister))) as LintWire
  expect(tables.flatMap(({ faults }) => faults).filter(({ severity }) => severity !== 'UNKNOWN')).toEqual([])

  // What is not said stays, and nothing that is of no group is taken.
  const change = async (body: object) => {
    const { status, problem } = await bank.call(changeArrangement, { params: { id: contract.id }, body: body as never })
    return status === 200 ? status : problem.fields
  }
  expect(await change({ type: 'x1', version: 1 })).toBe(200)
  const strange = { users: 'Elija entidades o sucursales de su grupo' }
  expect(await change({ users: [contract.id], version: 1 })).toEqual(strange)
  expect(await change({ signers: [own.id], version: 1 })).toEqual({ signers: 'Elija entidades de su grupo' })
  expect(await change({ insideId: contract.id, version: 1 })).toEqual({ insideId: 'Elija otro contrato' })
  expect(await change({ insideId: first.id, version: 1 })).toEqual({ insideId: 'Elija un contrato de la misma clase' })
  const moved = async (body: object) =>
    (await bank.call(changeFunction, { params: { id: ofFirst.id }, body: { ...body, version: 1 } })).problem.fields
  expect(await moved({ memberId: own.id })).toEqual({ memberId: 'Elija una entidad de su grupo' })
  expect(await moved({ memberId: second.id })).toEqual({ code: 'Ya hay una función con este identificador' })
  // One that changed meanwhile is named as people know it.
  const stale = (
    await bank.call(changeArrangement, {
      params: { id: contract.id },
      body: { users: [first.id], signers: [], insideId: null, version: 0 },
    })
  ).problem
  expect((stale.conflict as Conflict).differences).toEqual([
    { field: 'insideId', label: 'Contrato del grupo', now: inside.reference, yours: '' },
    { field: 'signers', label: 'Quién firma por su parte', now: 'Una', yours: '' },
    { field: 'users', label: 'Quién lo usa', now: contract.usedBy, yours: 'Una' },
  ])
  const staleFunction = await bank.call(changeFunction, {
    params: { id: ofFirst.id },
    body: { memberId: second.id, version: 0 },
  })
  expect((staleFunction.problem.conflict as Conflict).differences).toMatchObject([
    { label: 'Entidad de la función', now: 'Una', yours: 'Dos' },
  ])
  for (const { id } of [first, own]) {
    expect((await bank.call(removeMember, { params: { id } })).problem.code).toBe('memberUsed')
  }
  expect((await bank.call(removeArrangement, { params: { id: inside.id } })).problem.code).toBe('arrangementUsed')
  expect(await change({ users: [], signers: [], insideId: null, version: 1 })).toBe(200)
  expect(used.length && (await fileOf(bank)).rowsOf('b_02.03')).toEqual([])
  await group.remove()
})

test('REG-20, REG-25: a package takes functions, users, signers and links of a group back, and fills an empty register', async () => {
  const group = await newGroup()
  const file = await fileOf(bank)
  const read = () =>
    Promise.all(
      [listFunctions, listArrangements, listLines].map(
        async each => (await ok(bank.call(each, { query: { size: 9999 } }))).content,
      ),
    )
  const before = await read()
  expect(await ok(bank.call(importRegister, { body: {}, files: { file: file.upload } }))).toMatchObject({
    added: 0,
    changed: 0,
  })
  expect(await read()).toEqual(before)
  const params = { id: group.contract.id }
  await ok(bank.call(changeArrangement, { params, body: { users: [], signers: [], insideId: null, version: 1 } }))
  const preview = await ok(bank.call(previewRegister, { body: {}, files: { file: file.upload } }))
  const to = `su entidad, ${group.first.lei}, G-1, ${group.first.lei} G-2`
  expect([preview.rows, preview.notes]).toEqual([
    [
      expect.objectContaining({
        name: group.contract.reference,
        changes: [
          { label: 'Contrato del grupo', from: '', to: group.inside.reference },
          { label: 'Quién firma por su parte', from: '', to: group.first.lei },
          { label: 'Quién lo usa', from: '', to },
        ],
      }),
    ],
    [],
  ])
  await ok(bank.call(importRegister, { body: {}, files: { file: file.upload } }))
  expect((await ok(bank.call(listArrangements, { query: { id: group.contract.id } }))).content[0]).toMatchObject({
    signers: group.contract.signers,
    users: group.contract.users,
    insideId: group.inside.id,
  })

  const empty = await acting.portal.signIn(EMPTY)
  await ok(empty.call(importRegister, { body: {}, files: { file: file.upload } }))
  const again = await fileOf(empty)
  expect(checkPackage(again.texts)).toEqual([])
  for (const table of ['b_02.02', 'b_02.03', 'b_03.01', 'b_03.02', 'b_03.03', 'b_04.01', 'b_06.01']) {
    expect(again.rowsOf(table).toSorted(), table).toEqual(file.rowsOf(table).toSorted())
  }
  await clear(empty)
  await group.remove()
})

test('REG-20, REG-25: an entity without LEI is not taken for the bank by a workbook of the tables', async () => {
  const nameless = await newMember(bank, { name: 'Sin LEI', lei: null, joinedOn: '2024-01-01' })
  const asked = { critical: 'x29', rtoHours: 0, rpoHours: 0, code: 'F950' }
  const functions = [await newFunction(bank, asked), await newFunction(bank, { ...asked, memberId: nameless.id })]
  const users = [bank.me.idGenericEntity, nameless.id]
  const contract = await newContract(bank, { company: outside(), chainIsWhole: true, users })
  const countries = { provisionCountries: ['ES'], holdsData: false, processingCountries: ['ES'], ictType: 'S17' }
  const lines = []
  for (const { id } of functions)
    lines.push(await newLine(bank, { arrangementId: contract.id, functionId: id, ...countries }))
  const { id } = await ok(bank.call(makePackage, { body: { format: 'XLSX' } }))
  const content = Buffer.from((await bank.call(packageContent, { params: { id } })).body)
  const files = { file: { name: 'registro.xlsx', content } }
  const before = await ok(bank.call(listLines, { query: { arrangementId: contract.id } }))
  expect(await ok(bank.call(importRegister, { body: {}, files }))).toMatchObject({ added: 0, changed: 0 })
  expect(await ok(bank.call(listLines, { query: { arrangementId: contract.id } }))).toEqual(before)
  expect((await ok(bank.call(listArrangements, { query: { id: contract.id } }))).content[0].users).toEqual(users)
  for (const line of lines) await bank.call(removeLine, { params: { id: line.id } })
  await bank.call(removeArrangement, { params: { id: contract.id } })
  for (const each of functions) await bank.call(removeFunction, { params: { id: each.id } })
  await bank.call(removeMember, { params: { id: nameless.id } })
})

test('REG-20, REG-25: a package of a group of 40 contracts fills an empty register that files the same', async () => {
  const empty = await acting.portal.signIn(EMPTY)
  const world = largeGroup(40)
  const own = (await ok(empty.call(readRegisterEntity))).lei ?? world.entity.lei
  const facts = { ...world, entity: { ...world.entity, lei: own } }
  const madeAt = '2026-03-01T10:00:00.000Z'
  const about = { edition: edition40, level: 'CON' as const, lei: facts.entity.lei!, country: 'ES', madeAt }
  const tables = tablesOf(edition40, facts, '2026-03-01')
  const files = packageFiles({ ...about, referenceDate: '2025-12-31', tables })
  const content = Buffer.from(await zipInWorker(files, madeAt))
  const upload = { body: {}, files: { file: { name: 'registro.zip', content } } }
  await ok(empty.call(importRegister, upload))
  const again = await fileOf(empty)
  expect(checkPackage(again.texts)).toEqual([])
  for (const table of tableCodes.filter(code => code > 'B_02' && code !== 'B_99.01')) {
    const rows = tables[table].map(({ cells }) => cells.join(','))
    expect(again.rowsOf(table.toLowerCase()).toSorted(), table).toEqual(rows.toSorted())
  }
  expect(await ok(empty.call(importRegister, upload))).toMatchObject({ added: 0, changed: 0 })
  await clear(empty)
})

/** Takes a whole register away. */
async function clear(caller: Caller): Promise<void> {
  const whole = { query: { size: 9999 } }
  const lists = [
    [listLines, removeLine],
    [listArrangements, removeArrangement],
    [listFunctions, removeFunction],
    [listMembers, removeMember],
  ] as const
  for (const [list, remove] of lists) {
    // One that another is linked with goes after it.
    for (let left = true; left; ) {
      const { content } = await ok(caller.call(list, whole))
      for (const { id } of content) await caller.call(remove, { params: { id } })
      left = content.length > 0
    }
  }
}

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
