import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentWire } from '#domain/document/contract.ts'
import { caseFile } from '#domain/trail/contract.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import { idOf, raised } from '#test/support/incidents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
  provider = await portal.signIn('rechazado@almotacen.example')
})
afterAll(() => portal.stop())

/** A letter that UTF-16 writes as a pair, and UTF-8 in four bytes. */
const LONG_LETTER = '\u{10400}'

test.each([57, 58, 100])('a name of %i letters beyond U+FFFF keeps no case file from CCI', async letters => {
  const documentation = await ownDocumentation(provider)
  const documents = Object.values(await documentsOf(provider, documentation.id))
  const { documentCatalogName: name } = documents.find(({ status }) => status === 'REJECTED') ?? documents[0]!
  const fileName = `${LONG_LETTER.repeat(letters)}x.pdf`
  const { status, body } = await upload(provider, documentation.id, name, pdf('Escritura', fileName))
  expect(status).toBe(201)
  for (const [kind, id] of [
    ['participant', idOf(provider)],
    ['document', (body as DocumentWire).id!],
  ] as const) {
    const answer = await cci.call(caseFile, { params: { kind, id } })
    expect([kind, answer.status]).toEqual([kind, 200])
    const names = Object.keys(unzipSync(answer.body as Uint8Array))
    for (const path of names) {
      expect(path.isWellFormed()).toBe(true)
      expect(Math.max(...path.split('/').map(part => Buffer.byteLength(part)))).toBeLessThanOrEqual(255)
    }
    expect(names.some(path => path.endsWith(`${LONG_LETTER}x.pdf`))).toBe(true)
  }
})

test('nor does a title', async () => {
  const bank = await portal.signIn('entidad@almotacen.example')
  const provider = await portal.signIn('proveedor@almotacen.example')
  const { id } = await raised(bank, idOf(provider))
  for (let letters = 38; letters < 42; letters++) {
    const title = `x${LONG_LETTER.repeat(letters)}`
    await portal.portal.db.updateTable('incident').set({ title }).where('id', '=', id).execute()
    const answer = await cci.call(caseFile, { params: { kind: 'incident', id } })
    expect([letters, answer.status]).toEqual([letters, 200])
    expect(answer.headers.get('content-disposition')).toContain('expediente-')
  }
})
