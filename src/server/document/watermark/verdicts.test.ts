import { unlink } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PdfKit from 'pdfkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UnmarkableWire } from '#domain/document/watermark/contract.ts'
import { listUnmarkable, saveWatermark } from '#domain/document/watermark/contract.ts'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { MARK_VERSION, SLOW_HOLDS_MS } from '#domain/document/watermark/watermark.ts'
import { incidentDocumentContent } from '#domain/incident/contract.ts'
import { checkMarks } from '#server/document/watermark/check.ts'
import { accept, documentsOf, ownDocumentation, upload } from '#test/support/documents.ts'
import { attach, raised } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { pathOf } from '#test/support/stored-files.ts'

const DEED = 'Escritura de constitución'
const WARNING = 'Las entidades no podrán leer este PDF'

const locked = () => fresh({ userPassword: 'clave' })
/** A PDF with unique content. */
async function fresh(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const pdf = new PdfKit(options)
  pdf.text(`Informe ${Math.random()}`)
  pdf.end()
  return buffer(pdf)
}

let portal: TestPortal
let cci: Caller
let bank: Caller
let provider: Caller
/** Signs in again, because yesterday's session has ended. */
async function signIn(): Promise<void> {
  cci = await portal.signIn('cci@almotacen.example')
  bank = await portal.signIn('entidad@almotacen.example')
  provider = await portal.signIn('proveedor@almotacen.example')
}
beforeAll(async () => {
  portal = await startTestPortal()
  await signIn()
  // Each file of the demo world would take a thread of its own.
  await sql`insert into mark_verdict (sha256, mark_version, judged_at)
    select sha256, ${MARK_VERSION}::integer, ${portal.clock.now()} from stored_file`.execute(portal.app.db)
})
afterAll(() => portal.stop())

const turn = async (enabled: boolean) => expect((await cci.call(saveWatermark, { body: { enabled } })).status).toBe(200)
beforeEach(() => turn(true))

const db = () => portal.app.db
const verdictOf = (sha256: string) =>
  db().selectFrom('mark_verdict').selectAll().where('sha256', '=', sha256).executeTakeFirst()

/** A file of an incident that the bank raised. */
async function attached(content: Buffer): Promise<{ id: string; sha256: string }> {
  const incident = await raised(bank, provider.me.idGenericEntity)
  const { body } = await attach(cci, incident.id, { name: 'informe.pdf', content })
  const { sha256 } = await db()
    .selectFrom('incident_document')
    .select('sha256')
    .where('id', '=', body.file)
    .executeTakeFirstOrThrow()
  return { id: body.file, sha256 }
}
async function asked(id: string): Promise<string> {
  const { status, problem } = await bank.call(incidentDocumentContent, { params: { id } })
  return status === 200 ? 'marked' : problem.code
}

describe('stores the outcome of marking a file', () => {
  test('a second refusal needs neither the file nor the time', async () => {
    const { id, sha256 } = await attached(await locked())
    expect(await asked(id)).toBe('notMarkable')
    expect(await verdictOf(sha256)).toMatchObject({ fault: 'encrypted', mark_version: MARK_VERSION })
    await unlink(pathOf(portal.app, sha256))
    expect(await asked(id)).toBe('notMarkable')
  })

  test('and nothing is checked twice that can be marked', async () => {
    const { id, sha256 } = await attached(await fresh())
    expect(await asked(id)).toBe('marked')
    expect(await verdictOf(sha256)).toMatchObject({ fault: null })
  })

  const remember = (sha256: string, fault: MarkFault, version = MARK_VERSION) =>
    db()
      .insertInto('mark_verdict')
      .values({ sha256, fault, mark_version: version, judged_at: portal.clock.now() })
      .onConflict(conflict =>
        conflict.column('sha256').doUpdateSet({ fault, mark_version: version, judged_at: portal.clock.now() }),
      )
      .execute()

  test('a slow one is tried again after a day', async () => {
    const { id, sha256 } = await attached(await fresh())
    await remember(sha256, 'slow')
    expect(await asked(id)).toBe('notMarkable')
    portal.clock.move(SLOW_HOLDS_MS)
    await signIn()
    expect(await asked(id)).toBe('marked')
  })

  test('retries a file that an earlier version of the mark refused', async () => {
    const { id, sha256 } = await attached(await fresh())
    await remember(sha256, 'unreadable', MARK_VERSION - 1)
    expect(await asked(id)).toBe('marked')
    expect(await verdictOf(sha256)).toMatchObject({ fault: null, mark_version: MARK_VERSION })
    await remember(sha256, 'unreadable', MARK_VERSION - 1)
    await checkMarks(portal.app)
    expect(await verdictOf(sha256)).toMatchObject({ fault: null, mark_version: MARK_VERSION })
  })
})

describe('CCI knows before a bank asks', () => {
  const listed = async () => (await cci.call(listUnmarkable)).body
  const warned = async (caller: Caller) => {
    const { [DEED]: deed } = await documentsOf(caller, (await ownDocumentation(provider)).id)
    return deed!.warnings.filter(warning => warning.startsWith(WARNING))
  }

  test('beside the preview of a document, and in a list once it is accepted', async () => {
    const { id } = await ownDocumentation(provider)
    await turn(false)
    expect((await upload(provider, id, DEED, { name: 'escritura.pdf', content: await locked() })).status).toBe(201)
    await attached(await fresh())
    expect((await listed()).unchecked).toBeGreaterThan(0)
    await checkMarks(portal.app)
    expect(await warned(cci)).toEqual([])
    await turn(true)
    expect(await warned(cci)).toEqual([expect.stringContaining('Está protegido con contraseña')])
    expect(await warned(provider)).toEqual([expect.stringMatching(/Suba otra copia\.$/)])
    const before = await listed()
    expect(before.unchecked).toBe(0)
    expect(before.content.map((row: UnmarkableWire) => row.name)).not.toContain(DEED)

    const { [DEED]: deed } = await documentsOf(cci, id)
    expect((await accept(cci, deed!, '2027-06-30')).status).toBe(200)
    const { content, totalElements } = await listed()
    expect(totalElements).toBe(before.totalElements + 1)
    expect(content).toContainEqual({
      kind: 'document',
      name: DEED,
      fileName: 'escritura.pdf',
      participantId: provider.me.idGenericEntity,
      participant: expect.any(String),
      belongsTo: id,
      validationKind: 'DOC_MIN',
      reason: 'encrypted',
    })
  })

  test('lists files of incidents as well, page by page', async () => {
    await attached(await locked())
    await checkMarks(portal.app)
    const { totalElements, content } = await listed()
    expect(content.map((row: UnmarkableWire) => row.kind)).toContain('incident')
    const pages = []
    for (let page = 0; page < totalElements; page++) {
      pages.push(...(await cci.call(listUnmarkable, { query: { page, size: 1 } })).body.content)
    }
    expect(pages).toEqual((await cci.call(listUnmarkable, { query: { size: 100 } })).body.content)
  })

  test('an upload does not wait for it, and a check that is stopped leaves the rest for the next', async () => {
    const { sha256 } = await attached(await fresh())
    expect(await verdictOf(sha256)).toBeUndefined()
    const stopping = new AbortController()
    stopping.abort()
    await checkMarks(portal.app, { signal: stopping.signal })
    expect(await verdictOf(sha256)).toBeUndefined()
    await checkMarks(portal.app)
    expect(await verdictOf(sha256)).toMatchObject({ fault: null })
  })
})
