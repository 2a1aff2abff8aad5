import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRegisterIdentity } from '#domain/participant/company/contract.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { importRegister, makePackage, packageContent, previewRegister } from '#domain/supervision/register/contract.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { listArrangements, listFunctions, listLines } from '#domain/supervision/register/entry/contract.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { groupEntities } from '#domain/supervision/register/facts.ts'
import { levelOf } from '#domain/supervision/register/group/level.ts'
import { packageFiles } from '#domain/supervision/register/package/files.ts'
import type { PackageFormat } from '#domain/supervision/register/package/format.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { zipInWorker } from '#server/audit-log/case-file/case-file-archive.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { archive } from '#test/support/archives.ts'
import type { Caller } from '#test/support/portal.ts'
import { describeProvider, newLine, newRegister, saveEntity, takeChanges } from '#test/support/register-entries.ts'
import { largeRegister, someCompany, someContract, someLei, someLine, someRegister } from '#test/support/registers.ts'

let acting: Acting
beforeAll(async () => {
  acting = await startActing()
})
afterAll(() => acting.portal.stop())

/** A bank without a register. */
const EMPTY = 'externalizacion@santander.example'

type File = { name: string; content: Buffer }
const importing = (bank: Caller, file: File) => bank.call(importRegister, { body: {}, files: { file } })
const previewing = (bank: Caller, file: File) => ok(bank.call(previewRegister, { body: {}, files: { file } }))

/** A package of invented facts. */
async function packageOf(facts: RegisterFacts, change: (tables: Tables) => Tables = tables => tables): Promise<File> {
  const level = levelOf(groupEntities(facts).length)
  const about = { edition: edition40, level, lei: facts.entity.lei!, country: 'ES', referenceDate: '2025-12-31' }
  const madeAt = '2026-03-01T10:00:00.000Z'
  const tables = change(tablesOf(edition40, facts, '2026-03-01'))
  const bytes = await zipInWorker(packageFiles({ ...about, madeAt, tables }), madeAt)
  return { name: 'registro.zip', content: Buffer.from(bytes) }
}

/** The file that a bank makes of its register. */
async function made(bank: Caller, format: PackageFormat): Promise<File> {
  acting.portal.clock.move(1000)
  const { id } = await ok(bank.call(makePackage, { body: { format, referenceDate: '2025-12-31' } }))
  const { body } = await bank.call(packageContent, { params: { id } })
  return { name: format === 'XLSX' ? 'registro.xlsx' : 'registro.zip', content: Buffer.from(body) }
}

/** All that a register holds, but when it was written. */
const rowsOfBank = async (bank: Caller) =>
  Promise.all(
    [listFunctions, listArrangements, listLines].map(
      async list => (await ok(bank.call(list, { query: { size: 9999 } }))).content,
    ),
  )

/** The rows of each table of a ZIP in order, without the days that the portal sets. */
function rowsIn({ content }: File): Record<string, string[]> {
  const files = Object.entries(unzipSync(content)).map(
    ([path, bytes]) => [path, Buffer.from(bytes).toString()] as const,
  )
  const without = (table: string, row: string) =>
    table === 'B_01.01' || table === 'B_01.02' ? row.replaceAll(/,20\d\d-\d\d-\d\d/g, ',') : row
  return Object.fromEntries(
    tableCodes.map(table => {
      const text = files.find(([path]) => path.endsWith(`/${table.toLowerCase()}.csv`))![1]
      return [
        table,
        text
          .trimEnd()
          .split('\r\n')
          .map(row => without(table, row))
          .toSorted(),
      ]
    }),
  )
}

/** A world of companies outside the portal: with chains, several countries, parents, and companies known by a number alone. */
function someWorld(): RegisterFacts {
  const facts = largeRegister(40)
  const companies = facts.companies.map(company => ({ ...company, keptBy: 'BANK' as const }))
  const numbered = someCompany(700, { lei: null, otherCode: 'B12345674', otherCodeType: 'NIN', keptBy: 'BANK' })
  const person = someCompany(701, {
    lei: null,
    otherCode: 'X1234567L',
    otherCodeType: 'PNR',
    personType: 'INDIVIDUAL',
    country: 'PT',
    latinName: 'Pessoa',
    keptBy: 'BANK',
  })
  const written = facts.arrangements.slice(0, 3).map((contract, n) => ({
    arrangementId: contract.id,
    ictType: 'S17',
    subcontracts: [
      { id: `w${n}`, companyId: 'sub1', recipientId: null, underpins: true, countries: [] },
      { id: `x${n}`, companyId: 'sub2', recipientId: `w${n}`, underpins: true, countries: [] },
      { id: `y${n}`, companyId: 'sub3', recipientId: null, underpins: true, countries: [] },
      { id: `z${n}`, companyId: 'sub2', recipientId: `y${n}`, underpins: true, countries: [] },
      { id: `v${n}`, companyId: 'company700', recipientId: `z${n}`, underpins: true, countries: [] },
    ],
  }))
  const first = facts.lines[0]!
  return {
    ...facts,
    entity: {
      ...facts.entity,
      name: 'Banco Santander, S.A.',
      parentLei: someLei(990),
      parentName: 'Grupo',
      parentCountry: 'FR',
      parentType: 'x12',
      parentHierarchy: 'x53',
    },
    companies: [...companies, numbered, person],
    arrangements: [
      ...facts.arrangements.map((each, n) => ({
        ...each,
        overarchingId: n === 1 ? 'contract1' : null,
        type: n === 0 ? 'x2' : n === 1 ? 'x3' : 'x1',
      })),
      someContract(900, {
        companyId: 'company701',
        endsOn: '2027-06-30',
        noticeEntityDays: null,
        annualCost: 12.34,
        currency: 'USD',
      }),
    ],
    lines: [
      ...facts.lines.map(line => ({ ...line, serviceId: null, useId: null })),
      {
        ...first,
        id: 'several',
        serviceId: null,
        useId: null,
        ictType: 'S02',
        provisionCountries: ['ES', 'FR'],
        storageCountries: ['DE', 'IE'],
        processingCountries: [],
      },
      {
        ...first,
        id: 'other',
        serviceId: null,
        useId: null,
        ictType: 'S02',
        provisionCountries: ['PT'],
        storageCountries: ['IE'],
        processingCountries: ['IE'],
      },
      someLine(901, {
        arrangementId: 'contract900',
        serviceId: null,
        useId: null,
        functionId: 'function3',
        exitPlan: null,
      }),
    ],
    chains: [],
    written,
    uses: [],
    terms: Array.from({ length: 19 }, (_, n) => (n % 3 === 0 ? `Término, «${n}»` : '')),
  }
}

describe('REG-20: the package of last year', () => {
  test('fills an empty register, which makes the same package again', async () => {
    const bank = await acting.portal.signIn(EMPTY)
    const file = await packageOf(someWorld())
    const preview = await previewing(bank, file)
    expect(preview).toMatchObject({ changed: 0, unchanged: 0 })
    expect((await ok(bank.call(listFunctions))).totalElements).toBe(0)
    const answer = await ok(importing(bank, file))
    expect(answer).toMatchObject({ added: preview.added, changed: 0, unchanged: 0 })
    expect([preview.notes, preview.noteCount]).toEqual([[], 0])
    const again = await made(bank, 'XBRL_CSV')
    const [then, now] = [rowsIn(file), rowsIn(again)]
    for (const table of tableCodes) expect(now[table], table).toEqual(then[table])
    for (const format of ['XBRL_CSV', 'CSV', 'XLSX'] as const) {
      const own = await made(bank, format)
      const same = await previewing(bank, own)
      expect(same, format).toMatchObject({ added: 0, changed: 0, rows: [], noteCount: 0 })
      expect(await ok(importing(bank, own)), format).toEqual({ added: 0, changed: 0, unchanged: answer.added })
    }
    expect(await ok(importing(bank, file))).toEqual({ added: 0, changed: 0, unchanged: answer.added })
  })
  test('changes what it says otherwise, which is shown before, and leaves what it does not name', async () => {
    const bank = await acting.portal.signIn(EMPTY)
    const world = someWorld()
    const [first, second, ...lines] = world.lines
    const file = await packageOf({
      ...world,
      functions: world.functions.map((each, n) => (n === 1 ? { ...each, name: 'Otro nombre', rtoHours: 8 } : each)),
      arrangements: world.arrangements.map((each, n) =>
        n === 3 ? { ...each, annualCost: 77, companyId: 'company700' } : each,
      ),
      companies: world.companies.map(each =>
        each.id === 'company6' ? { ...each, name: 'Nombre nuevo', parentId: 'company700' } : each,
      ),
      lines: [{ ...first!, provisionCountries: ['PT'] }, { ...second!, reliance: 'x795' }, ...lines],
    })
    const preview = await previewing(bank, file)
    expect(preview).toMatchObject({ added: 0, noteCount: 0 })
    const changes = preview.rows.map(
      (row: { sheet: string; name: string; changes: { label: string; from: string; to: string }[] }) =>
        row.changes.map(({ label, from, to }) => `${row.sheet} ${row.name} ${label}: ${from} → ${to}`),
    )
    expect(changes.flat()).toEqual(
      expect.arrayContaining([
        'B_06.01 F2 Nombre: Función 2 → Otro nombre',
        'B_06.01 F2 RTO, en horas: 4 → 8',
        'B_02.01 CT-004 Coste anual: 1.000,5 → 77',
        'B_02.01 CT-004 Empresa externa: Empresa 4 → Empresa 700',
        'B_02.01 CT-006 Empresa externa: Empresa 6 → Nombre nuevo',
        'B_02.01 CT-006 Matriz última:  → Empresa 700',
        'B_02.02 CT-001 · F1 Países de prestación: España → Portugal',
        'B_02.02 CT-001 · F1 Dependencia del servicio: Total → Baja',
      ]),
    )
    const unchanged = await rowsOfBank(bank)
    expect(await ok(importing(bank, file))).toEqual({
      added: 0,
      changed: preview.changed,
      unchanged: preview.unchanged,
    })
    expect(await rowsOfBank(bank)).not.toEqual(unchanged)
    expect(rowsIn(await made(bank, 'XBRL_CSV'))).toEqual(rowsIn(file))
    expect(await ok(importing(bank, file))).toMatchObject({ added: 0, changed: 0 })
    // A package of one contract takes nothing away.
    const less = { ...world, arrangements: world.arrangements.slice(0, 1), lines: world.lines.slice(0, 1) }
    expect(await previewing(bank, await packageOf(less))).toMatchObject({ added: 0 })
  })

  test('is refused whole for a fault, with table, row and column, or as that of another entity', async () => {
    const bank = await acting.portal.signIn(EMPTY)
    const before = await rowsOfBank(bank)
    const withCells =
      (table: keyof Tables, line: number, cells: Record<number, string>) =>
      (tables: Tables): Tables => ({
        ...tables,
        [table]: tables[table].map((row, at) =>
          at === line - 2 ? { ...row, cells: row.cells.map((cell, c) => cells[c] ?? cell) } : row,
        ),
      })
    const world = {
      ...someWorld(),
      functions: [...someWorld().functions, { ...someWorld().functions[0]!, code: 'F77', id: 'f77' }],
    }
    const wrong = await packageOf(world, tables =>
      [
        withCells('B_02.01', 2, { 1: 'eba_CO:x99', 4: 'mucho' }),
        withCells('B_02.02', 3, { 0: 'NO-ESTA' }),
        withCells('B_01.02', 2, { 5: '12345' }),
        withCells('B_05.01', 13, { 4: 'x'.repeat(201) }),
        withCells('B_06.01', 3, { 6: '2025-02-31', 7: '-1' }),
        withCells('B_06.01', 4, { 0: 'F1' }),
        withCells('B_07.01', 2, { 3: '' }),
        withCells('B_02.01', 5, { 2: 'NADA' }),
      ].reduce((all, change) => change(all), tables),
    )
    const refused = await importing(bank, wrong)
    expect([refused.status, refused.problem.code]).toEqual([400, 'rowsWrong'])
    const rows = refused.problem.rows as { sheet: string; line: number; column: string; message: string }[]
    expect(rows.map(({ sheet, line, column }) => `${sheet} ${line} ${column}`)).toEqual(
      expect.arrayContaining([
        'B_01.02 2 c0060',
        'B_02.01 2 c0020',
        'B_02.01 2 c0050',
        'B_02.01 5 c0030',
        'B_02.02 3 c0010',
        'B_05.01 13 c0050',
        'B_06.01 3 c0070',
        'B_06.01 3 c0080',
        'B_06.01 4 c0010',
        'B_07.01 2 c0040',
      ]),
    )
    expect(rows[0]!.message).toMatch(/^Tabla B_02.01, fila 2, «c0020 Tipo de contrato»: /)
    const other = await importing(
      bank,
      await packageOf({ ...someWorld(), entity: { ...someWorld().entity, lei: someLei(55) } }),
    )
    expect(other.problem.rows).toMatchObject([{ sheet: 'B_01.01', line: 2, column: 'c0010' }])
    expect(await rowsOfBank(bank)).toEqual(before)
  })

  test('is linked with providers of the portal by LEI or number, and what they say stays', async () => {
    const { bank } = acting
    const { serviceId, providerId, contract, use, businessFunction } = await newRegister(acting)
    await describeProvider(acting, serviceId)
    await takeChanges(bank)
    const entity = await saveEntity(bank)
    // Beside what the provider proposes, the same from another country: two lines whose rows one line could make.
    const about = { arrangementId: contract.id, functionId: businessFunction.id, useId: use.id }
    await newLine(bank, { ...about, provisionCountries: ['FR'] })
    const own = await made(bank, 'XBRL_CSV')
    expect(await previewing(bank, own)).toMatchObject({ added: 0, changed: 0, noteCount: 0 })
    expect(await ok(importing(bank, own))).toMatchObject({ added: 0, changed: 0 })
    const { lei } = await ok(acting.provider.call(readRegisterIdentity, { params: { id: providerId } }))
    const { cif } = await ok(acting.cci.call(readParticipant, { params: { kind: 'provider', id: providerId } }))
    const facts = (company: Parameters<typeof someCompany>[1], reference: string, ictType: string) =>
      someRegister({
        entity: { ...someRegister().entity, lei: entity.lei },
        functions: [{ ...someRegister().functions[0]!, code: 'F600' }],
        arrangements: [someContract(1, { reference })],
        companies: [someCompany(1, { name: 'Otro nombre', keptBy: 'BANK', ...company })],
        lines: [someLine(1, { ictType })],
      })
    const linked = async (file: File, reference: string) => {
      const { notes } = await previewing(bank, file)
      await ok(importing(bank, file))
      const [found] = (await ok(bank.call(listArrangements, { query: { text: reference } }))).content
      const [line] = (await ok(bank.call(listLines, { query: { text: reference } }))).content
      expect(await ok(importing(bank, file))).toMatchObject({ added: 0, changed: 0 })
      return { notes: notes.join(' '), providerId: found.providerId, useId: line.useId }
    }
    const byLei = await linked(await packageOf(facts({ lei }, 'DE-LEI', 'S17')), 'DE-LEI')
    const [of] = (await ok(bank.call(listLines, { query: { text: contract.reference } }))).content
    expect(byLei).toMatchObject({ providerId, useId: of.useId })
    const number = { lei: null, otherCode: `ES${cif}`, otherCodeType: 'VAT' as const }
    const byNumber = await linked(await packageOf(facts(number, 'DE-CIF', 'S03')), 'DE-CIF')
    expect(byNumber).toMatchObject({ providerId, useId: null })
    expect(byNumber.notes).toContain('entra sin servicio utilizado')
    expect((await previewing(bank, await packageOf(facts({ lei }, 'DE-LEI', 'S17')))).notes.join(' ')).toMatch(
      /Tabla B_05.01, fila 2, «c0050 Nombre legal»: queda «.*»: lo dice el proveedor/,
    )
  })
})

test('REG-20: a workbook with one sheet a table is read by the codes that it is headed with', async () => {
  const bank = await acting.portal.signIn(EMPTY)
  const headed = (table: string, title: string, columns: string[], rows: (string | number)[][]) => ({
    sheet: title,
    columns: [{ header: `Plantilla ${table}` }, ...columns.slice(1).map(() => ({ header: '' }))],
    rows: [columns, columns.map(code => `Qué es ${code}`), ...rows],
  })
  const lei = someLei(0)
  const sheets = [
    headed('B_01.01', 'Hoja1', ['c0010', 'c0020'], [[lei, 'Banco Santander, S.A.']]),
    headed(
      'B_02.01',
      'Contratos 2025',
      ['B_02.01.0010', 'B_02.01.0020', 'B_02.01.0050'],
      [['LIBRO-1', 'Independiente', 1.234]],
    ),
    headed('B_03.02', 'b_03.02', ['0010', '0020', '0030'], [['LIBRO-1', someLei(61), 'LEI']]),
    headed(
      'B_05.01',
      'B_05.01',
      ['c0010', 'c0020', 'c0050', 'c0080'],
      [[someLei(61), 'eba_qCO:qx2000', 'Del libro', 'Irlanda']],
    ),
    headed('B_06.01', 'RT.06.01', ['c0010', 'c0040', 'c0030', 'c0070'], [['F900', lei, 'Del libro', '31/12/2024']]),
  ]
  const [first, ...more] = sheets.map(each => ({ ...each, rows: each.rows.filter((_row, at) => at !== 1) }))
  const content = Buffer.from(await writeXlsx({ ...first!, more }))
  expect(await ok(importing(bank, { name: 'registro.xlsx', content }))).toMatchObject({ added: 2, changed: 0 })
  const [contract] = (await ok(bank.call(listArrangements, { query: { text: 'LIBRO-1' } }))).content
  expect(contract).toMatchObject({ type: 'x1', annualCost: 1.23, company: { name: 'Del libro', country: 'IE' } })
  const [of] = (await ok(bank.call(listFunctions, { query: { text: 'F900' } }))).content
  expect(of).toMatchObject({ name: 'Del libro', assessedOn: '2024-12-31' })
})

test('REG-20: no hostile or strange ZIP is read, and each gets its sentence', async () => {
  const { bank } = acting
  const csv = 'c0010,c0020\r\nA,B\r\n'
  const sentenceOf = async (content: Buffer, name = 'registro.zip') => {
    const { status, problem } = await importing(bank, { name, content })
    return [status, problem.fields?.file ?? problem.code]
  }
  const UNREAD = expect.stringContaining('Suba el .zip tal como se presentó')
  const files: [string, Buffer, unknown][] = [
    ['no ZIP', Buffer.from('hola'), UNREAD],
    ['a path outside', archive([{ name: '../b_02.01.csv', content: csv }]), UNREAD],
    ['a ZIP inside', archive([{ name: 'a.zip', content: archive([{ name: 'b_02.01.csv', content: csv }]) }]), UNREAD],
    [
      'two files of a table',
      archive([
        { name: 'a/b_02.01.csv', content: csv },
        { name: 'b/b_02.01.csv', content: csv },
      ]),
      UNREAD,
    ],
    ['no table', archive([{ name: 'leame.txt', content: 'hola' }]), expect.stringContaining('no tiene filas')],
    [
      'a bomb',
      archive([{ name: 'b_02.01.csv', content: Buffer.alloc(80_000_000, 'a') }]),
      expect.stringContaining('demasiado grande'),
    ],
  ]
  for (const [what, content, sentence] of files) expect(await sentenceOf(content), what).toEqual([400, sentence])
  expect((await importing(bank, { name: 'registro.rar', content: Buffer.from('x') })).status).toBe(415)
})
