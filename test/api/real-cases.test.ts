import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFramework } from '#domain/assessment/framework/contract.ts'
import { documentSheets } from '#domain/document/contract.ts'
import { importEntities, listInvitations } from '#domain/invitation/contract.ts'
import { importChain } from '#domain/participant/chain/contract.ts'
import { previewRegister } from '#domain/supervision/register/contract.ts'
import { importUses } from '#domain/supervision/use/contract.ts'
import { stampInReader } from '#server/document/watermark/stamping.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { archive, type Part, workbook } from '#test/support/archives.ts'
import { documentsOf, ownDocumentation, upload } from '#test/support/documents.ts'
import { fileOf } from '#test/support/foreign-file.ts'
import type { Answer, Caller } from '#test/support/portal.ts'

type Use = 'mark' | 'preload' | 'register' | 'sheets'
type Case = { file: string; as: Use; expect: string[]; refuse?: { says: string } }

const fixture = (name: string) => readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url))
const cases = JSON.parse(fixture('cases.json').toString()) as Case[]
const PLAN = 'Plan de continuidad de negocio'

let acting: Acting
let bank: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
})
afterAll(() => acting.portal.stop())

type File = { name: string; content: Buffer }
const files = (file: File) => ({ file })

/** What a use of a file stores or shows, or the refusal. */
type Outcome = { said: string } | { refused: string }
const outcomeOf = ({ status, body, problem }: Answer): Outcome =>
  status < 300 ? { said: JSON.stringify(body) } : { refused: JSON.stringify(problem) }

const uses: Record<Use, (file: File) => Promise<Outcome>> = {
  async mark({ content }) {
    const marked = await stampInReader(fileOf(content), ['Leído por Łukasz', 'Caja'])
    return 'fault' in marked ? { refused: marked.fault } : { said: 'marked' }
  },
  async preload(file) {
    const imported = outcomeOf(await acting.cci.call(importEntities, { files: files(file) }))
    if ('refused' in imported) return imported
    return outcomeOf(await acting.cci.call(listInvitations, { query: { type: 'ENTITY', size: 1000 } }))
  },
  register: async file => outcomeOf(await bank.call(previewRegister, { body: {}, files: files(file) })),
  async sheets(file) {
    const { id } = await ownDocumentation(acting.provider)
    expect((await upload(acting.provider, id, PLAN, file)).status).toBe(201)
    const document = (await documentsOf(acting.cci, id))[PLAN]!
    return outcomeOf(await acting.cci.call(documentSheets, { params: { id: document.id! } }))
  },
}

test.each(cases)('$file is read right as $as', async ({ file, as, expect: expected, refuse }) => {
  const outcome = await uses[as]({ name: file, content: fixture(file) })
  if ('refused' in outcome) {
    expect(refuse, outcome.refused).toBeDefined()
    expect(outcome.refused).toMatch(new RegExp(refuse!.says))
  } else {
    expect(expected.length).toBeGreaterThan(0)
    for (const each of expected) expect(outcome.said).toContain(each)
  }
})

/* Siblings: each kind of cell without a value, in each import. */

const text = (value: string) => `t="inlineStr"><is><t>${value}</t></is></c>`
const lacking = {
  'an error': ['t="e"><v>#N/A</v></c>', /la celda B2 tiene el error #N\/D/],
  'an error of a formula': ['t="e"><f>1/0</f><v>#DIV/0!</v></c>', /la celda B2 tiene el error #¡DIV\/0!/],
  'an error written out': [text('#REF!'), /la celda B2 tiene el error #REF!/],
  'a formula without a result': ['><f>A1</f></c>', /la celda B2 tiene una fórmula sin resultado guardado/],
  'a shared formula without a result': ['><f t="shared" si="0"/><v/></c>', /la celda B2 tiene una fórmula/],
} as const

/** A workbook with one row of texts below its headings, and `second` in cell B2. */
function book(headings: readonly string[], row: readonly string[], second: string, sheet = 'H'): Part[] {
  const cells = (values: readonly string[], line: number) =>
    values.map((value, at) => {
      const name = `${String.fromCharCode(65 + at)}${line}`
      return `<c r="${name}" ${line === 2 && at === 1 ? second : text(value)}`
    })
  const rows = [headings, row].map((values, at) => `<row r="${at + 1}">${cells(values, at + 1).join('')}</row>`)
  return workbook(rows.join('')).map(part =>
    part.name === 'xl/workbook.xml' ? { ...part, content: String(part.content).replace('"H"', `"${sheet}"`) } : part,
  )
}

const imports: Record<
  string,
  { headings: string[]; row: string[]; sheet?: string; send(file: File): Promise<Answer> }
> = {
  'the preload of entities': {
    headings: ['Nombre', 'Código NRBE', 'Persona de contacto', 'Correo electrónico'],
    row: ['Caja', '', 'Ana Gil', 'ana@celdas.example'],
    send: file => acting.cci.call(importEntities, { files: files(file) }),
  },
  'the import of uses': {
    headings: ['CIF del proveedor', 'Clave del servicio'],
    row: ['B00000000', ''],
    send: file => bank.call(importUses, { body: {}, files: files(file) }),
  },
  'the import of a chain': {
    headings: ['Clave del servicio', 'Empresa', 'Sustenta el servicio', 'Trata datos', 'Desde'],
    row: ['SRV-1', '', 'Sí', 'No', '01/01/2026'],
    send: file => acting.provider.call(importChain, { body: {}, files: files(file) }),
  },
  'the import of a framework': {
    headings: ['Control', 'Dominio', 'Enunciado', 'Dimensión', 'Nivel'],
    row: ['AC-1', '', 'Uno', 'C', 'D'],
    send: file => acting.cci.call(importFramework, { body: { name: 'C', edition: '1' }, files: files(file) }),
  },
  'the register': {
    headings: ['Identificador', 'Nombre'],
    row: ['F1', ''],
    sheet: 'Funciones',
    send: file => bank.call(previewRegister, { body: {}, files: files(file) }),
  },
}

describe.each(Object.entries(imports))('%s', (_name, { headings, row, sheet, send }) => {
  test.each(Object.entries(lacking))('refuses %s, and names its cell', async (_what, [cell, sentence]) => {
    const answer = await send({ name: 'celdas.xlsx', content: archive(book(headings, row, cell, sheet)) })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(answer.problem.rows ?? answer.problem)).toMatch(/la celda/i)
    expect(JSON.stringify(answer.problem)).toMatch(new RegExp(sentence.source, 'i'))
  })
})

describe('an .ods', () => {
  const cell = (attributes: string, inside = '') => `<table:table-cell ${attributes}>${inside}</table:table-cell>`
  const word = (value: string) => cell('office:value-type="string"', `<text:p>${value}</text:p>`)
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
  const namespaces = ['office', 'table', 'text', 'style']
    .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ')
  const ods = (...rows: string[]): Buffer =>
    archive([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      {
        name: 'content.xml',
        content: `<office:document-content ${namespaces} xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"><office:body><office:spreadsheet><table:table table:name="H">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
      },
    ])
  const head = row(...['Nombre', 'Código NRBE', 'Persona de contacto', 'Correo electrónico'].map(word))
  const preload = (...rows: string[]) => uses.preload({ name: 'a.ods', content: ods(...rows) })

  test.each([
    [
      'an error of LibreOffice',
      cell('table:formula="of:=NA()" office:value-type="string" calcext:value-type="error"', '<text:p>#N/D</text:p>'),
      /celda B2 tiene el error #N\/D/,
    ],
    ['a formula without a result', cell('table:formula="of:=[.A1]"'), /celda B2 tiene una fórmula sin resultado/],
  ])('with %s is refused, also inside a group of rows', async (_what, code, sentence) => {
    const rows = row(word('Caja'), code, word('Ana Gil'), word('ana@ods.example'))
    for (const each of [rows, `<table:table-row-group>${rows}</table:table-row-group>`]) {
      expect(await preload(head, each)).toEqual({ refused: expect.stringMatching(sentence) })
    }
  })

  test('keeps the columns behind repeated blanks, and numbers and days inside groups', async () => {
    const gap = '<table:table-cell table:number-columns-repeated="3"/>'
    const heads = row(
      ...['Nombre', 'a', 'b', 'c', 'Código NRBE', 'Persona de contacto', 'Correo electrónico'].map(word),
    )
    const code = cell('office:value-type="float" office:value="9871"', '<text:p>9.871</text:p>')
    const rest = [word('Ana Gil'), word('ana@grupo.example')]
    const outcome = await preload(
      `<table:table-header-rows>${heads}</table:table-header-rows>`,
      `<table:table-row-group>${row(word('Caja Agrupada'), gap, code, ...rest)}</table:table-row-group>`,
    )
    expect(outcome).toEqual({ said: expect.stringMatching(/"Caja Agrupada".*"9871"|"9871".*"Caja Agrupada"/) })
  })
})

test('an error in a CSV is no name', async () => {
  const content = Buffer.from(
    'Nombre;Código NRBE;Persona de contacto;Correo electrónico\n#¿NOMBRE?;9872;Ana;a@csv.example\n',
  )
  expect(await uses.preload({ name: 'a.csv', content })).toEqual({
    refused: expect.stringContaining('la celda A2 tiene el error #¿NOMBRE?'),
  })
})
