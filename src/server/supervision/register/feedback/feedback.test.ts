import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePackage, packageContent } from '#domain/supervision/register/contract.ts'
import { changeFunction, listFunctions } from '#domain/supervision/register/entry/contract.ts'
import type { FeedbackWire } from '#domain/supervision/register/feedback/contract.ts'
import { feedbackHeadings, readFeedback, saveFeedback } from '#domain/supervision/register/feedback/contract.ts'
import { FEEDBACK_MAX } from '#domain/supervision/register/feedback/feedback.ts'
import { writeXlsx } from '#server/platform/spreadsheet/write.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { entriesAfter, newestEntry } from '#test/support/entries.ts'
import type { Caller } from '#test/support/portal.ts'
import { filedRegister } from '#test/support/register-entries.ts'

let acting: Acting
let bank: Caller
let stranger: Caller
let filed: Awaited<ReturnType<typeof filedRegister>>
let code: string
beforeAll(async () => {
  acting = await startActing()
  bank = acting.bank
  stranger = await acting.portal.signIn('externalizacion@santander.example')
  filed = await filedRegister(acting)
  code = (await ok(bank.call(listFunctions))).content[0].code
})
afterAll(() => acting.portal.stop())

const COLUMNS = { rule: 'Validation', table: 'Table', row: 'Key', text: 'Message' }
const fileOf = (content: string | Uint8Array, name = 'respuesta.csv') => ({
  file: { name, content: Buffer.from(content as string) },
})
const csv = (...rows: string[]) => ['Validation,Table,Key,Message', ...rows].join('\r\n')
const keep = (content: string | Uint8Array, more: object = {}, caller = bank) =>
  caller.call(saveFeedback, {
    body: { packageId: filed.id, ...COLUMNS, ...more } as never,
    files: fileOf(content),
  })
const kept = (packageId?: string): Promise<FeedbackWire> => ok(bank.call(readFeedback, { query: { packageId } }))

test('REG-22: before an answer is read there is none', async () => {
  expect(await kept()).toMatchObject({ package: null, faults: [], answered: [] })
})

test('REG-22: the columns of a CSV and a workbook are offered, matched by their words and then as they were', async () => {
  const asked = (content: string | Uint8Array, name?: string) =>
    ok(bank.call(feedbackHeadings, { body: {}, files: fileOf(content, name) }))
  const titled = `Informe de validación\r\n\r\n${csv(`v8881,B_06.01,${code},Missing`)}`
  expect(await asked(titled)).toEqual({
    headings: Object.values(COLUMNS),
    sample: [['v8881', 'B_06.01', code, 'Missing']],
    matched: COLUMNS,
  })
  const many = ['1', '2', '3', '4'].map(rule => `${rule},B_06.01,${code},Missing`)
  expect((await asked(csv(...many))).sample.map(([rule]: string[]) => rule)).toEqual(['1', '2', '3'])
  const columns = ['Uno', 'Dos'].map(header => ({ header }))
  const book = await writeXlsx({ sheet: 'Hoja', columns, rows: [['v1234', 'Algo']] })
  const read = await asked(book, 'respuesta.xlsx')
  expect([read.headings, read.matched.rule]).toEqual([['Uno', 'Dos'], null])
  await ok(
    bank.call(saveFeedback, {
      body: { packageId: filed.id, rule: 'Uno', text: 'Dos' },
      files: fileOf(book, 'respuesta.xlsx'),
    }),
  )
  expect((await asked(book, 'respuesta.xlsx')).matched).toEqual({ rule: 'Uno', table: null, row: null, text: 'Dos' })
})

test('REG-22: each fault is at its row, beside our check of that file, and what is not known stays as it is', async () => {
  const before = await newestEntry(acting.portal)
  const answer: FeedbackWire = await ok(
    keep(
      csv(
        `v8881,"{tB_06.01, c0080}",${code},RTO is implausible`,
        'PROPIA-1,Otra hoja,¿?,"=HYPERLINK(""http://x"")"',
        '"v0911",B_02.01,9,"<script>alert(1)</script>"',
      ),
    ),
  )
  expect(answer.package!.id).toBe(filed.id)
  expect(answer.counts).toEqual({ open: 3, resolved: 0, notOurs: 3 })
  const [first, second, third] = answer.faults
  expect(first).toMatchObject({ line: 2, table: 'B_06.01', column: 'c0080', step: 'functions', field: 'rtoHours' })
  expect(first!.key).toMatch(new RegExp(`^${code} · `))
  expect(second).toMatchObject({
    ...{ rule: 'PROPIA-1', tableText: 'Otra hoja', row: '¿?', table: null, key: null, step: null },
    text: '=HYPERLINK("http://x")',
  })
  expect(third).toMatchObject({ table: 'B_02.01', key: null, text: '<script>alert(1)</script>' })
  expect(await kept(filed.id)).toEqual(answer)
  const [entry] = await entriesAfter(acting.portal, before)
  expect(entry).toMatchObject({ event: 'register.feedback-kept', object_id: filed.id })
  // The same again is the same, and a corrected one takes its place.
  expect((await ok(keep(csv('v8881,B_06.01,,Uno')))).faults).toHaveLength(1)
  expect((await kept()).answered).toHaveLength(1)
})

test('REG-22: our check is that of the file, also after the register was mended', async () => {
  const { content } = await ok(bank.call(listFunctions))
  const change = (rtoHours: number | null) =>
    ok(bank.call(changeFunction, { params: { id: content[0].id }, body: { rtoHours } as never }))
  await change(null)
  acting.portal.clock.move(1000)
  const faulty = await ok(bank.call(makePackage, { body: { format: 'XBRL_CSV' } }))
  await change(5)
  const { faults } = await ok(keep(csv(`v8881,B_06.01,${code},x`, `v8882,B_06.01,${code},y`), { packageId: faulty.id }))
  expect(faults.map((each: { isOurs: boolean }) => each.isOurs)).toEqual([true, false])
  // The next file, where it is mended.
  acting.portal.clock.move(1000)
  const next = await ok(bank.call(makePackage, { body: { format: 'XBRL_CSV' } }))
  const resolved = async () => (await kept(faulty.id)).faults.map(each => each.isResolved)
  expect(await resolved()).toEqual([true, true])
  await ok(keep(csv(`v8882,B_06.01,${code},y`), { packageId: next.id }))
  expect(await resolved()).toEqual([true, false])
  expect((await kept()).package!.id).toBe(next.id)
})

describe('REG-22: a file that cannot be read is refused, and what was kept stays', () => {
  const many = csv(...Array.from({ length: FEEDBACK_MAX + 1 }, (_, n) => `v1,B_02.01,${n},x`))
  test.each<[string, string | Uint8Array, object, string, RegExp]>([
    ['without the columns', 'A,B\r\n1,2', {}, 'rowsWrong', /Validation/],
    ['without rows', 'Validation,Table,Key,Message\r\n', {}, 'rowsWrong', /ninguna fila|vacío|ninguna/],
    ['with blank rows alone', csv(',B_02.01,,'), {}, 'rowsWrong', /ninguna fila/],
    ['with too many rows', many, {}, 'rowsWrong', /se admiten 2000/],
    ['that is no text', new Uint8Array([0, 1, 2, 3]), {}, 'rowsWrong', /./],
    ['with one column for two things', csv('v1,B_02.01,1,x'), { text: 'Validation' }, 'invalid', /distinta/],
  ])('%s', async (_name, content, more, problemCode, says) => {
    const before = await kept()
    const { status, problem } = await keep(content, more)
    expect([status, problem.code]).toEqual([400, problemCode])
    expect(JSON.stringify(problem)).toMatch(says)
    expect(await kept()).toEqual(before)
  })

  test('with another ending, of another bank’s file, of a file for people', async () => {
    const files = fileOf(csv('v1,B_02.01,1,x'), 'respuesta.txt')
    const ending = await bank.call(saveFeedback, { body: { packageId: filed.id, ...COLUMNS }, files })
    expect(ending.problem.code).toBe('importExtension')
    expect((await keep(csv('v1,B_02.01,1,x'), {}, stranger)).status).toBe(404)
    expect((await stranger.call(readFeedback, { query: { packageId: filed.id } })).status).toBe(404)
    const plain = await ok(bank.call(makePackage, { body: { format: 'CSV' } }))
    expect((await keep(csv('v1,B_02.01,1,x'), { packageId: plain.id })).status).toBe(404)
  })

  test('a long text is cut, and the file for the authority is as it was', async () => {
    const answer = await ok(keep(csv(`${'v'.repeat(5000)},B_02.01,,${'x'.repeat(5000)}`)))
    expect([answer.faults[0].rule.length, answer.faults[0].text.length]).toEqual([2000, 2000])
    expect((await bank.call(packageContent, { params: { id: filed.id } })).status).toBe(200)
  })
})
