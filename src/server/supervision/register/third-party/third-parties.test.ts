import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import { listMissingClauses, readClauses } from '#domain/supervision/register/clause/contract.ts'
import {
  importRegister,
  lintRegister,
  makePackage,
  packageContent,
  previewRegister,
} from '#domain/supervision/register/contract.ts'
import {
  addArrangement,
  addLine,
  changeArrangement,
  listArrangements,
} from '#domain/supervision/register/entry/contract.ts'
import { readSummary } from '#domain/supervision/register/summary/contract.ts'
import { exportThirdParties } from '#domain/supervision/register/third-party/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { parseSheets } from '#server/platform/spreadsheet/parse.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import type { Caller } from '#test/support/portal.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import {
  contractBody,
  describeProvider,
  newContract,
  newFunction,
  newRegister,
  saveEntity,
  takeChanges,
} from '#test/support/register-entries.ts'

let acting: Acting
let bank: Caller
let register: Awaited<ReturnType<typeof newRegister>>
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  register = await newRegister(acting)
  await describeProvider(acting, register.serviceId)
  await takeChanges(bank)
  await saveEntity(bank)
})
afterAll(() => acting.portal.stop())

/** A contract without ICT services. */
const newOther = (more: object = {}) => newContract(bank, { kind: 'OTHER', company: outside(), ...more })
const changing = (id: string, body: object) => bank.call(changeArrangement, { params: { id }, body: body as never })

/** All that is made of the register for the authority, and of its contracts of ICT services. */
async function madeOfIct() {
  acting.portal.clock.move(1000)
  const { id } = await ok(bank.call(makePackage, { body: { format: 'XBRL_CSV', referenceDate: '2025-12-31' } }))
  const content = Buffer.from((await bank.call(packageContent, { params: { id } })).body)
  const file = { name: 'registro.zip', content }
  const { rows: _rows, ...preview } = await ok(bank.call(previewRegister, { body: {}, files: { file } }))
  const texts = Object.entries(unzipSync(content)).map(
    ([path, bytes]) => [path, Buffer.from(bytes).toString()] as const,
  )
  return {
    files: Object.fromEntries(texts.map(([path, text]) => [path.split('/').at(-1), text])),
    lint: await ok(bank.call(lintRegister)),
    lintThen: await ok(bank.call(lintRegister, { query: { referenceDate: '2025-12-31' } })),
    summary: { ...(await ok(bank.call(readSummary, { query: { referenceDate: '2025-12-31' } }))), changes: null },
    clauses: await ok(bank.call(listMissingClauses)),
    preview,
    problems: checkPackage(new Map(texts)),
  }
}

/** Contracts that would break rules and move figures, if they were of ICT services. */
const others = fc.record(
  {
    type: fc.constantFrom('x1', 'x2', 'x3', null),
    currency: fc.constantFrom('EUR', 'USD', null),
    annualCost: fc.constantFrom(null, 0, 9_999_999_999),
    startsOn: fc.constantFrom('1900-01-01', '2025-01-01', '2026-11-01', null),
    endsOn: fc.constantFrom(null, '2025-06-30', '2026-12-31'),
    endReason: fc.constantFrom(null, 'x4'),
    lawCountry: fc.constantFrom('ES', null),
    outsourced: fc.constantFrom('', 'Transporte de efectivo\tdiario', 'N/A'),
    isCritical: fc.constantFrom(true, false, null),
    serviceCountries: fc.constantFrom([], ['ES', 'MA']),
    isOutside: fc.boolean(),
    isUnder: fc.boolean(),
  },
  { noNullPrototype: true },
)

test('REG-27: contracts without ICT services are in no file of DORA, nor in its check, summary, clauses or import', async () => {
  const before = await madeOfIct()
  expect(before.problems).toEqual([])
  let above: string | undefined
  for (const { isOutside, isUnder, ...values } of fc.sample(others, { seed: 27, numRuns: 40 })) {
    const party = isOutside
      ? { company: { name: 'Sin código, S.L.', country: 'ES' } }
      : { providerId: register.providerId }
    const { id } = await newContract(bank, {
      ...values,
      kind: 'OTHER',
      ...party,
      ...(isUnder && above ? { overarchingId: above } : {}),
    })
    above = id
  }
  expect((await ok(bank.call(listArrangements, { query: { kind: 'OTHER' } }))).totalElements).toBe(40)
  expect(await madeOfIct()).toEqual(before)
})

describe('REG-27: a contract without ICT services', () => {
  test('is a record of the same list, with values of its own; another kind is told apart', async () => {
    const values = { outsourced: 'Custodia de archivo', isCritical: true, serviceCountries: ['PT', 'ES'], ease: 'EASY' }
    const made = await newOther(values)
    expect(made).toMatchObject({ kind: 'OTHER', ...values, serviceCountries: ['ES', 'PT'], hasExitPlan: null })
    const changed = await ok(changing(made.id, { hasExitPlan: true, version: made.version }))
    expect(changed).toMatchObject({ ...values, serviceCountries: ['ES', 'PT'], hasExitPlan: true, version: 2 })
    // The same again changes nothing.
    expect(await ok(changing(made.id, { hasExitPlan: true }))).toMatchObject({ version: 2 })
    const listed = async (kind: 'ICT' | 'OTHER') =>
      (await ok(bank.call(listArrangements, { query: { kind, size: 999 } }))).content.map(
        ({ id }: { id: string }) => id,
      )
    expect(await listed('OTHER')).toContain(made.id)
    expect(await listed('ICT')).not.toContain(made.id)
    expect(await listed('ICT')).toContain(register.contract.id)
    // Of a conflict, the fields are named.
    const { problem } = await changing(made.id, { outsourced: 'Otra', version: 1 })
    expect(problem.conflict).toMatchObject({ differences: [{ label: 'Función externalizada' }] })
  })

  test('has no services and no clauses of article 30, and is not over or under one of the other kind', async () => {
    const { id, reference } = await newOther()
    const { id: functionId } = await newFunction(bank)
    const line = await bank.call(addLine, { body: { arrangementId: id, functionId } })
    expect(line.problem.fields).toEqual({ arrangementId: 'Elija un contrato de la lista' })
    expect((await bank.call(readClauses, { params: { id } })).status).toBe(404)
    const wrong = { overarchingId: 'Elija un contrato de la misma clase' }
    expect((await changing(register.contract.id, { overarchingId: id })).problem.fields).toEqual(wrong)
    expect((await changing(id, { overarchingId: register.contract.id })).problem.fields).toEqual(wrong)
    const under = contractBody({ company: outside(), overarchingId: id })
    expect((await bank.call(addArrangement, { body: under as never })).problem.fields).toEqual(wrong)
    // One with services, or over others, keeps its kind.
    expect((await changing(register.contract.id, { kind: 'OTHER' })).problem.fields).toHaveProperty('kind')
    const below = await newOther({ overarchingId: id })
    expect((await changing(id, { kind: 'ICT' })).problem.fields).toEqual({
      kind: `Es el contrato marco de ${below.reference}: quítelo antes de ahí`,
    })
    expect((await changing(below.id, { kind: 'ICT' })).problem.fields).toEqual(wrong)
    await ok(changing(below.id, { kind: 'ICT', overarchingId: null }))
    expect(await ok(changing(id, { kind: 'ICT' }))).toMatchObject({ kind: 'ICT', reference })
  })

  test('has its end and its notice in the calendar of the bank, as the others have', async () => {
    const { reference } = await newOther({ endsOn: '2027-06-30', noticeEntityDays: 90 })
    const query = { from: '2027-01-01', to: '2027-06-30', kind: 'contract' as const }
    const names = (await ok(bank.call(readAgenda, { query }))).content.map(({ name }: { name: string }) => name)
    expect(names).toEqual(
      expect.arrayContaining([`Fin del contrato ${reference}`, `Preaviso del contrato ${reference}`]),
    )
  })

  test('is not changed by an import that names its reference', async () => {
    const { reference } = await newOther()
    const columns = ['Referencia', 'Empresa externa', 'País de la empresa externa'].map(header => ({ header }))
    const content = Buffer.from(
      await writeXlsx({ sheet: 'Contratos', columns, rows: [[reference, 'Otra, S.L.', 'España']] }),
    )
    const files = { file: { name: 'registro.xlsx', content } }
    const { status, problem } = await bank.call(importRegister, { body: {}, files })
    expect([status, problem.code]).toEqual([400, 'rowsWrong'])
    expect(JSON.stringify(problem)).toContain('es la de un contrato sin servicios de TIC')
  })
})

describe('REG-27: the file of third parties', () => {
  const downloaded = async (caller = bank) => {
    const answer = await caller.call(exportThirdParties)
    const reach = { rows: 200, columns: 60 }
    const sheets = await parseSheets({ bytes: new Uint8Array(answer.body) }, { kind: 'xlsx', reach, most: 2 })
    const [rows, origin] = sheets.map(each => each.rows.map(row => row.map(cell => String(cell ?? ''))))
    return { rows: rows!, origin: origin! }
  }

  test('has the columns that the guidelines ask for, what is left to fill, and where each column comes from', async () => {
    const lei = newLei()
    const { reference } = await newOther({
      reference: 'ZZ-EFECTIVO',
      company: { ...outside(), name: 'Furgones, S.A.', lei, parent: { ...outside(), name: 'Grupo Furgones' } },
      outsourced: 'Transporte de efectivo',
      isCritical: true,
      riskOn: '2026-02-01',
      subcontractors: 'Escolta, S.L. (España)',
      hasExitPlan: false,
    })
    const before = await newestEntry(acting.portal)
    const { rows, origin } = await downloaded()
    const [head, ...contracts] = rows
    const row = Object.fromEntries(
      head!.map((label, at) => [label, contracts.find(([each]) => each === reference)![at]]),
    )
    expect(row).toMatchObject({
      Tercero: 'Furgones, S.A.',
      LEI: lei,
      'Matriz última': 'Grupo Furgones',
      'Función externalizada': 'Transporte de efectivo',
      'Última evaluación de riesgos': '01/02/2026',
      'País de la ley aplicable': 'España',
      'Plan de salida documentado': 'No',
    })
    expect(row['Sin rellenar']).toContain('Quién lo aprobó')
    expect(row['Sin rellenar']).not.toContain('Próxima auditoría')
    expect(contracts.map(([each]) => each)).not.toContain(register.contract.reference)
    expect(origin).toContainEqual(['Directrices en vigor', 'EBA/GL/2019/02'])
    expect(origin).toContainEqual(['Evaluación de si es esencial', 'EBA/GL/2019/02, 54.i'])
    expect((await entriesAfter(acting.portal, before)).map(({ event }) => event)).toEqual(['list.exported'])
  })

  test('names the guidelines that apply on the day, and says while their columns were not compared (REG-31)', async () => {
    const { version } = await ok(acting.cci.call(readCentreRules))
    const days = [addDays(acting.portal.clock.today(), 0)]
    await ok(acting.cci.call(saveCentreRules, { body: { rules: { guidelinesFrom: days }, version } }))
    const { origin } = await downloaded()
    expect(origin).toContainEqual(['Directrices en vigor', 'EBA/GL/2026/09'])
    expect(origin.find(([name]) => name === 'Columnas')![1]).toContain('EBA/GL/2019/02')
  })

  test('is refused without such a contract, and another bank reads none', async () => {
    const stranger = await acting.portal.signIn('externalizacion@santander.example')
    const { status, problem } = await stranger.call(exportThirdParties)
    expect([status, problem.code]).toEqual([409, 'exportEmpty'])
  })
})
