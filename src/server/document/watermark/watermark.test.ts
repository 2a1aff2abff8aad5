import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PdfKit from 'pdfkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentContent, listDocuments, readDocument } from '#domain/document/contract.ts'
import { saveWatermark } from '#domain/document/watermark/contract.ts'
import { markLines } from '#domain/document/watermark/watermark.ts'
import { attachIncidentDocument, incidentDocumentContent, raiseIncident } from '#domain/incident/contract.ts'
import { scoreContent } from '#domain/report-request/score/contract.ts'
import { stamp } from '#server/document/watermark/stamp.ts'
import { stampInReader } from '#server/document/watermark/stamping.ts'
import { ownDocumentation } from '#test/support/documents.ts'
import { fileOf } from '#test/support/foreign-file.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const demo = (name: string) => new Uint8Array(readFileSync(new URL(`../../demo/files/${name}`, import.meta.url)))

/** The text of each page, without the gaps. */
async function textOf(bytes: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map(item => ('str' in item ? item.str : '')).join(' '))
  }
  await loading.destroy()
  return pages
}

/** The position of each piece of text on the displayed page, and whether it is upright. */
async function placesOf(bytes: Uint8Array, text: string) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const page = await pdf.getPage(1)
  const view = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const found = items.flatMap(item => ('str' in item && item.str === text ? [item.transform] : []))
  await loading.destroy()
  return found.map(([a, b, , , x, y]) => {
    const [left, top] = view.convertToViewportPoint(x, y)
    const [right, bottom] = view.convertToViewportPoint(x + a, y + b)
    return { left, top, width: view.width, height: view.height, upright: Math.abs(bottom - top) < 0.01 && right > left }
  })
}

const LINES = markLines(
  { name: 'Elena Puertas Lázaro', email: 'entidad@almotacen.example', organisation: 'Cajamar' },
  '2026-11-21T09:00:00.000Z',
)

describe('a mark on every page', () => {
  test('of each demo file, whatever made it', async () => {
    for (const name of ['informe-auditoria.pdf', 'dictamen-calificacion.pdf', 'plan-continuidad.pdf']) {
      const [before, after] = [await textOf(demo(name)), await textOf(await stamp(demo(name), LINES))]
      expect(after).toHaveLength(before.length)
      for (const [index, page] of after.entries()) {
        expect(page).toContain(before[index]!.trim().slice(0, 40))
        for (const line of LINES) expect(page).toContain(line)
      }
    }
  })

  test.each([0, 90, 180, 270])('upright at the foot of a page that is turned by %i degrees and cut', async turn => {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage([600, 800])
    page.setRotation(degrees(turn))
    page.setCropBox(50, 60, 400, 500)
    const [foot] = await placesOf(await stamp(await pdf.save(), LINES), LINES[1])
    expect(foot!.upright).toBe(true)
    expect(foot!.left).toBeCloseTo(8, 1)
    expect(foot!.top).toBeCloseTo(foot!.height - 8, 1)
    expect(foot!.width).toBe(turn % 180 === 0 ? 400 : 500)
  })

  test('however long the names are, and within the page', async () => {
    const lines = markLines(
      { name: 'Ñ'.repeat(200), email: `${'e'.repeat(60)}@x.example`, organisation: '🎉 Банк '.repeat(30) },
      '2026-11-21T09:00:00.000Z',
    )
    const pdf = await PDFDocument.create()
    pdf.addPage([300, 200])
    const [page] = await textOf(await stamp(await pdf.save(), lines))
    for (const line of lines) expect(page!.replace(/\s+/g, ' ')).toContain(line.replaceAll('🎉', '□'))
  })
})

const fault = (bytes: Uint8Array) =>
  stamp(bytes, LINES).then(
    () => 'marked',
    error => error.fault ?? String(error),
  )
const kitPdf = async (options: object, draw: (pdf: PDFKit.PDFDocument) => void = () => {}) => {
  const pdf = new PdfKit(options)
  draw(pdf)
  pdf.end()
  return new Uint8Array(await buffer(pdf))
}
const text = (content: string) => new TextEncoder().encode(content)

describe('a PDF that cannot carry it is not handed on', () => {
  test.each([
    ['encrypted with a password', () => kitPdf({ userPassword: 'clave' }), 'encrypted'],
    ['encrypted without one', () => kitPdf({ ownerPassword: 'clave' }), 'encrypted'],
    ['a header and nothing else', async () => text('%PDF-1.4\n%%EOF\n'), 'unreadable'],
    [
      'no pages',
      async () => text('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
      'unreadable',
    ],
    [
      'a tree of pages without one',
      async () =>
        text(
          '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
        ),
      'unreadable',
    ],
    ['cut in the middle', async () => demo('informe-auditoria.pdf').slice(0, 4000), 'unreadable'],
    ['bytes of chance', async () => Uint8Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256), 'unreadable'],
    [
      'pages that hold themselves',
      async () =>
        text(
          '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
        ),
      'unreadable',
    ],
    ['arrays without end', async () => text(`%PDF-1.4\n1 0 obj${'['.repeat(200_000)}`), 'unreadable'],
  ])('%s', async (_what, make, expected) => expect(await fault(await make())).toBe(expected))

  test('a slow file ends its reader, and the next file has its turn', async () => {
    // A thousand pages take their reader hundreds of milliseconds, so its answer cannot beat the limit.
    const long = await PDFDocument.create()
    for (let page = 0; page < 1000; page++) long.addPage()
    const slow = await stampInReader(fileOf(await long.save()), LINES, { limits: { ms: 0 } })
    expect(slow).toEqual({ fault: 'slow' })
    const next = await stampInReader(fileOf(demo('ficha-entidad.pdf')), LINES)
    expect('length' in next && next.length).toBeGreaterThan(1000)
  })
})

describe('files that a bank reads', () => {
  let portal: TestPortal
  let cci: Caller
  let bank: Caller
  let provider: Caller
  let documentId: string
  let scoreId: string
  const at = (name: string) => `${name}@almotacen.example`
  const turn = async (enabled: boolean) =>
    expect((await cci.call(saveWatermark, { body: { enabled } })).status).toBe(200)
  const stored = async (sha256: string) => {
    const { size } = await portal.app.db
      .selectFrom('stored_file')
      .select('size')
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
    return buffer(await portal.app.files.open(sha256, size))
  }
  const readings = async () =>
    (await portal.app.db.selectFrom('trail').select(['event', 'data']).where('event', 'like', '%read').execute()).map(
      row => `${row.event} ${JSON.stringify(row.data)}`,
    )

  beforeAll(async () => {
    portal = await startTestPortal()
    cci = await portal.signIn(at('cci'))
    bank = await portal.signIn(at('entidad'))
    provider = await portal.signIn(at('proveedor'))
    const { id } = await ownDocumentation(provider)
    const { content } = (await bank.call(listDocuments, { query: { validationId: id } })).body
    documentId = content.find((each: { mediaType: string }) => each.mediaType === 'application/pdf').id
    scoreId = (
      await portal.app.db
        .selectFrom('score as s')
        .innerJoin('validation as v', 'v.id', 's.validation_id')
        .select('s.id')
        .where('v.participant_id', '=', provider.me.idGenericEntity)
        .where('s.is_current', '=', true)
        .executeTakeFirstOrThrow()
    ).id
  })
  afterAll(() => portal.stop())
  beforeEach(() => turn(true))

  const version = (id: string) =>
    portal.app.db
      .selectFrom('document_version')
      .select('sha256')
      .where('document_id', '=', id)
      .where('is_current', '=', true)
      .executeTakeFirstOrThrow()
  const marked = async (bytes: Uint8Array) => {
    const pages = await textOf(bytes)
    expect(pages.length).toBeGreaterThan(0)
    for (const page of pages) {
      expect(page).toContain('Leído por Elena Puertas Lázaro · entidad@almotacen.example')
      expect(page).toContain('Cajamar')
      expect(page).toContain('21/11/2026 10:00 (hora de Madrid)')
    }
  }

  test('S12: a document shows the reader on every page, is recorded once, and stays unchanged in the store', async () => {
    const { sha256 } = await version(documentId)
    const before = await stored(sha256)
    const noted = await readings()
    const answer = await bank.call(documentContent, { params: { id: documentId } })
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get('content-length'))).toBe(answer.body.length)
    await marked(answer.body)
    expect(Buffer.compare(await stored(sha256), before)).toBe(0)
    const added = (await readings()).slice(noted.length)
    expect(added).toHaveLength(1)
    expect(added[0]).toMatch(/^document\.read /)
    // Recorded as before the watermark existed.
    await turn(false)
    const plain = await bank.call(documentContent, { params: { id: documentId } })
    expect(Buffer.compare(plain.body, before)).toBe(0)
    expect((await readings()).at(-1)).toBe(added[0])
  })

  test('marks a dictamen', async () => {
    await marked((await bank.call(scoreContent, { params: { id: scoreId } })).body)
  })

  test('marks a document in base64', async () => {
    const { name, file } = (await bank.call(readDocument, { params: { id: documentId } })).body
    expect(name).toMatch(/\.pdf$/)
    await marked(Buffer.from(file, 'base64'))
  })

  test('marks the file of an incident', async () => {
    const incident = { providerId: provider.me.idGenericEntity, title: 'Retraso', detail: 'Tres horas' }
    const { id: issueId } = (await bank.call(raiseIncident, { body: incident })).body
    const { body } = await cci.call(attachIncidentDocument, {
      body: { issueDocument: { issueId, documentCatalogName: 'Informe de la incidencia' } },
      files: { file: { name: 'informe.pdf', content: demo('ficha-entidad.pdf') } },
    })
    await marked((await bank.call(incidentDocumentContent, { params: { id: body.file } })).body)
  })

  test('CCI, the owner, and the bank of its own documents get the stored bytes', async () => {
    const { sha256 } = await version(documentId)
    for (const caller of [cci, provider]) {
      const { body } = await caller.call(documentContent, { params: { id: documentId } })
      expect(Buffer.compare(body, await stored(sha256))).toBe(0)
    }
    const own = (await bank.call(listDocuments, { query: { validationId: (await ownDocumentation(bank)).id } })).body
    const mine = own.content.find((each: { mediaType: string }) => each.mediaType === 'application/pdf')
    const { body } = await bank.call(documentContent, { params: { id: mine.id } })
    expect(Buffer.compare(body, await stored((await version(mine.id)).sha256))).toBe(0)
  })

  test('a part of a file is not given: the whole comes, and says so', async () => {
    const answer = await bank.call(documentContent, { params: { id: documentId }, headers: { range: 'bytes=0-99' } })
    expect([answer.status, answer.headers.get('accept-ranges'), answer.headers.get('content-range')]).toEqual([
      200,
      'none',
      null,
    ])
    await marked(answer.body)
  })

  test('accepts a name in any script', async () => {
    const { db } = portal.app
    const rename = (name: string, surnames: string) =>
      db.updateTable('portal_user').set({ name, surnames }).where('id', '=', bank.me.userId).execute()
    await rename('Łucja 🎉', 'Анна')
    try {
      const { body } = await bank.call(documentContent, { params: { id: documentId } })
      for (const page of await textOf(body)) {
        expect(page).toContain('Leído por Łucja □ Анна · entidad@almotacen.example')
      }
    } finally {
      await rename('Elena', 'Puertas Lázaro')
    }
  })

  test('a file that cannot be marked is refused to the bank without a record, and given to CCI', async () => {
    const incident = { providerId: provider.me.idGenericEntity, title: 'Avería', detail: 'Dos horas' }
    const { id: issueId } = (await bank.call(raiseIncident, { body: incident })).body
    const attached = await cci.call(attachIncidentDocument, {
      body: { issueDocument: { issueId, documentCatalogName: 'Informe de la incidencia' } },
      files: { file: { name: 'cifrado.pdf', content: await kitPdf({ userPassword: 'clave' }) } },
    })
    const params = { id: attached.body.file }
    const noted = await readings()
    const refused = await bank.call(incidentDocumentContent, { params })
    expect([refused.status, refused.problem.code]).toEqual([409, 'notMarkable'])
    expect(refused.problem.detail).toMatch(/^Este PDF está protegido o dañado/)
    expect(await readings()).toEqual(noted)
    expect((await cci.call(incidentDocumentContent, { params })).status).toBe(200)
    await turn(false)
    expect((await bank.call(incidentDocumentContent, { params })).status).toBe(200)
  })
})
