import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileAccessWire } from '#domain/audit-log/contract.ts'
import { listFileAccesses, readTimeline } from '#domain/audit-log/contract.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { storedFilesOpen } from '#test/support/stored-files.ts'

/* A client that disconnects during a download leaves no file open: file handles are limited per process. */

/** More than the socket buffers of both ends. */
const BYTES = 20_000_000

let portal: TestPortal
let provider: Caller
let cci: Caller
let validation: string
let document: string
beforeAll(async () => {
  portal = await startTestPortal()
  provider = await portal.signIn('proveedor@almotacen.example')
  cci = await portal.signIn('cci@almotacen.example')
  const { id } = await ownDocumentation(provider)
  validation = id
  const name = Object.keys(await documentsOf(provider, id))[0]!
  const { body } = await upload(provider, id, name, {
    name: 'largo.pdf',
    content: pdf('largo').content.padEnd(BYTES),
  })
  document = (body as { id: string }).id
})
afterAll(() => portal.stop())

type Reading = { who: () => Caller; path: () => string }
const readings: [string, Reading][] = [
  ['a document', { who: () => provider, path: () => `/documents/${document}/content` }],
  ['a document in base64', { who: () => provider, path: () => `/documents/${document}` }],
  ['a case file', { who: () => cci, path: () => `/case-file/participant/${provider.me.idGenericEntity}` }],
]

/** Requests a file, and disconnects before the first byte, with it, or at the end. */
function goAway({ who, path }: Reading, when: 'asked' | 'answered' | 'reading'): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: who().token, cookie: who().cookie, 'x-requested-with': 'XMLHttpRequest' }
    const call = get(`${portal.url}/api/v1${path()}`, { headers }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`))
      if (when === 'answered') call.destroy()
      answer.on('error', () => {})
      answer.once('data', () => call.destroy())
    })
    call.on('error', () => {})
    call.once('close', resolve)
    if (when === 'asked')
      call.once('socket', socket => socket.once('connect', () => setTimeout(() => call.destroy(), 3)))
  })
}

test.each(readings)(
  'ASVS 1.4.3: a caller that leaves %s keeps no file open and no reading under way',
  async (_name, reading) => {
    for (const when of ['asked', 'answered', 'reading'] as const) {
      await Promise.all(Array.from({ length: 5 }, () => goAway(reading, when)))
      await expect.poll(() => storedFilesOpen(portal.app), { timeout: 10_000 }).toBe(0)
    }
    // And no file access that a later start would report as interrupted.
    const underWay = () => portal.app.db.selectFrom('reading_under_way').select('id').execute()
    await expect.poll(underWay, { timeout: 10_000 }).toEqual([])
  },
)

const noted = (after: number) =>
  portal.app.db
    .selectFrom('trail')
    .select(['number', 'event', 'object_id as object', 'data'])
    .where('number', '>', after)
    .where('event', 'like', 'document.read%')
    .orderBy('number')
    .execute()

test('D40: a partial reading is recorded as partial, and does not count as a reading', async () => {
  const { max } = await portal.app.db
    .selectFrom('trail')
    .select(eb => eb.fn.max('number').as('max'))
    .executeTakeFirstOrThrow()
  const read = () => portal.app.db.selectFrom('file_read').select('id').execute()
  const before = await read()
  for (const path of [`/documents/${document}/content`, `/documents/${document}`]) {
    await goAway({ who: () => cci, path: () => path }, 'reading')
  }
  await expect.poll(() => noted(max), { timeout: 10_000 }).toHaveLength(2)
  for (const entry of await noted(max)) {
    const data = { validationId: validation, file: 'largo.pdf', of: BYTES, bytes: expect.any(Number) }
    expect(entry).toMatchObject({ event: 'document.read-partly', object: document, data })
    expect(entry.data.bytes).toBeGreaterThan(0)
    expect(entry.data.bytes).toBeLessThan(BYTES)
  }
  expect(await read()).toEqual(before)
  const list = await cci.call(listFileAccesses, { params: { id: validation }, query: { size: 2 } })
  expect(list.body.content.map(({ partly, organisation }: FileAccessWire) => [partly, organisation])).toEqual([
    [true, 'CCI'],
    [true, 'CCI'],
  ])
  const { body } = await cci.call(readTimeline, { params: { kind: 'document', id: document }, query: { size: 2 } })
  expect(JSON.stringify(body)).toMatch(/leyó en parte \(hasta el \d+ %\) el documento/)

  const last = (await noted(max)).at(-1)!.number
  await fetch(`${portal.url}/api/v1/documents/${document}/content`, {
    headers: { authorization: cci.token, cookie: cci.cookie, 'x-requested-with': 'XMLHttpRequest' },
  }).then(answer => answer.arrayBuffer())
  expect((await noted(last)).map(({ event }) => event)).toEqual(['document.read'])
})
