import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '#domain/identity/session/contract.ts'
import { attachIncidentDocument, incidentDocumentContent, raiseIncident } from '#domain/incident/contract.ts'
import { runPrechecks } from '#server/document/precheck/checks.ts'
import { checkMarks } from '#server/document/watermark/check.ts'
import { securityHeaders } from '#server/http/security/security-headers.ts'
import { pdfBombs, refusedBombs, spreadsheetBombs } from '#test/support/bombs.ts'
import type { HostileFile } from '#test/support/hostile-files.ts'
import { hostileFiles } from '#test/support/hostile-files.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { readingPlaces } from '#test/support/reading-places.ts'

/* S9: an upload is refused, or served as a download that cannot act in the portal's origin. */

let portal: TestPortal
let cci: Caller
let issueId: string
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  const provider = await portal.signIn('proveedor@almotacen.example')
  const body = { providerId: provider.me.idGenericEntity, title: 'Archivos', detail: 'Con mala intención' }
  issueId = (await cci.call(raiseIncident, { body })).body.id
})
afterAll(() => portal.stop())

const BOUNDARY = 'frontera-de-prueba'

/** The raw parts, with the name as an attacker writes it: no browser would send some of these. */
function partsOf({ name, content }: HostileFile): Buffer {
  const encoded = [...Buffer.from(name)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const document = JSON.stringify({ issueId, documentCatalogName: 'Informe de la incidencia' })
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="issueDocument"\r\n\r\n${document}\r\n--${BOUNDARY}\r\n` +
        `content-disposition: form-data; name="file"; filename*=UTF-8''${encoded}\r\ncontent-type: text/html\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
}

const upload = (file: HostileFile) =>
  cci.fetch(attachIncidentDocument.method, attachIncidentDocument.path, {
    body: partsOf(file) as unknown as BodyInit,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })

/** All stored files, and every row that refers to a file. */
async function kept(): Promise<unknown> {
  const { db, settings } = portal.app
  const names = await readdir(join(settings.dataDir, 'files'), { recursive: true })
  const rows = await db.selectFrom('incident_document').selectAll().orderBy('id').execute()
  return { names: names.filter(name => !/^[0-9a-f]{2}$/.test(name)).sort(), rows }
}

const refusedAs = ['macrosUndeclared', 'archiveMismatch', 'pdfUnreadable', 'pdfIncomplete']

const served = [
  ...['application/pdf', 'application/zip', 'image/png', 'image/jpeg'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

test('S9: the list is as long as was promised, and each of its files is another', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60)
  expect(new Set(hostileFiles.map(({ what }) => what)).size).toBe(hostileFiles.length)
})

test.each(hostileFiles.filter(file => file.outcome === 'refused'))(
  'S9: $what ($name) is refused, and nothing is kept',
  async file => {
    const before = await kept()
    const { status, problem } = await upload(file)
    expect([400, 413, 415], problem.code).toContain(status)
    expect([...refusedAs, 'fileType', 'fileMissing', 'archiveHarmful', 'imageTooLarge', 'invalid']).toContain(
      problem.code,
    )
    if (file.code) expect(problem.code).toBe(file.code)
    expect(await kept()).toEqual(before)
  },
)

test.each(hostileFiles.filter(file => file.outcome === 'inert'))(
  'S9: $what comes back as a harmless download',
  async file => {
    const answer = await upload(file)
    expect(answer.status, JSON.stringify(answer.problem)).toBe(201)
    const { headers, body } = await cci.call(incidentDocumentContent, { params: { id: answer.body.file } })
    expect(body.equals(file.content)).toBe(true)
    expect(served).toContain(headers.get('content-type'))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('cross-origin-resource-policy')).toBe(securityHeaders['cross-origin-resource-policy'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-evil')).toBeNull()
    const said = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w%.~!#$&+^`|-]*)$/.exec(
      headers.get('content-disposition')!,
    )
    const name = decodeURIComponent(said![2]!)
    expect(said![1]).not.toMatch(/["\\/%]/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
    expect(name).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
    if (file.as) expect(name).toBe(file.as)
    const { rows } = (await kept()) as { rows: { file_name: string }[] }
    expect(rows.map(row => row.file_name)).toContain(name)
  },
)

describe('S9: a small file that becomes a large one costs its reader, and nothing else', () => {
  const people = (name: string) => portal.signIn(`${name}@almotacen.example`)
  let places: Awaited<ReturnType<typeof readingPlaces>>
  beforeAll(async () => {
    const [provider, evaluator, bank, draft] = await Promise.all(
      ['proveedor', 'somport', 'entidad', 'borrador'].map(people),
    )
    places = await readingPlaces({ cci, provider: provider!, evaluator: evaluator!, bank: bank!, draft: draft! })
    await runPrechecks(portal.app)
  })

  /** Runs work beside the longest stall of the event loop; before readers existed it was 3 to 13 s. */
  async function unstalled(work: () => Promise<unknown>): Promise<void> {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await work()
    delay.disable()
    expect(delay.max / 1e6).toBeLessThan(1500)
    expect((await cci.call(readMe)).status).toBe(200)
  }

  const answers: Record<string, unknown> = {
    'GET /documents/{id}/sheets': expect.toBeOneOf([
      [200, undefined],
      [409, 'workbookTooLarge'],
      [409, 'sheetsUnreadable'],
    ]),
    'POST /register/preview': [400, 'rowsWrong'],
    'POST /register/feedback/headings': [400, 'rowsWrong'],
    'POST /service-uses/preview': [400, 'rowsWrong'],
    'POST /subcontracts/preview': [400, 'rowsWrong'],
    'POST /invitations-entity/preview': [400, 'importWrong'],
    'POST /invitations/preview': [400, 'importWrong'],
    'POST /invitations, of providers': [400, 'importWrong'],
    'POST /control-frameworks/import': [400, 'rowsWrong'],
    'PUT /assessments/{id}/workbook': [415, 'workbookUnreadable'],
  }

  // The others are in test:trust.
  test.each(Object.keys(answers))(
    'in %s',
    async place => {
      await unstalled(async () => {
        const { status, problem } = await places[place]!(spreadsheetBombs[0]!)
        expect([status, problem?.code]).toEqual(answers[place])
      })
    },
    60_000,
  )

  test('in the checks before a review and in the watermark, and none is tried for ever', async () => {
    await unstalled(async () => {
      for (const bomb of [...spreadsheetBombs, ...pdfBombs].filter(({ brief }) => brief)) {
        expect((await places['POST /documents']!(bomb)).status, bomb.what).toBe(201)
        await runPrechecks(portal.app)
      }
      await checkMarks(portal.app)
    })
    expect(await portal.app.db.selectFrom('precheck_task').selectAll().execute()).toEqual([])
  }, 120_000)

  test('when it comes', async () => {
    for (const bomb of refusedBombs) {
      const { status, problem } = await places['POST /documents']!(bomb)
      expect([status, problem.code], bomb.what).toEqual([415, 'archiveHarmful'])
    }
  })
})
