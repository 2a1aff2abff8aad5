import { afterAll, beforeAll, expect, test } from 'vitest'
import { listServices } from '#domain/catalogue/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import {
  changeUse,
  importUses,
  listUses,
  previewUses,
  saveLevelPolicy,
  useTemplate,
} from '#domain/supervision/use/contract.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'
import { bareService, rated } from '#test/support/uses.ts'

let acting: Awaited<ReturnType<typeof startActing>>
let bank: Caller
let cif: string
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  const params = { kind: 'provider' as const, id: acting.provider.me.idGenericEntity }
  cif = (await ok(acting.cci.call(readParticipant, { params }))).cif
})
afterAll(() => acting.portal.stop())

const HEAD = 'CIF del proveedor;Clave del servicio;Función esencial o importante;Nivel exigido;Desde;Nota'
const csv = (...rows: string[]) => ({ file: { name: 'usos.csv', content: [HEAD, ...rows].join('\r\n') } })
const importing = (...rows: string[]) => bank.call(importUses, { body: {}, files: csv(...rows) })
const previewing = (...rows: string[]) => bank.call(previewUses, { body: {}, files: csv(...rows) })
const keyOf = async (serviceId: string) => {
  const { content } = await ok(bank.call(listServices))
  return content.find((service: { id: string }) => service.id === serviceId).key as string
}
const newKey = async () => keyOf((await bareService(acting)).serviceId)
const uses = async () => (await ok(bank.call(listUses, { query: { size: 9999 } }))).content as UseWire[]
const useOf = async (key: string) => (await uses()).find(use => use.serviceKey === key)

test('LEVEL-17: rows declare uses by CIF and service key, and a row of a use that exists changes it', async () => {
  const [first, second] = [await newKey(), await newKey()]
  await ok(bank.call(saveLevelPolicy, { body: { criticalScore: 'A/A/A', otherScore: 'C/C/C' } }))
  const rows = [`${cif};${first};Sí;A+/A/B;01/02/2025;Nóminas`, `${cif.toLowerCase()};${second.toLowerCase()};;;;`]
  expect(await ok(importing(...rows))).toEqual({ added: 2, changed: 0, unchanged: 0 })
  expect(await useOf(first)).toMatchObject({
    critical: 'YES',
    requiredScore: 'A+/A/B',
    since: '2025-02-01',
    note: 'Nóminas',
    situation: 'UNRATED',
  })
  expect(await useOf(second)).toMatchObject({ critical: 'NOT_ASSESSED', requiredScore: 'C/C/C', since: null, note: '' })
  expect(await ok(importing(...rows))).toEqual({ added: 0, changed: 0, unchanged: 2 })
  // What is blank stays as it is.
  expect(await ok(importing(`${cif};${first};;B/B/B;;`))).toEqual({ added: 0, changed: 1, unchanged: 0 })
  expect(await useOf(first)).toMatchObject({ critical: 'YES', requiredScore: 'B/B/B', note: 'Nóminas', version: 2 })
  await ok(importing(`${cif};${second};No;Ninguno;;`))
  expect(await useOf(second)).toMatchObject({ critical: 'NO', requiredScore: null, situation: 'NOT_SET' })
})

test('LEVEL-17: all or nothing, and each wrong row is named', async () => {
  const key = await newKey()
  const before = await uses()
  const { status, problem } = await importing(
    `${cif};${key};Sí;A/A/A;;`,
    `B99999999;${key};Sí;A/A/A;;`,
    `${cif};SRV-99999;quizá;A/A;;`,
    `;;;;31/02/2026;`,
    `${cif};${key};No;;;`,
  )
  expect([status, problem.code]).toEqual([400, 'rowsWrong'])
  const rows = problem.rows as { line: number; column: string; message: string }[]
  expect(problem.detail).toBe(`El archivo tiene ${rows.length} errores. No se ha guardado nada.`)
  expect(rows.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '3 cif',
    '4 critical',
    '4 requiredScore',
    '4 service',
    '5 cif',
    '5 service',
    '5 since',
    '6 service',
  ])
  expect(rows.at(-1)!.message).toBe(
    'Fila 6, «Clave del servicio»: repite el proveedor y el servicio de la fila 2. Deje solo una.',
  )
  expect(await uses()).toEqual(before)
})

test('LEVEL-17: refuses a provider that the bank does not see, a missing column, and another file', async () => {
  const params = { kind: 'provider' as const, id: acting.waiting.me.idGenericEntity }
  const { cif: unseen } = await ok(acting.cci.call(readParticipant, { params }))
  const refused = await importing(`${unseen};${await newKey()};;;;`)
  expect(refused.problem.rows).toMatchObject([{ line: 2, column: 'cif' }])
  const files = (name: string, content: string) => ({ file: { name, content } })
  const short = await bank.call(importUses, { body: {}, files: files('usos.csv', `CIF;Nota\r\n${cif};x`) })
  expect(short.problem.rows).toMatchObject([{ line: 1, column: 'service' }])
  const text = await bank.call(importUses, { body: {}, files: files('usos.txt', 'x') })
  expect([text.status, text.problem.code]).toEqual([415, 'importExtension'])
  expect((await bank.call(importUses, { body: {}, files: files('usos.csv', HEAD) })).problem.code).toBe('rowsWrong')
})

test('LEVEL-17: 5,000 rows are imported at once from a workbook, and one more is refused', async () => {
  const { db } = acting.portal.app
  const now = acting.portal.clock.now()
  const services = Array.from({ length: 5001 }, (_, n) => ({
    id: `${String(n).padStart(5, '0')}${'s'.repeat(21)}`,
    key: `MIL-${n}`,
    type: 'Mil',
    description: `Servicio ${n}`,
    created_at: now,
  }))
  await db.insertInto('service').values(services).execute()
  const sheetOf = async (count: number) => {
    const rows = services.slice(0, count).map(({ key }) => [cif, key, 'No', 'B/B/B'])
    const columns = ['CIF', 'Clave', 'Función esencial o importante', 'Nivel exigido'].map(header => ({ header }))
    return { file: { name: 'usos.xlsx', content: await writeXlsx({ sheet: 'Usos', columns, rows }) } }
  }
  const many = await bank.call(importUses, { body: {}, files: await sheetOf(5001) })
  expect([many.problem.code, many.problem.fields]).toEqual([
    'rowsWrong',
    { file: 'El archivo tiene 5001 filas y se admiten 5000. Repártalas en varios archivos.' },
  ])
  expect(await ok(bank.call(importUses, { body: {}, files: await sheetOf(5000) }))).toMatchObject({ added: 5000 })
  const { counts, totalElements } = await ok(bank.call(listUses, { query: { sort: 'missing,desc', size: 10 } }))
  expect(counts.UNRATED).toBeGreaterThanOrEqual(5000)
  expect(totalElements).toBeGreaterThanOrEqual(5000)
})

test('LEVEL-18: the preview says what each row would add or change, and saves nothing', async () => {
  const [known, fresh] = [await newKey(), await newKey()]
  await ok(importing(`${cif};${known};No;A/A/A;;`))
  const before = await uses()
  const { added, changed, unchanged, rows } = await ok(
    previewing(`${cif};${known};Sí;A/A/B;;`, `${cif};${fresh};No;B/B/B;;`),
  )
  expect({ added, changed, unchanged }).toEqual({ added: 1, changed: 1, unchanged: 0 })
  expect(rows).toMatchObject([
    {
      line: 2,
      isNew: false,
      provider: 'Tramontana Custodia Digital, S.L.',
      changes: [
        { label: 'Función esencial o importante', from: 'No', to: 'Sí' },
        { label: 'Nivel exigido', from: 'A/A/A', to: 'A/A/B' },
      ],
    },
    { line: 3, isNew: true, changes: [{ to: 'No' }, { to: 'B/B/B' }] },
  ])
  expect(await uses()).toEqual(before)
})

test.each(['xlsx', 'csv'] as const)('LEVEL-17: the template in %s is read back, its example left out', async format => {
  const { body } = await bank.call(useTemplate, { query: { format } })
  const files = { file: { name: `plantilla.${format}`, content: Buffer.from(body) } }
  const { problem } = await bank.call(importUses, { body: {}, files })
  expect(problem.fields).toEqual({ file: expect.stringContaining('ninguna fila de datos') })
})

test('LEVEL-16: an import notes the situations that follow without a notice', async () => {
  const { serviceId } = await rated(acting, 'A/A/A')
  const key = await keyOf(serviceId)
  await ok(importing(`${cif};${key};No;A/A/A;;`))
  expect((await useOf(key))!.situation).toBe('MET')
  await ok(importing(`${cif};${key};No;A+/A/A;;`))
  const use = (await useOf(key))!
  expect(use.situation).toBe('BELOW')
  await ok(bank.call(changeUse, { params: { id: use.id }, body: { note: 'Otra' } }))
  const { db } = acting.portal.app
  expect(await db.selectFrom('notification').select('type').where('type', 'like', 'LEVEL_%').execute()).toEqual([])
})
