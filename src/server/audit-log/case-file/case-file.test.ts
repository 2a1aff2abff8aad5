import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TracedKind } from '#domain/audit-log/contract.ts'
import { caseFile } from '#domain/audit-log/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { endSession } from '#domain/identity/session/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { makeCaseFile } from '#server/audit-log/case-file/case-file.ts'
import { DAY } from '#server/platform/clock.ts'
import {
  documentsOf,
  edit,
  freshRequest,
  ownDocumentation,
  pdf,
  reject,
  sheet,
  upload,
} from '#test/support/documents.ts'
import { idOf, raised } from '#test/support/incidents.ts'
import { pdfAround } from '#test/support/pdf.ts'
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

/** A letter that takes a surrogate pair in UTF-16 and four bytes in UTF-8. */
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

test('no title breaks the name of the case file', async () => {
  const bank = await portal.signIn('entidad@almotacen.example')
  const provider = await portal.signIn('proveedor@almotacen.example')
  const { id } = await raised(bank, idOf(provider))
  for (let letters = 38; letters < 42; letters++) {
    const title = `x${LONG_LETTER.repeat(letters)}`
    await portal.app.db.updateTable('incident').set({ title }).where('id', '=', id).execute()
    const answer = await cci.call(caseFile, { params: { kind: 'incident', id } })
    expect([letters, answer.status]).toEqual([letters, 200])
    expect(answer.headers.get('content-disposition')).toContain('expediente-')
  }
})

describe('does not read files after the end of its reader or its subject', () => {
  const LARGE = 2_000_000
  const large = () => ({
    name: 'grande.pdf',
    content: pdfAround(`% ${randomBytes(LARGE / 2).toString('hex')}`),
  })

  test.each([
    ['nobody', async () => {}, null],
    [
      'the session',
      (reader: Caller) => reader.call(endSession, { params: { id: reader.me.sessionId as string } }),
      'noSession',
    ],
    [
      'the provider',
      (_reader: Caller, id: string) => cci.call(deleteParticipant, { body: { idGenericEntity: id } }),
      'notFound',
    ],
  ] as const)('%s ends', async (_who, end, reason) => {
    const [supplier, evaluator, reader] = await Promise.all([
      portal.signIn('lumbre@almotacen.example'),
      portal.signIn('somport@almotacen.example'),
      portal.signIn('cci2@almotacen.example'),
    ])
    const id = await freshRequest(cci, supplier, evaluator)
    for (const document of Object.values(await documentsOf(cci, id))) await reject(cci, document)
    expect((await edit(supplier, id, {}, { report: large(), spreadsheet: sheet() })).status).toBe(200)
    for (const document of Object.values(await documentsOf(cci, id))) await reject(cci, document)
    expect((await edit(supplier, id, {}, { report: large(), spreadsheet: sheet() })).status).toBe(200)
    const actor: Actor = {
      userId: reader.me.userId as string,
      participantId: idOf(reader),
      ...{ role: 'CCI', isPrincipal: true, completed: true, onboarded: true },
    }
    const { stream } = await makeCaseFile(portal.app, actor, reader.me.sessionId as string, 'request', id)
    let bytes = 0
    let isEnded = false
    const reading = (async () => {
      for await (const chunk of stream) {
        bytes += (chunk as Buffer).length
        if (!isEnded) await end(reader, idOf(supplier))
        isEnded = true
      }
    })()
    const outcome = await reading.then(
      () => null,
      (error: { reason: string }) => error.reason,
    )
    expect(outcome).toBe(reason)
    if (reason === null) expect(bytes).toBeGreaterThan(2 * LARGE)
    else expect(bytes).toBeLessThan(2 * LARGE)
  })
})

test('a case file that could not be made, or named, or sent, is in no entry of the trail', async () => {
  const { app: running } = portal
  const { userId, idGenericEntity: participantId } = cci.me
  const actor = { userId, participantId, role: 'CCI', isPrincipal: true, completed: true, onboarded: true } as const
  const noted = () =>
    running.db.selectFrom('trail').select('number').where('event', '=', 'case-file.made').orderBy('number').execute()
  const before = await noted()
  const clock = {
    ...running.clock,
    today: () => {
      throw new Error('no day')
    },
  }
  const id = idOf(provider)
  const sessionId = cci.me.sessionId as string
  await expect(makeCaseFile({ ...running, clock }, actor, sessionId, 'participant', id)).rejects.toThrow('no day')
  const made = await makeCaseFile(running, actor, sessionId, 'participant', id)
  made.stream.destroy()
  expect(await noted()).toEqual(before)
  expect((await cci.call(caseFile, { params: { kind: 'participant', id } })).status).toBe(200)
  expect(await noted()).toHaveLength(before.length + 1)
})

test.each([0, 400])('says what has lapsed as the screens of its day do, %i days on', async days => {
  const start = portal.clock.now()
  portal.clock.move(days * DAY)
  const centre = await portal.signIn('cci@almotacen.example')
  const supplier = await portal.signIn('proveedor@almotacen.example')
  const today = portal.clock.today()
  const dataOf = async (kind: TracedKind, id: string) => {
    const { body } = await centre.call(caseFile, { params: { kind, id } })
    return JSON.parse(new TextDecoder().decode(unzipSync(body as Uint8Array)['datos.json']))
  }
  const data = await dataOf('participant', idOf(supplier))
  expect(data.validaciones.length).toBeGreaterThan(3)
  for (const { id, status } of data.validaciones) {
    const screen = (await centre.call(readValidation, { params: { id } })).body
    expect([id, status]).toEqual([id, screen.status])
    for (const document of Object.values(await documentsOf(centre, id))) {
      if (!document.id) continue
      const version = data.versiones.find((each: { id: string }) => each.id === document.file)
      expect([document.id, version.estado]).toEqual([document.id, document.status])
      expect((await dataOf('document', document.id)).validaciones).toMatchObject([{ id, status }])
    }
  }
  expect(data.estadosDel).toBe(today)
  portal.clock.set(start)
})
