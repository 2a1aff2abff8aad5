import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { makePackage } from '#domain/supervision/register/contract.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { changeFunction, readRegisterEntity, saveRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import type { SummaryWire } from '#domain/supervision/register/summary/contract.ts'
import { summaryPdf as pdfContract, readSummary } from '#domain/supervision/register/summary/contract.ts'
import { SUMMARY_ROWS } from '#domain/supervision/register/summary/summary.ts'
import { summaryPdf } from '#server/supervision/register/summary/summary-pdf.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import { readPdf } from '#test/support/pdf-text.ts'
import type { Caller } from '#test/support/portal.ts'
import { describeProvider, newRegister, saveEntity, takeChanges } from '#test/support/register-entries.ts'

let acting: Acting
let bank: Caller
let stranger: Caller
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  stranger = await acting.portal.signIn('externalizacion@santander.example')
})
afterAll(() => acting.portal.stop())

const summary = (referenceDate?: string, caller = bank): Promise<SummaryWire> =>
  ok(caller.call(readSummary, { query: { referenceDate } }))

test('REG-24: a bank without anything has an empty summary, and a paper of it', async () => {
  const found = await summary(undefined, stranger)
  expect(found).toMatchObject({
    contracts: { critical: 0, other: 0 },
    byProvider: { rows: [], rest: null },
    changes: { with: null, tables: [] },
    filing: null,
  })
  const { text } = await readPdf((await stranger.call(pdfContract)).body as Uint8Array)
  expect(text).toContain('Ni el CCI ni su entidad han escrito la fecha de presentación')
  expect(text).toContain('Ningún contrato presta servicios a una función esencial o importante.')
})

test('REG-24: the summary says what the check and the last file for the authority say, and no other bank reads it', async () => {
  const { serviceId, businessFunction } = await newRegister(acting)
  await describeProvider(acting, serviceId)
  await takeChanges(bank)
  await saveEntity(bank)
  const before = await summary()
  expect(before.contracts).toEqual({ critical: 1, other: 0 })
  expect(before.byProvider.rows).toEqual([
    { name: acting.provider.me.participantName ?? expect.any(String), contracts: 1, cost: 1200.5 },
  ])
  expect(before.byCountry.rows.map(({ name }) => name)).toEqual(['España'])
  expect(before.concentration.rows).toMatchObject([{ functions: 1, alone: 1, isHard: true }])
  expect([before.changes, before.counts.BLOCKING]).toEqual([{ with: null, tables: [] }, 0])
  // A plain file is not what the authority gets.
  await ok(bank.call(makePackage, { body: { format: 'CSV' } }))
  expect((await summary()).changes.with).toBeNull()
  const filed = await ok(bank.call(makePackage, { body: { format: 'XBRL_CSV' } }))
  expect((await summary()).changes).toMatchObject({ with: { id: filed.id }, tables: [] })
  await ok(bank.call(changeFunction, { params: { id: businessFunction.id }, body: { rtoHours: 9 } as never }))
  expect((await summary()).changes.tables).toEqual([
    { table: 'B_06.01', name: edition40.tables['B_06.01'].name, NEW: 0, GONE: 0, CHANGED: 1 },
  ])
  expect((await summary(undefined, stranger)).contracts).toEqual({ critical: 0, other: 0 })
})

test('REG-24: the filing date is CCI’s until the bank writes its own', async () => {
  const today = acting.portal.app.clock.today()
  const year = Number(today.slice(0, 4))
  const { version } = await ok(acting.cci.call(saveCentreRules, { body: { rules: {} } }))
  await ok(acting.cci.call(saveCentreRules, { body: { rules: { registerFiling: [`${year}-12-30`] }, version } }))
  expect((await summary()).filing).toMatchObject({ on: `${year}-12-30`, isOwn: false })
  const entity = await ok(bank.call(readRegisterEntity))
  const own = (filingOn: string | null) =>
    ok(bank.call(saveRegisterEntity, { body: { filingOn, version: undefined } as never }))
  expect(entity.filingOn).toBeNull()
  await own(`${year}-12-20`)
  expect((await summary()).filing).toMatchObject({ on: `${year}-12-20`, isOwn: true })
  expect((await summary(undefined, stranger)).filing).toMatchObject({ on: `${year}-12-30`, isOwn: false })
  await own(null)
  expect((await summary()).filing).toMatchObject({ isOwn: false })
})

test.each(['2024-12-30', '2999-12-31', 'ayer'])('REG-24: the reference date %s is refused', async referenceDate => {
  for (const contract of [readSummary, pdfContract]) {
    const { status, problem } = await bank.call(contract, { query: { referenceDate } })
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['referenceDate']])
  }
})

test('REG-24: the PDF is tagged, says what the screen says, and its download is in the log of the bank', async () => {
  const before = await newestEntry(acting.portal)
  const { status, body, headers } = await bank.call(pdfContract)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { text, pages, isMarked, info, outline } = await readPdf(body as Uint8Array)
  expect(pages.length).toBeLessThanOrEqual(4)
  expect([isMarked, info.Language]).toEqual([true, 'es'])
  expect(outline).toHaveLength(6)
  for (const words of ['Coste anual por proveedor', '1.201 EUR', 'España', 'B_06.01', 'la fecha que fija el CCI']) {
    expect(text).toContain(words)
  }
  expect((await entriesAfter(acting.portal, before)).map(({ event }) => event)).toEqual(['register.summary-downloaded'])
})

test('REG-24: the PDF has at most four pages, whatever names and however much there is', async () => {
  const count = 99_999
  for (const name of ['W'.repeat(200), 'Ж '.repeat(100), '株式会社'.repeat(50), '<b>&\u202e"'.repeat(20), '\u200b']) {
    const rows = <Row>(more: Row) => Array.from({ length: SUMMARY_ROWS }, (_, n) => ({ name: `${name}${n}`, ...more }))
    const costs = {
      rows: rows({ contracts: count, cost: 9_999_999_999_999 }),
      rest: { names: count, contracts: count, cost: 9e15 },
    }
    const bytes = await summaryPdf({
      product: name,
      madeAt: '2026-03-15T08:04:05.067Z',
      summary: {
        entity: name,
        referenceDate: '2025-12-31',
        edition: '4.0',
        groupSize: 0,
        contracts: { critical: count, other: count },
        providers: { critical: count, other: count },
        functions: { critical: count, other: count, unassessed: count },
        currency: 'EUR',
        total: 9e16,
        ...{ byProvider: costs, byCountry: costs, withoutCost: count },
        missingRates: edition40.lists.currency.values.map(({ code }) => code),
        concentration: { rows: rows({ functions: count, alone: count, isHard: true }), rest: count },
        changes: {
          with: null,
          tables: tableCodes.map(table => ({
            ...{ table, name: edition40.tables[table].name },
            ...{ NEW: count, GONE: count, CHANGED: count },
          })),
        },
        counts: { BLOCKING: count, ERROR: count, WARNING: count, UNKNOWN: count },
        filing: { on: '2026-03-31', isOwn: false, days: 16 },
      },
    })
    expect((await readPdf(bytes)).pages.length, name).toBeLessThanOrEqual(4)
  }
})
