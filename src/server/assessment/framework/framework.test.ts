import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FrameworkDetail, FrameworkWire } from '#domain/assessment/framework/contract.ts'
import {
  changeFramework,
  exportFrameworks,
  frameworkExample,
  importFramework,
  listFrameworks,
  readFramework,
} from '#domain/assessment/framework/contract.ts'
import { illustrativeControls } from '#domain/assessment/framework/illustrative.ts'
import { ok } from '#test/support/answers.ts'
import { importOf, publishedFramework, sheetOf, smallFramework } from '#test/support/assessments.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let evaluator: Caller
let bank: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  evaluator = await enter('evaluador')
  bank = await enter('entidad')
})
afterAll(() => portal.stop())

const frameworks = async (caller: Caller): Promise<FrameworkWire[]> => (await ok(caller.call(listFrameworks))).content
const publish = (id: string, version?: number) =>
  cci.call(changeFramework, { params: { id }, body: { status: 'PUBLISHED', version } })
const counts = async () => {
  const { count } = portal.app.db.fn
  const of = (table: 'control' | 'control_framework') =>
    portal.app.db.selectFrom(table).select(count<number>('domain' as never).as('n'))
  return (await of('control').executeTakeFirstOrThrow()).n
}

test('DICT-01: a sheet becomes a draft, with its controls in order', async () => {
  const answer = await importOf(cci, smallFramework, { name: 'Marco del centro', edition: '2026-1' })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      controls: 6,
      framework: { name: 'Marco del centro', edition: '2026-1', status: 'DRAFT', illustrative: false, controls: 6 },
    },
  })
  const { id } = answer.body.framework!
  const detail: FrameworkDetail = await ok(cci.call(readFramework, { params: { id } }))
  expect(detail.controlList.map(({ key, dimensions, level }) => [key, dimensions.join(''), level])).toEqual([
    ['AC-01', 'CI', 'D'],
    ['AC-02', 'C', 'B'],
    ['CR-01', 'CI', 'C'],
    ['RE-01', 'D', 'D'],
    ['RE-02', 'D', 'A'],
    ['RE-03', 'D', 'A+'],
  ])
  expect(detail.domains.map(({ domain, controls }) => [domain, controls])).toEqual([
    ['Accesos', 2],
    ['Criptografía', 1],
    ['Continuidad', 3],
  ])
  expect(detail.domains[2]!.counts).toMatchObject({ D: { C: 0, I: 0, D: 1 }, A: { D: 1 }, 'A+': { D: 1 } })
  // A draft is CCI's alone.
  for (const caller of [evaluator, bank]) {
    expect((await caller.call(readFramework, { params: { id } })).status).toBe(404)
    expect((await frameworks(caller)).map(each => each.id)).not.toContain(id)
  }
  // The same edition again replaces the draft.
  const again = await ok(importOf(cci, smallFramework.slice(0, 4), { name: 'marco del CENTRO', edition: '2026-1' }))
  expect(again.framework).toMatchObject({ id, controls: 4, version: 2 })
})

test('DICT-01: all or nothing: each wrong row is named with its line and fault', async () => {
  const before = [await counts(), (await frameworks(cci)).length]
  const answer = await importOf(cci, [
    smallFramework[0]!,
    ['', 'Accesos', 'Sin clave', 'C', 'D'],
    ['AC-01', 'Accesos', 'Repetido', 'C', 'D'],
    ['XX-01', '', 'Sin dominio', 'C', 'D'],
    ['XX-02', 'Accesos', '', 'C', 'D'],
    ['XX-03', 'Accesos', 'Sin dimensión', '', 'D'],
    ['XX-04', 'Accesos', 'Otra dimensión', 'C, Z', 'D'],
    ['XX-05', 'Accesos', 'Otro nivel', 'C', 'E'],
    ['XX-06', 'Accesos', 'Dos niveles', 'C', 'A, B'],
    ['XX-07', 'Accesos', 'Bueno', 'C', 'A'],
  ])
  expect(answer).toMatchObject({ status: 400, problem: { code: 'rowsWrong' } })
  expect(answer.problem.detail).toBe('El archivo tiene 8 errores. No se ha guardado nada.')
  expect((answer.problem.rows as { line: number; column: string }[]).map(each => [each.line, each.column])).toEqual([
    [3, 'Control'],
    [4, 'Control'],
    [5, 'Dominio'],
    [6, 'Enunciado'],
    [7, 'Dimensión'],
    [8, 'Dimensión'],
    [9, 'Nivel'],
    [10, 'Nivel'],
  ])
  expect(answer.problem.rows).toContainEqual({
    line: 4,
    column: 'Control',
    message: 'El control ya está en la fila 2.',
  })
  expect([await counts(), (await frameworks(cci)).length]).toEqual(before)
})

test('DICT-01: a sheet without its columns, unreadable or of another kind is refused', async () => {
  const send = (name: string, content: string) =>
    cci.call(importFramework, { body: { name: 'M', edition: 'X' }, files: { file: { name, content } } })
  const bare = await send('a.csv', 'Control;Dominio\r\nAC-01;Accesos')
  expect(bare.problem.rows).toMatchObject([{ column: 'Enunciado' }, { column: 'Dimensión' }, { column: 'Nivel' }])
  expect((await send('a.xlsx', 'esto no es un libro')).problem).toMatchObject({
    code: 'rowsWrong',
    detail: 'El archivo tiene 1 error. No se ha guardado nada.',
  })
  expect((await send('a.pdf', '%PDF-1.7')).problem).toMatchObject({ status: 415, code: 'importExtension' })
  expect((await cci.call(importFramework, { body: { name: 'M', edition: 'X' } })).problem.code).toBe('fileMissing')
  expect((await importOf(cci, smallFramework, { name: '', edition: '' })).problem.fields).toEqual({
    name: expect.any(String),
    edition: expect.any(String),
  })
})

test('DICT-03: at most one is published, publishing one retires the other, and neither is edited', async () => {
  const first = await publishedFramework(cci)
  expect(first).toMatchObject({ status: 'PUBLISHED', publishedAt: portal.clock.now() })
  const second = await publishedFramework(cci)
  const statusOf = async ({ id }: FrameworkWire) => (await frameworks(cci)).find(each => each.id === id)?.status
  expect([await statusOf(first), await statusOf(second)]).toEqual(['RETIRED', 'PUBLISHED'])
  expect((await frameworks(cci)).filter(each => each.status === 'PUBLISHED')).toHaveLength(1)
  for (const { id, name, edition } of [first, second]) {
    expect((await publish(id)).problem.code).toBe('frameworkClosed')
    expect((await importOf(cci, smallFramework, { name, edition })).problem).toMatchObject({
      status: 409,
      code: 'frameworkClosed',
    })
  }
  // Others read what is or was published.
  expect((await bank.call(readFramework, { params: { id: first.id } })).status).toBe(200)
})

test('DICT-03: two simultaneous publications leave one published', async () => {
  const drafts = await Promise.all([ok(importOf(cci)), ok(importOf(cci))])
  const answers = await Promise.all(drafts.map(({ framework }) => publish(framework!.id)))
  expect(answers.map(answer => answer.status)).toEqual([200, 200])
  expect((await frameworks(cci)).filter(each => each.status === 'PUBLISHED')).toHaveLength(1)
})

test('DICT-03: a framework without a control of level D in a dimension is not published', async () => {
  const { framework } = await ok(
    importOf(
      cci,
      smallFramework.filter(([key]) => key !== 'RE-01'),
    ),
  )
  expect((await publish(framework!.id)).problem).toMatchObject({
    status: 409,
    code: 'frameworkIncomplete',
    detail: 'No se puede publicar: falta algún control de nivel D en Disponibilidad.',
  })
  expect((await publish(framework!.id, 7)).problem.code).toBe('changedMeanwhile')
})

test('a preview compares with the published edition and saves nothing', async () => {
  await publishedFramework(cci)
  const before = (await frameworks(cci)).length
  const rows = [
    ...smallFramework.slice(0, 4),
    ['RE-02', 'Continuidad', 'Otro enunciado', 'D', 'A'],
    ['GO-01', 'Gobierno', 'Una política', 'CID', 'D'],
  ]
  const { framework, changes } = await ok(importOf(cci, rows, { preview: 'true' }))
  expect(framework).toBeNull()
  expect(changes).toEqual({ added: ['GO-01'], changed: ['RE-02'], removed: ['RE-03'], same: 4 })
  expect((await frameworks(cci)).length).toBe(before)
})

test('the list that comes with the product is imported from its template or without a file, and says what it is', async () => {
  const file = await cci.call(frameworkExample, { query: { format: 'xlsx' } })
  const given = { name: 'Otro nombre', edition: 'de la plantilla' }
  const files = { file: { name: 'plantilla.xlsx', content: file.body as Buffer } }
  const imported = await ok(cci.call(importFramework, { body: given, files }))
  expect(imported.framework).toMatchObject({ illustrative: true, controls: illustrativeControls.length })
  const csv = await cci.call(frameworkExample, { query: { format: 'csv' } })
  const again = { ...given, edition: 'del CSV' }
  const fromCsv = { file: { name: 'plantilla.csv', content: csv.body as Buffer } }
  expect((await ok(cci.call(importFramework, { body: again, files: fromCsv }))).framework!.illustrative).toBe(true)
  const own = sheetOf([...smallFramework])
  const mixed = await ok(cci.call(importFramework, { body: { name: 'Propio', edition: '1' }, files: { file: own } }))
  expect(mixed.framework!.illustrative).toBe(false)
  const list = await cci.call(exportFrameworks, { query: { format: 'csv' } })
  expect(String(list.body)).toContain('Marco ilustrativo, no oficial')
})
