import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangesWire, FaultWire, LintWire, PackageWire } from '#domain/supervision/register/contract.ts'
import {
  importRegister,
  lintRegister,
  listPackages,
  makePackage,
  packageChangesCall,
} from '#domain/supervision/register/contract.ts'
import type { EditionWire, LoadWire } from '#domain/supervision/register/edition/contract.ts'
import {
  editionContent,
  loadEdition,
  previewEdition,
  readEditions,
  readLists,
} from '#domain/supervision/register/edition/contract.ts'
import {
  addFunction,
  changeFunction,
  exportFunctions,
  listFunctions,
} from '#domain/supervision/register/entry/contract.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { outside } from '#test/support/companies.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import { address } from '#test/support/mails.ts'
import { newSeededPlace } from '#test/support/place.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newContract, newFunction, saveEntity } from '#test/support/register-entries.ts'
import { hashOfRows } from '#test/support/rows.ts'

/* Tests run in order: an edition that was loaded is in force for those after it. */

let place: Awaited<ReturnType<typeof newSeededPlace>>
let portal: TestPortal
let cci: Caller
let bank: Caller
/** Another server of the same portal. */
let other: TestPortal
let otherBank: Caller
beforeAll(async () => {
  place = await newSeededPlace('world')
  const acting = await startActing({ place, seed: 'none' })
  ;({ portal, cci, bank } = acting)
  other = await startTestPortal({ place, seed: 'none' })
  otherBank = await other.signIn(address('entidad'))
  await saveEntity(bank)
})
afterAll(async () => {
  await other.stop()
  await portal.stop()
  await place.remove()
})

type File = {
  number: string
  from: string
  lists: Record<string, { values: { code: string; label: string }[] }>
  tables: Record<string, { columns: object[] }>
}
/** An edition as CCI downloads it. */
const textOf = async (query: object = {}, number = '4.0') =>
  `${JSON.stringify(await ok(cci.call(editionContent, { params: { number }, query: query as never })), null, 1)}\n`
async function edited(edit: (file: File) => void, number?: string): Promise<string> {
  const file = JSON.parse(await textOf({}, number))
  edit(file)
  return JSON.stringify(file, null, 1)
}
const asFile = (text: string, name = 'edicion.json') => ({ file: { name, content: Buffer.from(text) } })
const preview = (text: string) => cci.call(previewEdition, { body: {}, files: asFile(text) })
const load = (text: string, against?: string) =>
  cci.call(loadEdition, { body: against === undefined ? {} : { against }, files: asFile(text) })

const faultsOf = async (caller: Caller): Promise<FaultWire[]> =>
  ((await ok(caller.call(lintRegister))) as LintWire).tables.flatMap(({ faults }) => faults)
const codesOf = (values: readonly { code: string }[]) => values.map(({ code }) => code)
const labelsOf = (values: readonly { label: string }[]) => values.map(({ label }) => label)

/** Edition 4.0 with an impact that is new, another that is gone, and one with another name. */
const corrected = () =>
  edited(({ lists }) => {
    const { values } = lists.impact!
    values.splice(0, 1)
    values[0]!.label = 'Mediano'
    values.push({ code: 'x9001', label: 'Enorme' })
  })

const problemsOf = ({ status, problem }: Awaited<ReturnType<typeof load>>) => [
  status,
  problem.code,
  (problem.rows as { path: string }[] | undefined)?.map(({ path }) => path),
]

test('REG-18: until something is loaded, all is as the program brings it', async () => {
  const { inForce, loads } = await ok(cci.call(readEditions))
  expect(inForce).toEqual([
    { number: '4.0', from: '2024-12-31', comparedOn: '2026-11-28', load: null, isShipped: true },
  ])
  expect(loads).toEqual([])
  expect(await ok(preview(await textOf()))).toMatchObject({ isSame: true, changes: { lists: [], tables: [] } })
  expect(JSON.parse(await textOf())).toMatchObject({ number: '4.0', module: 'DORA010100' })
})

test('REG-18: a file that is cut, huge, of another shape, or wrong in a place changes nothing and says where', async () => {
  const rows = await hashOfRows(portal.app.db)
  const text = await textOf()
  const files: [string, string[]][] = [
    [text.slice(0, 40_000), ['']],
    [`${text}${' '.repeat(1024 * 1024)}`, ['']],
    ['[]', ['']],
    [await edited(({ lists }) => void delete lists.impact), ['lists.impact']],
    [
      await edited(({ lists }) => void lists.impact!.values.push({ code: 'x791', label: 'Otra vez' })),
      ['lists.impact.values[4].code'],
    ],
    [await edited(file => void Object.assign(file, { number: '4.4' })), ['from']],
  ]
  for (const [file, paths] of files) {
    expect(problemsOf(await preview(file)), file.slice(0, 20)).toEqual([400, 'rowsWrong', paths])
    expect(problemsOf(await load(file)), file.slice(0, 20)).toEqual([400, 'rowsWrong', paths])
  }
  const latin = await cci.call(loadEdition, {
    body: {},
    files: { file: { name: 'edicion.json', content: Buffer.from(text, 'latin1') } },
  })
  expect((latin.problem.rows as { message: string }[])[0]!.message).toContain('UTF-8')
  const sheet = await cci.call(loadEdition, { body: {}, files: asFile(text, 'edicion.xlsx') })
  expect([sheet.status, sheet.problem.code]).toEqual([415, 'importExtension'])
  expect(await hashOfRows(portal.app.db)).toBe(rows)
})

test('REG-18: corrected lists are shown, loaded once, and used at once by every server; what is gone stays readable', async () => {
  const kept = await newFunction(bank, { impact: 'x791' })
  const before = await ok(bank.call(makePackage, { body: { format: 'CSV', referenceDate: '2025-12-31' } }))
  expect((await faultsOf(bank)).filter(({ rule }) => rule === 'R80')).toEqual([])
  const text = await corrected()
  const shown = await ok(preview(text))
  expect(shown).toMatchObject({
    number: '4.0',
    isSame: false,
    against: { number: '4.0', load: null },
    changes: {
      facts: [],
      lists: [
        {
          list: 'impact',
          added: [{ code: 'x9001', label: 'Enorme' }],
          removed: [{ code: 'x791', label: 'Bajo' }],
          relabelled: [{ code: 'x792', from: 'Medio', to: 'Mediano' }],
        },
      ],
    },
  })
  expect((await ok(cci.call(readEditions))).loads).toEqual([])
  const newest = await newestEntry(portal)

  const after = await ok(load(text, ''))
  expect(after.loads).toMatchObject([
    { number: '4.0', name: 'edicion.json', by: 'Marta Olmedo Rivas', isInForce: true },
  ])
  const [entry] = await entriesAfter(portal, newest)
  expect(entry).toMatchObject({
    event: 'register-edition.loaded',
    actor_id: cci.me.userId,
    data: { number: '4.0', from: '2024-12-31', name: 'edicion.json' },
  })
  // The same again, and again for who compared it with what was there before.
  expect(await ok(load(text))).toEqual(after)
  expect(await ok(load(text, ''))).toEqual(after)
  expect(await ok(preview(text))).toMatchObject({ isSame: true, against: { load: after.loads[0]!.id } })
  expect(await textOf()).toBe(await textOf({ load: after.loads[0]!.id }))
  expect(JSON.parse(await textOf({ shipped: 'true' })).lists.impact.values[0].code).toBe('x791')

  for (const caller of [bank, otherBank]) {
    const { impact } = await ok(caller.call(readLists))
    expect(labelsOf(impact.values)).toEqual(['Mediano', 'Alto', 'Sin evaluar', 'Enorme'])
    expect(impact.past).toEqual([{ code: 'x791', label: 'Bajo' }])
    const added = await newFunction(caller, { impact: 'x9001' })
    expect(added.impact).toBe('x9001')
    const refused = await caller.call(addFunction, { body: { name: 'Otra', impact: 'x791' } })
    expect(refused.problem.fields).toEqual({ impact: 'Valor no admitido. Se admite: x792, x793, x799, x9001' })
  }
  // The record that has it is read, and keeps it through other changes.
  const csv = await bank.call(exportFunctions, { query: { format: 'csv', id: kept.id } as never })
  expect(String(csv.body)).toContain('Bajo')
  const params = { id: kept.id }
  const renamed = await ok(bank.call(changeFunction, { params, body: { name: 'Renombrada', version: kept.version } }))
  expect(renamed).toMatchObject({ name: 'Renombrada', impact: 'x791' })
  const said = (await faultsOf(otherBank)).filter(({ rule }) => rule === 'R80')
  expect(said).toMatchObject([{ severity: 'ERROR', column: 'c0100', step: 'functions', id: kept.id, field: 'impact' }])
  expect(said[0]!.sentence).toContain(
    '«x791», «Bajo», no está en la lista de «Impacto de la interrupción» de la edición 4.0',
  )

  // A package that was made is as it was, and compared as it was.
  const next = await ok(bank.call(makePackage, { body: { format: 'CSV', referenceDate: '2025-12-31' } }))
  const { content }: { content: PackageWire[] } = await ok(bank.call(listPackages))
  expect(content.find(({ id }) => id === before.id)).toEqual(before)
  const { changes }: ChangesWire = await ok(
    bank.call(packageChangesCall, { params: { id: next.id }, query: { with: before.id } }),
  )
  const ofKept = changes.find(({ table, key }) => table === 'B_06.01' && key.includes(kept.code))
  expect(ofKept?.columns.map(({ column, before: was, after: is }) => [column, was, is])).toContainEqual([
    'c0100',
    'eba_ZZ:x791',
    '',
  ])
})

test('REG-18: a workbook is read with the lists in force', async () => {
  const columns = ['Identificador', 'Nombre', 'Impacto de la interrupción'].map(header => ({ header }))
  const importing = async (impact: string) => {
    const content = Buffer.from(await writeXlsx({ sheet: 'Funciones', columns, rows: [['F700', 'Leída', impact]] }))
    return bank.call(importRegister, { body: {}, files: { file: { name: 'registro.xlsx', content } } })
  }
  const refused = await importing('Bajo')
  expect((refused.problem.rows as { message: string }[])[0]!.message).toContain('«Bajo» no está en la lista')
  expect(await ok(importing('Enorme'))).toEqual({ added: 1, changed: 0, unchanged: 0 })
  const { content } = await ok(bank.call(listFunctions, { query: { text: 'F700' } }))
  expect(content).toMatchObject([{ impact: 'x9001' }])
})

test('REG-18: an edition with another number is chosen by the reference date, and an earlier load can be loaded again', async () => {
  const text = await edited(file => {
    Object.assign(file, { number: '4.4', from: '2025-12-31' })
    const { columns } = file.tables['B_02.01']!
    columns.splice(1, 0, { ...columns[4], code: 'c0015', name: 'Descuento' })
  })
  expect(await ok(preview(text))).toMatchObject({
    against: { number: '4.0' },
    changes: {
      facts: [{ label: 'Edición', from: '4.0', to: '4.4' }, { label: 'Vale desde la fecha de referencia' }],
      lists: [],
      tables: [{ table: 'B_02.01', added: ['c0015 Descuento'] }],
    },
  })
  const { inForce, loads } = await ok(load(text))
  expect(inForce.map(({ number, isShipped }: EditionWire) => [number, isShipped])).toEqual([
    ['4.0', true],
    ['4.4', false],
  ])
  const editionOn = async (referenceDate: string) =>
    (await ok(otherBank.call(lintRegister, { query: { referenceDate } }))).edition
  expect([await editionOn('2024-12-31'), await editionOn('2025-12-31')]).toEqual(['4.0', '4.4'])

  // Another user loads one between the comparison and the load.
  const again = await edited(({ lists }) => void lists.impact!.values.pop(), '4.4')
  const late = await load(again, loads[1]!.id)
  expect([late.status, late.problem.code]).toEqual([409, 'editionChanged'])

  // Its rows are kept by place: a package made with the column is compared as it was made.
  await newContract(bank, { company: outside() })
  const making = { body: { format: 'CSV', referenceDate: '2025-12-31' } } as const
  const withColumn: PackageWire = await ok(bank.call(makePackage, making))
  const without = await edited(({ tables }) => void tables['B_02.01']!.columns.splice(1, 1), '4.4')
  await ok(load(without))
  const later: PackageWire = await ok(bank.call(makePackage, making))
  expect([withColumn.edition, later.edition]).toEqual(['4.4', '4.4'])
  const compared = { params: { id: later.id }, query: { with: withColumn.id } }
  expect(((await ok(bank.call(packageChangesCall, compared))) as ChangesWire).changes).toEqual([])

  const back = await textOf({ shipped: 'true' })
  const now = await ok(load(back, inForce[0]!.load!))
  expect(now.loads.map(({ number, isInForce }: LoadWire) => [number, isInForce])).toEqual([
    ['4.0', true],
    ['4.4', true],
    ['4.4', false],
    ['4.0', false],
  ])
  expect(codesOf((await ok(bank.call(readLists))).impact.values)).toEqual(['x792', 'x793', 'x799', 'x9001', 'x791'])
})

test('REG-18: only CCI loads and reads editions, after a recent sign-in', async () => {
  const text = await textOf()
  const tries = [
    bank.call(readEditions),
    bank.call(editionContent, { params: { number: '4.0' } }),
    bank.call(previewEdition, { body: {}, files: asFile(text) }),
    bank.call(loadEdition, { body: {}, files: asFile(text) }),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  const missing = await cci.call(editionContent, { params: { number: '9.9' } })
  expect(missing.status).toBe(404)
  portal.clock.move(20 * 60_000)
  const refused = await load(text)
  expect([refused.status, refused.problem.code]).toEqual([403, 'signInAgain'])
})
