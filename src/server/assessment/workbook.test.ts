import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assessmentWorkbook,
  explainAssessment,
  listAssessments,
  readAssessment,
  uploadWorkbook,
} from '#domain/assessment/contract.ts'
import { saveService } from '#domain/catalogue/contract.ts'
import { ok } from '#test/support/answers.ts'
import { archive } from '#test/support/archives.ts'
import {
  allYes,
  answering,
  assessmentsOf,
  begin,
  filled,
  publishedFramework,
  smallFramework,
  template,
} from '#test/support/assessments.ts'
import { documentsOf, edit, freshRequest, pdf, reject, request as send, sheet } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { processorMsUntil } from '#test/support/processor-time.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let bank: Caller
let frameworkId: string
let services = 0

beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await enter('cci')
  provider = await enter('proveedor')
  evaluator = await enter('evaluador')
  bank = await enter('entidad')
  frameworkId = (await publishedFramework(cci)).id
})
afterAll(() => portal.stop())

const fresh = () => freshRequest(cci, provider, evaluator)
const templateOf = async (validationId: string | undefined, target = 'A/A/A', caller = provider) =>
  (await template(caller, frameworkId, { validationId, target })).body as Buffer
const upload = (id: string, content: Uint8Array | string, name = 'evaluacion.xlsx') =>
  evaluator.call(uploadWorkbook, { params: { id }, body: {}, files: { file: { name, content } } })
const detail = (id: string) => ok(evaluator.call(readAssessment, { params: { id } }))
const yes = Object.fromEntries(Object.keys(allYes()).map(key => [key, 'Sí']))

describe('the template', () => {
  test('DICT-08: a row for each control asked, a list in each answer cell, the edition and the request noted', async () => {
    const request = await fresh()
    const bytes = await templateOf(request, 'D/D/A')
    const { readXlsx } = await import('hucre/xlsx')
    const { sheets } = await readXlsx(bytes)
    expect(sheets.map(({ name }) => name)).toEqual(['Evaluación', 'Plantilla'])
    const [answers, marks] = sheets
    expect(answers!.rows.map(row => row[0])).toEqual(['Control', 'AC-01', 'RE-01', 'RE-02'])
    expect(answers!.rows[0]!.slice(5, 8)).toEqual(['Respuesta', 'Justificación de «No aplica»', 'Nota'])
    expect(answers!.dataValidations).toMatchObject([
      { type: 'list', range: 'F2:F4', values: ['Sí', 'No', 'No aplica'], allowBlank: true },
    ])
    const said = Object.fromEntries(marks!.rows.map(([name, text]) => [name, text]))
    expect(said).toMatchObject({
      Marco: 'Marco de prueba',
      Edición: expect.stringMatching(/^E\d+$/),
      'Código de la solicitud': request,
      'Código del marco': frameworkId,
      'Nivel objetivo': 'D/D/A',
      Proveedor: expect.stringContaining('Tramontana'),
    })
  })

  test('DICT-08: only for a request that the caller sees', async () => {
    const request = await fresh()
    const other = await portal.signIn('lumbre@almotacen.example')
    expect((await template(other, frameworkId, { validationId: request, target: 'A/A/A' })).status).toBe(404)
    expect((await template(provider, '0'.repeat(26), { validationId: request, target: 'A/A/A' })).status).toBe(404)
    expect((await template(provider, frameworkId, { validationId: request, target: 'A' })).status).toBe(400)
  })
})

describe('an upload by the evaluator', () => {
  test('DICT-09: a filled template replaces all answers of the draft', async () => {
    const request = await fresh()
    const { id } = await ok(begin(evaluator, request))
    await ok(answering(evaluator, id, { 'RE-01': 'NO', 'RE-02': 'YES' }))
    const bytes = await filled(await templateOf(request), {
      'AC-01': 'Sí',
      'AC-02': ['No aplica', 'No hay acceso remoto'],
      'CR-01': ' si ',
      'RE-01': 'NO',
    })
    expect(await ok(upload(id, bytes))).toMatchObject({ answered: 4, levels: { C: 'A', I: 'A', D: 'NONE' } })
    const { answers } = await detail(id)
    expect(answers.find(({ controlKey }: { controlKey: string }) => controlKey === 'AC-02')).toEqual({
      controlKey: 'AC-02',
      answer: 'NOT_APPLICABLE',
      note: '',
      justification: 'No hay acceso remoto',
      inherited: false,
    })
    expect(answers.map(({ controlKey }: { controlKey: string }) => controlKey)).not.toContain('RE-02')
    // What is downloaded can be uploaded again.
    const file = await evaluator.call(assessmentWorkbook, { params: { id } })
    const before = await detail(id)
    await ok(upload(id, file.body as Buffer))
    expect((await detail(id)).answers.toSorted(byKey)).toEqual(before.answers.toSorted(byKey))
  })

  test('DICT-09: or takes none: names each fault with its row, control and reason, and counts them', async () => {
    const request = await fresh()
    const { id } = await ok(begin(evaluator, request))
    await ok(answering(evaluator, id, { 'AC-01': 'YES' }))
    const wide = await templateOf(request, 'A/A/A+')
    const bytes = await filled(wide, {
      'AC-01': 'Quizá',
      'AC-02': 'No aplica',
      'CR-01': ['N/A', 'corta'],
      'RE-01': 'Sí',
      'RE-03': 'Sí',
    })
    const answer = await upload(id, bytes)
    expect(answer.problem).toMatchObject({ status: 400, code: 'workbookWrong', total: 4 })
    expect(answer.problem.detail).toBe('La hoja tiene 4 errores. No se ha cambiado ninguna respuesta.')
    expect(answer.problem.faults).toEqual([
      { row: 2, control: 'AC-01', reason: '«Quizá» no es una respuesta: escriba Sí, No o No aplica.' },
      { row: 3, control: 'AC-02', reason: 'Justifique por qué no aplica, con al menos 10 caracteres.' },
      { row: 4, control: 'CR-01', reason: 'La justificación debe tener al menos 10 caracteres.' },
      { row: 7, control: 'RE-03', reason: 'El nivel objetivo no pide este control.' },
    ])
    expect(await detail(id)).toMatchObject({ answered: 1, version: 2 })
  })

  test('DICT-09: refuses the template of another request or edition, and any other workbook', async () => {
    const [one, two] = [await fresh(), await fresh()]
    const { id } = await ok(begin(evaluator, one))
    const elsewhere = await upload(id, await filled(await templateOf(two), yes))
    expect(elsewhere.problem).toMatchObject({
      status: 409,
      code: 'workbookElsewhere',
      detail: 'Esta hoja es de otra solicitud o de otra edición del marco. Descargue la plantilla de esta.',
    })
    const former = await templateOf(one)
    frameworkId = (await publishedFramework(cci)).id
    const next = await fresh()
    const { id: newer } = await ok(begin(evaluator, next))
    expect((await upload(newer, await filled(former, yes))).problem.code).toBe('workbookElsewhere')
    const unreadable: [Uint8Array | string, string][] = [
      [sheet().content, 'controles.xlsx'],
      ['esto no es un libro', 'evaluacion.xlsx'],
      ['Control;Respuesta\r\nAC-01;Sí', 'evaluacion.csv'],
      [archive([{ name: '../fuera.xml', content: '<a/>' }]), 'evaluacion.xlsx'],
      [archive([{ name: 'a.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }]), 'evaluacion.xlsx'],
      [archive([{ name: 'a.xml', content: Buffer.alloc(70 * 1024 * 1024) }]), 'evaluacion.ods'],
      [readFileSync(new URL('../../../LICENSE', import.meta.url)), 'evaluacion.ods'],
    ]
    for (const [content, name] of unreadable) {
      expect((await upload(newer, content, name)).problem, name).toMatchObject({
        status: 415,
        code: 'workbookUnreadable',
        detail: 'No es la plantilla de la evaluación o no se puede leer.',
      })
    }
    expect(await detail(newer)).toMatchObject({ version: 1 })
    const none = await evaluator.call(uploadWorkbook, { params: { id: newer }, body: {} })
    expect(none.problem.code).toBe('fileMissing')
  })

  test('DICT-09: lists 100 of more than 100 faults; reads, computes and explains 1,500 controls in 5 s', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => [
      `K-${at}`,
      `Dominio ${at % 12}`,
      `Enunciado del control número ${at}, tan largo como suelen serlo los de un marco de controles.`,
      ['C', 'I', 'D', 'C, I, D'][at % 4]!,
      ['D', 'C', 'B', 'A', 'A+'][at % 5]!,
    ])
    frameworkId = (await publishedFramework(cci, rows)).id
    const request = await fresh()
    const { id } = await ok(begin(evaluator, request, 'A+/A+/A+'))
    const bytes = await templateOf(request, 'A+/A+/A+')
    const wrong = await filled(bytes, Object.fromEntries(rows.slice(0, 130).map(([key]) => [key!, 'Tal vez'])))
    const refused = await upload(id, wrong)
    expect(refused.problem).toMatchObject({ code: 'workbookWrong', total: 130 })
    expect(refused.problem.faults).toHaveLength(100)
    const whole = await filled(
      bytes,
      Object.fromEntries(
        rows.map(([key], at) => [key!, at === 7 ? 'No' : ['No aplica', 'No procede en este servicio']]),
      ),
    )
    const sentence = 'Confidencialidad C: no se cumple 1 control de nivel B (K-7)'
    const ms = await processorMsUntil(async () => {
      expect(await ok(upload(id, whole))).toMatchObject({ answered: 1500, asked: 1500 })
      const explained = await ok(evaluator.call(explainAssessment, { params: { id } }))
      expect(explained.dimensions[0]!.sentence).toBe(sentence)
    })
    expect(ms).toBeLessThan(5000)
    frameworkId = (await publishedFramework(cci, smallFramework)).id
  })
})

describe('the spreadsheet of a request', () => {
  const ids = async () => {
    const body = { type: 'Pruebas', description: `Con hoja ${++services}` }
    const { id } = await ok(cci.call(saveService, { body }))
    return { provider: provider.me.idGenericEntity, evaluator: evaluator.me.idGenericEntity, service: id as string }
  }
  const spreadsheet = (content: Uint8Array) => ({ name: 'evaluacion.xlsx', content })
  const readAs = async (caller: Caller, id: string) => (await documentsOf(caller, id))['Doc. Excel asociado']!.readAs

  test('DICT-10: a filled template that is sent becomes a draft of the provider, which it does not read', async () => {
    const content = await filled(await templateOf(undefined), yes)
    const sent = await ok(
      send(provider, await ids(), { files: { report: pdf('a'), spreadsheet: spreadsheet(content) } }),
    )
    expect(sent.catalogDocuments.find((each: { readAs?: string }) => each.readAs)).toMatchObject({
      documentCatalogName: 'Doc. Excel asociado',
      readAs: 'ASSESSMENT',
    })
    const [draft] = await assessmentsOf(evaluator, sent.id)
    expect(draft).toMatchObject({
      origin: 'PROVIDER',
      status: 'DRAFT',
      target: 'A/A/A',
      answered: 5,
      computed: 'A/A/A',
    })
    expect(await assessmentsOf(provider, sent.id)).toEqual([])
    expect((await detail(draft!.id)).offered).toBeNull()
    // Banks do not read how a file was read.
    expect(await readAs(bank, sent.id)).toBeUndefined()
    // The evaluator goes on from it.
    await ok(answering(evaluator, draft!.id, { 'RE-02': 'NO' }))
    expect(await detail(draft!.id)).toMatchObject({ computed: 'A/A/B' })
  })

  test('DICT-10: any other spreadsheet is stored as ever, and the request is not refused for it', async () => {
    const faulty = await filled(await templateOf(undefined), { 'AC-01': 'Quizá' })
    const empty = await templateOf(undefined)
    for (const content of [sheet().content, faulty, empty]) {
      const sent = await ok(
        send(provider, await ids(), { files: { report: pdf('b'), spreadsheet: spreadsheet(content) } }),
      )
      expect(await readAs(provider, sent.id)).toBe('DOCUMENT')
      expect(await assessmentsOf(evaluator, sent.id)).toEqual([])
    }
  })

  test('DICT-10: on an edit too; a draft that the evaluator has begun is not overwritten but offered the answers', async () => {
    const request = await fresh()
    const { id } = await ok(begin(evaluator, request))
    await ok(answering(evaluator, id, { 'AC-01': 'NO' }))
    for (const document of Object.values(await documentsOf(cci, request))) await ok(reject(cci, document))
    const content = await filled(await templateOf(request), yes)
    await ok(edit(provider, request, {}, { report: pdf('c'), spreadsheet: spreadsheet(content) }))
    expect(await readAs(provider, request)).toBe('ASSESSMENT')
    expect(await detail(id)).toMatchObject({ answered: 1, offered: { name: 'evaluacion.xlsx' } })
    const load = () => evaluator.call(uploadWorkbook, { params: { id }, body: { source: 'REQUEST' } })
    expect(await ok(load())).toMatchObject({ answered: 5, computed: 'A/A/A' })
    expect((await detail(id)).offered).toBeNull()
  })

  test('DICT-10: the provider’s next template does not overwrite what the evaluator wrote in its draft', async () => {
    const sendAgain = async (request: string, answers: Record<string, string>, name: string) => {
      for (const document of Object.values(await documentsOf(cci, request))) await ok(reject(cci, document))
      const content = await filled(await templateOf(request), answers)
      await ok(edit(provider, request, {}, { report: pdf(name), spreadsheet: spreadsheet(content) }))
      return (await assessmentsOf(evaluator, request))[0]!
    }
    const request = await fresh()
    const first = await sendAgain(request, { 'AC-01': 'No' }, 'primera')
    // It has no answers yet: the next template takes its place.
    const second = await sendAgain(request, yes, 'segunda')
    expect([second.id === first.id, second.origin, second.answered]).toEqual([false, 'PROVIDER', 5])
    await ok(answering(evaluator, second.id, { 'RE-02': 'NO' }))
    const third = await sendAgain(request, { 'AC-01': 'No' }, 'tercera')
    expect(third).toMatchObject({ id: second.id, answered: 5, computed: 'A/A/B' })
  })

  test('DICT-10: a template of another request is a document', async () => {
    const [one, two] = [await fresh(), await fresh()]
    for (const document of Object.values(await documentsOf(cci, two))) await ok(reject(cci, document))
    const content = await filled(await templateOf(one), yes)
    await ok(edit(provider, two, {}, { report: pdf('d'), spreadsheet: spreadsheet(content) }))
    expect(await readAs(provider, two)).toBe('DOCUMENT')
    expect((await ok(evaluator.call(listAssessments, { query: { validationId: two } }))).content).toEqual([])
  })
})

const byKey = (a: { controlKey: string }, b: { controlKey: string }) => (a.controlKey < b.controlKey ? -1 : 1)
