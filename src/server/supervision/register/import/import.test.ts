import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listServices } from '#domain/catalogue/contract.ts'
import { listCompanies } from '#domain/participant/company/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { importRegister, previewRegister, registerTemplate } from '#domain/supervision/register/contract.ts'
import { exportLines, listArrangements, listFunctions, listLines } from '#domain/supervision/register/entry/contract.ts'
import { parseSheets } from '#server/platform/spreadsheet/parse.ts'
import type { OutSheet } from '#server/platform/spreadsheet/write.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei } from '#test/support/companies.ts'
import type { Caller } from '#test/support/portal.ts'
import { newFunction, newMember } from '#test/support/register-entries.ts'
import { bareService, declared } from '#test/support/uses.ts'

let acting: Acting
let bank: Caller
let cif: string
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  const params = { kind: 'provider' as const, id: acting.provider.me.idGenericEntity }
  cif = (await ok(acting.cci.call(readParticipant, { params }))).cif
})
afterAll(() => acting.portal.stop())

const sheet = (name: string, header: string, rows: string[][]): OutSheet => ({
  sheet: name,
  columns: header.split(';').map(each => ({ header: each })),
  rows,
})
const FUNCTIONS = 'Identificador;Nombre;Actividad autorizada;Esencial o importante;RTO, en horas'
const CONTRACTS =
  'Referencia;CIF del proveedor;Empresa externa;País de la empresa externa;LEI de la empresa externa;Contrato marco;Tipo de contrato;Moneda;Coste anual;Inicio'
const LINES = 'Contrato;Función;Clave del servicio;Tipo de servicio de TIC;Almacena datos;Sensibilidad de los datos'

async function workbook(functions: string[][], contracts: string[][] = [], lines: string[][] = []) {
  const [first, ...more] = [
    sheet('Funciones', FUNCTIONS, functions),
    sheet('Contratos', CONTRACTS, contracts),
    sheet('Servicios', LINES, lines),
  ]
  const content = Buffer.from(await writeXlsx({ ...first!, more }))
  return { file: { name: 'registro.xlsx', content } }
}
const importing = async (...rows: Parameters<typeof workbook>) =>
  bank.call(importRegister, { body: {}, files: await workbook(...rows) })
const previewing = async (...rows: Parameters<typeof workbook>) =>
  bank.call(previewRegister, { body: {}, files: await workbook(...rows) })

/** The key of a service that the bank uses. */
async function usedKey(): Promise<string> {
  const pair = await bareService(acting)
  await declared(bank, pair)
  const { content } = await ok(bank.call(listServices))
  return content.find((service: { id: string }) => service.id === pair.serviceId).key
}

test('DORA-09: a workbook adds functions, contracts and lines, and a row of what is there changes it', async () => {
  const key = await usedKey()
  const lei = newLei()
  const functions = [
    ['F71', 'Pagos', 'servicios de pago', 'Sí', '4'],
    ['F72', 'Archivo', 'Función de apoyo', 'No', ''],
  ]
  const contracts = [
    ['CT-A', '', 'Nube Ejemplo', 'Irlanda', lei, 'CT-B', 'Derivado o asociado', 'EUR', '1.200,50', '01/02/2024'],
    ['CT-B', cif, '', '', '', '', 'Marco', 'EUR', '90', '2023-01-01'],
  ]
  const lines = [
    ['CT-B', 'F71', key, 'S17', 'Sí', 'Alta'],
    ['CT-A', 'F72', '', 'S18', 'No', ''],
  ]
  expect(await ok(importing(functions, contracts, lines))).toEqual({ added: 6, changed: 0, unchanged: 0 })
  const { content } = await ok(bank.call(listArrangements, { query: { text: 'CT-' } }))
  expect(content).toMatchObject([
    {
      reference: 'CT-A',
      company: { name: 'Nube Ejemplo', country: 'IE', lei },
      overarching: 'CT-B',
      annualCost: 1200.5,
      startsOn: '2024-02-01',
    },
    { reference: 'CT-B', providerId: acting.provider.me.idGenericEntity, type: 'x2', lines: 1 },
  ])
  const found = (await ok(bank.call(listLines, { query: { text: 'F71' } }))).content
  expect(found).toMatchObject([
    { reference: 'CT-B', ictType: 'S17', holdsData: true, sensitivity: 'x793', isCritical: true },
  ])
  expect(await ok(importing(functions, contracts, lines))).toEqual({ added: 0, changed: 0, unchanged: 6 })
  // What is blank stays as it is.
  const again = await ok(importing([['F71', '', '', '', '8']], [], [['CT-B', 'F71', key, 'S17', '', 'Baja']]))
  expect(again).toEqual({ added: 0, changed: 2, unchanged: 0 })
  const [changed] = (await ok(bank.call(listFunctions, { query: { text: 'F71' } }))).content
  expect(changed).toMatchObject({ name: 'Pagos', critical: 'x28', rtoHours: 8, version: 2 })
})

test('REG-12: a cell of a workbook has several countries, and so has the export, which is read again', async () => {
  const key = await usedKey()
  const about = [
    [['F75', 'Préstamos', '', 'No', '']],
    [['CT-PAISES', cif, '', '', '', '', '', 'EUR', '90', '']],
  ] as const
  await ok(importing(about[0] as never, about[1] as never))
  const lines = async (header: string, ...cells: string[]) => {
    const out = sheet('Servicios', header, [['CT-PAISES', 'F75', key, 'S17', ...cells]])
    const content = Buffer.from(await writeXlsx(out))
    return bank.call(importRegister, { body: {}, files: { file: { name: 'registro.xlsx', content } } })
  }
  const KEYS = 'Contrato;Función;Clave del servicio;Tipo de servicio de TIC'
  const header = `${KEYS};Países de prestación;Países del tratamiento`
  expect(await ok(lines(header, 'Irlanda, España', 'DE'))).toMatchObject({ added: 1 })
  expect(await ok(lines(header, 'es,ie', 'Alemania'))).toMatchObject({ added: 0, unchanged: 1 })
  const [line] = (await ok(bank.call(listLines, { query: { text: 'CT-PAISES' } }))).content
  expect(line).toMatchObject({ provisionCountries: ['ES', 'IE'], storageCountries: [], processingCountries: ['DE'] })
  const exported = await bank.call(exportLines, { query: { text: 'CT-PAISES', format: 'csv' } })
  expect(Buffer.from(exported.body).toString()).toContain('España, Irlanda')
  // The heading that the template had before.
  const before = `${KEYS};País de prestación;País del tratamiento`
  expect(await ok(lines(before, 'España, Irlanda', 'Alemania'))).toMatchObject({ added: 0, unchanged: 1 })
  const wrong = await lines(header, 'España, Atlántida', '')
  expect(wrong.problem.rows).toMatchObject([{ line: 2, column: 'Países de prestación', sheet: 'Servicios' }])
})

describe('REG-11: a workbook has parents and subcontractors of companies outside', () => {
  const PARENTS = `${CONTRACTS};Matriz última de la empresa;País de la matriz;LEI de la matriz`
  const CHAINS =
    'Contrato;Tipo de servicio de TIC;Subcontratista;País del subcontratista;LEI del subcontratista;Trabaja para'
  const importedWith = async (contracts: string[][], links: string[][]) => {
    const more = [sheet('Subcontratistas', CHAINS, links)]
    const content = Buffer.from(await writeXlsx({ ...sheet('Contratos', PARENTS, contracts), more }))
    return { file: { name: 'registro.xlsx', content } }
  }
  const load = async (...rows: Parameters<typeof importedWith>) =>
    bank.call(importRegister, { body: {}, files: await importedWith(...rows) })
  const read = async (reference: string) =>
    (await ok(bank.call(listArrangements, { query: { text: reference } }))).content[0]
  const contract = (reference: string, ...parent: string[]) => [
    ...[reference, '', 'Nube Uno', 'Irlanda', leis.direct, '', '', 'EUR', '', '2024-01-01'],
    ...(parent.length > 0 ? parent : ['', '', '']),
  ]
  const leis = { direct: newLei(), parent: newLei(), first: newLei(), second: newLei() }
  const links = (reference: string) => [
    [reference, 'S17', 'Segunda', 'España', leis.second, 'Primera'],
    [reference, 'S17', 'Primera', 'Portugal', leis.first, ''],
  ]

  test('adds them, and the same again changes nothing', async () => {
    const rows: Parameters<typeof importedWith> = [
      [contract('CT-CAD', 'Grupo Uno', 'Francia', leis.parent)],
      links('CT-CAD'),
    ]
    const preview = await ok(bank.call(previewRegister, { body: {}, files: await importedWith(...rows) }))
    expect(preview).toMatchObject({ added: 3, changed: 0, unchanged: 0 })
    expect(preview.rows.at(-1)).toMatchObject({ sheet: 'Subcontratistas', line: 3, name: 'CT-CAD · S17 · Primera' })
    expect(await ok(load(...rows))).toEqual({ added: 3, changed: 0, unchanged: 0 })
    const made = await read('CT-CAD')
    expect(made).toMatchObject({
      company: { lei: leis.direct },
      parent: { name: 'Grupo Uno', country: 'FR', lei: leis.parent },
      chain: [
        { ictType: 'S17', company: { name: 'Segunda', lei: leis.second }, recipientId: made.chain[1].id },
        { ictType: 'S17', company: { name: 'Primera', country: 'PT' }, recipientId: null },
      ],
    })
    expect(await ok(load(...rows))).toEqual({ added: 0, changed: 0, unchanged: 3 })
    expect(await read('CT-CAD')).toEqual(made)
  })

  test('changes what a row says otherwise, and leaves what is blank or not in it', async () => {
    const before = await read('CT-CAD')
    const changed = await ok(
      load(
        [contract('CT-CAD', 'Grupo Dos', 'Francia', leis.parent)],
        [['CT-CAD', 'S17', 'Segunda bis', '', leis.second, '']],
      ),
    )
    expect(changed).toEqual({ added: 0, changed: 2, unchanged: 0 })
    const after = await read('CT-CAD')
    expect(after).toMatchObject({
      parent: { id: before.parent.id, name: 'Grupo Dos' },
      chain: [{ company: { name: 'Segunda bis', country: 'ES' }, recipientId: before.chain[1].id }, before.chain[1]],
    })
    expect(after.version).toBeGreaterThan(before.version)
  })

  test('and a company that it takes out of a contract goes with its parent', async () => {
    const [first, second, parent] = [newLei(), newLei(), newLei()]
    const row = (name: string, lei: string, ...above: string[]) => [
      ...['CT-CAMBIA', '', name, 'Irlanda', lei, '', '', 'EUR', '', ''],
      ...above,
    ]
    await ok(load([row('Antes', first, 'Grupo Antes', 'Francia', parent)], []))
    expect(await ok(load([row('Después', second, '', '', '')], []))).toMatchObject({ changed: 1 })
    expect(await read('CT-CAMBIA')).toMatchObject({ company: { name: 'Después', lei: second }, parent: null })
    for (const q of [first, parent]) expect((await ok(bank.call(listCompanies, { query: { q } }))).content).toEqual([])
  })

  test('but no more of one contract than a form takes', async () => {
    const many = Array.from({ length: 201 }, (_, n) => ['CT-CAD', 'S17', `Empresa ${n}`, 'España', '', ''])
    const refused = await load([], many)
    expect(refused.problem.rows).toMatchObject([{ sheet: 'Subcontratistas', line: 202, column: 'Contrato' }])
    expect((await load([], many.slice(0, 199))).problem.rows).toMatchObject([{ line: 200, column: 'Contrato' }])
  })

  test('and nothing of it when a row is wrong, which is named', async () => {
    const before = await read('CT-CAD')
    const refused = await load(
      [contract('CT-CAD', 'Grupo Tres', '', 'X')],
      [
        ['CT-NADA', 'S17', 'Una', 'España', '', ''],
        ['CT-B', 'S17', 'Una', 'España', '', ''],
        ['CT-CAD', 'S17', 'Una', '', '', ''],
        ['CT-CAD', 'S17', 'Otra', 'España', 'X', ''],
        ['CT-CAD', 'S18', 'Tercera', 'España', '', 'Primera'],
        ['CT-CAD', 'S17', 'Nube Uno', 'Irlanda', leis.direct, ''],
        ['CT-CAD', 'S17', 'Primera', '', leis.first, 'Segunda bis'],
      ],
    )
    const wrong = refused.problem.rows as { sheet: string; line: number; column: string }[]
    expect(wrong.map(({ sheet: name, line, column }) => `${name} ${line} ${column}`).toSorted()).toEqual([
      'Contratos 2 LEI de la matriz',
      'Contratos 2 País de la matriz',
      'Subcontratistas 2 Contrato',
      'Subcontratistas 3 Contrato',
      'Subcontratistas 4 País del subcontratista',
      'Subcontratistas 5 LEI del subcontratista',
      'Subcontratistas 6 Trabaja para',
      'Subcontratistas 7 Subcontratista',
      'Subcontratistas 8 Trabaja para',
    ])
    expect(await read('CT-CAD')).toEqual(before)
  })
})

test('DORA-09, REG-21: nothing is saved when a row is wrong; all faults of all kinds are named with sheet and row', async () => {
  const refused = await importing(
    [
      ['F80', 'Buena', '', '', ''],
      ['', 'Sin código', '', 'tal vez', ''],
      ['F80', 'Repetida', '', '', ''],
    ],
    [
      ['CT-X', 'B99999999', '', '', '', '', '', '', '', ''],
      ['CT-Y', '', 'Sin país', '', '', 'CT-NADA', '', '', 'mucho', ''],
    ],
    [['CT-NO', 'F99', 'SRV-0', '', '', '']],
  )
  expect([refused.status, refused.problem.code]).toEqual([400, 'rowsWrong'])
  const rows = refused.problem.rows as { sheet: string; line: number; column: string }[]
  // Cells that are not understood and rows that do not fit come together, each cell once.
  expect(rows.map(({ sheet: name, line, column }) => `${name} ${line} ${column}`).toSorted()).toEqual([
    'Contratos 2 CIF del proveedor',
    'Contratos 3 Contrato marco',
    'Contratos 3 Coste anual',
    'Contratos 3 País de la empresa externa',
    'Funciones 3 Esencial o importante',
    'Funciones 3 Identificador',
    'Funciones 4 Identificador',
    'Servicios 2 Clave del servicio',
    'Servicios 2 Contrato',
    'Servicios 2 Función',
  ])
  expect((await ok(bank.call(listFunctions, { query: { text: 'Buena' } }))).totalElements).toBe(0)
})

test('DORA-09: the template is imported as it is downloaded once its examples are replaced', async () => {
  const { body } = await bank.call(registerTemplate)
  const file = { name: 'plantilla.xlsx', content: Buffer.from(body) }
  const empty = await bank.call(importRegister, { body: {}, files: { file } })
  expect([empty.status, empty.problem.fields?.file]).toEqual([
    400,
    expect.stringMatching(/Funciones, Contratos, Servicios/),
  ])
  const csv = await bank.call(importRegister, { body: {}, files: { file: { name: 'a.csv', content: 'F1;x' } } })
  expect(csv.status).toBe(415)
})

test('DORA-09: a workbook of 2,000 lines is imported at once', async () => {
  const key = await usedKey()
  const functions = Array.from({ length: 40 }, (_, n) => [`F${500 + n}`, `Función ${n}`, '', 'No', ''])
  const contracts = Array.from({ length: 50 }, (_, n) => [
    `MIL-${n}`,
    cif,
    '',
    '',
    '',
    '',
    'Independiente',
    'EUR',
    '1',
    '2024-01-01',
  ])
  const lines = contracts.flatMap(([reference]) => functions.map(([code]) => [reference!, code!, key, 'S17', 'No', '']))
  expect(lines).toHaveLength(2000)
  expect(await ok(importing(functions, contracts, lines))).toEqual({ added: 2090, changed: 0, unchanged: 0 })
  expect((await ok(bank.call(listLines, { query: { text: 'MIL-', size: 1 } }))).totalElements).toBe(2000)
})

test('DORA-09: the preview says what each row would add or change, and saves nothing', async () => {
  const key = await usedKey()
  await ok(importing([['F81', 'Tesorería', '', 'No', '']], [['CT-P1', cif, '', '', '', '', '', 'EUR', '90', '']]))
  const rows = [
    [
      ['F81', 'Tesorería', '', 'Sí', '4'],
      ['F82', 'Pagos', '', '', ''],
    ],
    [
      ['CT-P1', cif, '', '', '', '', '', 'EUR', '90', ''],
      ['CT-P2', '', 'Torre Sur', 'Portugal', '', 'CT-P1', '', '', '', ''],
    ],
    [['CT-P1', 'F82', key, 'S17', '', '']],
  ] satisfies Parameters<typeof workbook>
  const preview = await ok(previewing(...rows))
  expect(preview).toMatchObject({ added: 3, changed: 1, unchanged: 1 })
  expect(preview.rows).toEqual([
    {
      sheet: 'Funciones',
      line: 2,
      name: 'F81',
      isNew: false,
      changes: [
        { label: 'Esencial o importante', from: 'No', to: 'Sí' },
        { label: 'RTO, en horas', from: '', to: '4' },
      ],
    },
    expect.objectContaining({ line: 3, name: 'F82', isNew: true }),
    expect.objectContaining({
      sheet: 'Contratos',
      name: 'CT-P2',
      changes: expect.arrayContaining([
        { label: 'Empresa externa', from: '', to: 'Torre Sur' },
        { label: 'Contrato marco', from: '', to: 'CT-P1' },
      ]),
    }),
    expect.objectContaining({ sheet: 'Servicios', name: 'CT-P1 · F82', isNew: true }),
  ])
  expect((await ok(bank.call(listFunctions, { query: { text: 'F82' } }))).totalElements).toBe(0)
  expect(await ok(importing(...rows))).toEqual({ added: 3, changed: 1, unchanged: 1 })
})

describe('REG-21: the workbook', () => {
  const book = async (...sheets: [string, string[], (string | number)[][]][]) => {
    const [first, ...more] = sheets.map(([name, header, rows]) => ({
      ...{ sheet: name, rows },
      columns: header.map(each => ({ header: each })),
    }))
    return { file: { name: 'registro.xlsx', content: Buffer.from(await writeXlsx({ ...first!, more })) } }
  }
  const load = async (...sheets: Parameters<typeof book>) =>
    bank.call(importRegister, { body: {}, files: await book(...sheets) })
  const of = (what: string) => [
    `Nombre en letras latinas ${what}`,
    `País ${what}`,
    `LEI ${what}`,
    `EUID ${what}`,
    `Otro código ${what}`,
    `Clase del otro código ${what}`,
    `Tipo de persona ${what}`,
  ]
  const CONTRACT = [
    ...['Referencia', 'Empresa externa', ...of('de la empresa externa')],
    ...['Matriz última de la empresa', ...of('de la matriz'), 'Coste anual', 'Preaviso de su entidad, en días'],
  ]
  const SUBCONTRACT = [
    ...['Contrato', 'Tipo de servicio de TIC', 'Subcontratista', ...of('del subcontratista')],
    ...['Matriz última del subcontratista', ...of('de la matriz')],
  ]

  test('has Latin name, person, parent and a second code of companies, and its numbers are numbers', async () => {
    const [lei, parent] = [newLei(), newLei()]
    const own = ['Облако', 'Oblako', 'Bulgaria', lei, '', '175074752', 'VAT', 'Persona jurídica']
    const number = ['Número nacional: CIF o documento de identidad (NIN)', 'Persona física en su actividad']
    const sheets: Parameters<typeof book> = [
      ['Contratos', CONTRACT, [['CT-21', ...own, 'Група', 'Grupa', 'Bulgaria', parent, '', '', '', '', 1234.567, 45]]],
      [
        'Subcontratistas',
        SUBCONTRACT,
        [
          [
            'CT-21',
            'S17',
            'Ana Pérez',
            '',
            'España',
            '',
            '',
            '12345678Z',
            ...number,
            'Grupo Ana',
            '',
            'España',
            '',
            'ES28065.123',
            '',
            '',
            '',
          ],
        ],
      ],
    ]
    const [row] = sheets[0]![2]
    row![7] = 'EUID'
    const wrong = await load(...sheets)
    const column = 'Clase del otro código de la empresa externa'
    expect(wrong.problem.rows).toMatchObject([{ sheet: 'Contratos', line: 2, column }])
    row![7] = 'VAT'
    expect(await ok(load(...sheets))).toMatchObject({ added: 2, changed: 0 })
    const [made] = (await ok(bank.call(listArrangements, { query: { text: 'CT-21' } }))).content
    expect(made).toMatchObject({
      company: {
        name: 'Облако',
        latinName: 'Oblako',
        lei,
        otherCode: '175074752',
        otherCodeType: 'VAT',
        personType: 'LEGAL',
      },
      parent: { name: 'Група', latinName: 'Grupa', lei: parent, country: 'BG' },
      annualCost: 1234.57,
      noticeEntityDays: 45,
      chain: [
        {
          company: { name: 'Ana Pérez', otherCode: '12345678Z', otherCodeType: 'NIN', personType: 'INDIVIDUAL' },
          parent: { name: 'Grupo Ana', euid: 'ES28065.123' },
        },
      ],
    })
    expect(await ok(load(...sheets))).toEqual({ added: 0, changed: 0, unchanged: 2 })
    row![2] = 'Oblako AD'
    const preview = await ok(bank.call(previewRegister, { body: {}, files: await book(...sheets) }))
    expect(preview).toMatchObject({ added: 0, changed: 1 })
    expect(preview.rows[0].changes).toEqual([{ label: 'Nombre en letras latinas', from: 'Oblako', to: 'Oblako AD' }])
    await ok(load(...sheets))
    const [after] = (await ok(bank.call(listArrangements, { query: { text: 'CT-21' } }))).content
    expect(after.company).toMatchObject({ id: made.company.id, latinName: 'Oblako AD' })
  })

  test('that is downloaded keeps numbers and days as such, in whatever column', async () => {
    const { body } = await bank.call(registerTemplate)
    const file = unzipSync(new Uint8Array(body))
    const sheets = await parseSheets(
      { bytes: new Uint8Array(body) },
      { kind: 'xlsx', reach: { rows: 5, columns: 60 }, most: 4 },
    )
    const contracts = sheets.find(({ name }) => name === 'Contratos')!
    const cost = contracts.rows[0]!.indexOf('Coste anual')
    expect(contracts.rows[1]![cost]).toMatchObject({ is: 'number', value: 120_000.5 })
    const lists = Buffer.from(file['xl/worksheets/sheet2.xml']!).toString()
    expect(lists).toContain(`sqref="AC2:AC302"`)
  })
})

test('REG-25: a workbook names a function by its identifier: the one of the bank, or else the only one of its group', async () => {
  const member = await newMember(bank)
  const [own, both, only] = [
    await newFunction(bank, { code: 'F801' }),
    await newFunction(bank, { code: 'F801', memberId: member.id }),
    await newFunction(bank, { code: 'F802', memberId: member.id }),
  ]
  const contract = [
    'CT-GRUPO',
    '',
    'Nube del Grupo',
    'Irlanda',
    newLei(),
    '',
    'Independiente',
    'EUR',
    '1',
    '01/02/2024',
  ]
  const lines = [
    ['CT-GRUPO', 'F801', '', 'S18', 'No', ''],
    ['CT-GRUPO', 'F802', '', 'S18', 'No', ''],
  ]
  const functions = [['F802', 'Cambiada', 'servicios de pago', 'No', '4']]
  expect(await ok(importing(functions, [contract], lines))).toEqual({ added: 3, changed: 1, unchanged: 0 })
  const { content } = await ok(bank.call(listLines, { query: { text: 'CT-GRUPO' } }))
  const ids = content.map(({ functionId }: { functionId: string }) => functionId)
  expect(ids.toSorted()).toEqual([own.id, only.id].toSorted())
  expect(ids).not.toContain(both.id)
  const { content: found } = await ok(bank.call(listFunctions, { query: { id: only.id } }))
  expect(found[0]).toMatchObject({ name: 'Cambiada', memberId: member.id })
})
