import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDay } from '#domain/values/day.ts'
import { fillFile, fillText, type Templates } from '#server/demo/template.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

/** The words of a stored PDF, separated by single spaces. */
async function wordsOf(sha256: string): Promise<string> {
  const { size } = await portal.app.db
    .selectFrom('stored_file')
    .select('size')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  const chunks: Buffer[] = []
  for await (const chunk of await portal.app.files.open(sha256, Number(size))) chunks.push(chunk as Buffer)
  const pdf = await getDocument({ data: new Uint8Array(Buffer.concat(chunks)), verbosity: 0 }).promise
  const words: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    words.push(...items.map(item => ('str' in item ? item.str : '')))
  }
  await pdf.loadingTask.destroy()
  return words.join(' ').replace(/\s+/g, ' ')
}

const names = async () =>
  (await portal.app.db.selectFrom('participant').select(['display_name', 'cif']).execute()).map(row => ({
    name: row.display_name,
    cif: row.cif,
  }))

test('D47: every demo PDF names the company of its row, and no gap is left', async () => {
  const rows = await portal.app.db
    .selectFrom('document_version as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .innerJoin('validation as v', 'v.id', 'd.validation_id')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .select(['f.sha256', 'f.file_name', 'f.expires_on', 'p.display_name', 'p.cif', 'p.nrbe', 'v.kind'])
    .where('f.file_name', 'like', '%.pdf')
    .execute()
  expect(rows.length).toBeGreaterThan(60)
  for (const row of rows) {
    const words = await wordsOf(row.sha256)
    const label = `${row.file_name} of ${row.display_name}`
    for (const fact of [row.display_name, row.cif || row.nrbe]) expect(words, label).toContain(fact)
    expect(words, label).not.toMatch(/[{}]/)
    if (row.kind === 'AUDIT_REPORT') continue
    // A policy ends on the expiry date that CCI entered.
    if (row.expires_on && words.includes('Vencimiento')) expect(words, label).toContain(formatDay(row.expires_on))
    const others = (await names()).filter(({ cif }) => cif !== '' && cif !== row.cif)
    for (const { cif } of others) expect(words, label).not.toContain(cif)
  }
})

test('D47: the report and the opinion of a demo request say its provider, service, evaluator and dates', async () => {
  const requests = await portal.app.db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .innerJoin('document as d', 'd.validation_id', 'v.id')
    .innerJoin('document_version as f', 'f.document_id', 'd.id')
    .leftJoin('score as o', 'o.validation_id', 'v.id')
    .select(['p.display_name as provider', 'p.cif', 'e.display_name as evaluator', 'e.cif as evaluatorCif', 'e.roac'])
    .select(['s.description as service', 'v.concept', 'v.sent_at', 'f.sha256', 'o.sha256 as opinion'])
    .select(['o.rating', 'o.expires_on'])
    .where('f.file_name', '=', 'informe-auditoria.pdf')
    .execute()
  expect(requests.length).toBeGreaterThan(10)
  for (const row of requests) {
    const facts = [row.provider, row.cif, row.service, row.concept, row.evaluator, row.roac]
    const report = await wordsOf(row.sha256)
    for (const fact of [...facts, row.evaluatorCif]) expect(report, `${row.provider}: ${row.service}`).toContain(fact)
    if (!row.opinion) continue
    const opinion = await wordsOf(row.opinion)
    const levels = row.rating!.split('/')
    for (const fact of [...facts, formatDay(row.expires_on!), ...levels]) expect(opinion).toContain(fact)
  }
})

test('D47: a demo PDF is the same bytes each time, and a gap without a value is refused', () => {
  const { slots } = JSON.parse(readFileSync(join(import.meta.dirname, 'files/templates.json'), 'utf8')) as Templates
  const gaps = [...JSON.stringify(slots).matchAll(/\{([\w]+\.[\w]+)\}/g)].map(([, key]) => [key!, 'Ñandú 1'])
  const values = Object.fromEntries(gaps)
  expect(fillFile('informe-auditoria.pdf', values)).toEqual(fillFile('informe-auditoria.pdf', values))
  expect(() => fillText('De {provider.name}', {})).toThrow('No value for {provider.name}')
})
