import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#domain/notification/contract.ts'
import { openApp } from '#server/app/app-start.ts'
import { keepFile } from '#server/operation/files/keep.ts'
import { clamdAddress } from '#server/platform/files/clamd.ts'
import { folderStore } from '#server/platform/files/local/folder-store.ts'
import { EICAR, scriptedScanner } from '#test/support/clamd.ts'
import { documentsOf, ownDocumentation, pdf, read, upload } from '#test/support/documents.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { filesOnDisk } from '#test/support/stored-files.ts'

let scanner: Awaited<ReturnType<typeof scriptedScanner>>
let portal: TestPortal
let provider: Caller
let cci: Caller
let validationId: string

const NAME = 'Escritura de constitución'
const infected = { name: 'virus.pdf', content: pdfAround(EICAR) }
const stored = () => portal.app.db.selectFrom('document_version').select('id').execute()

beforeAll(async () => {
  scanner = await scriptedScanner()
  portal = await startTestPortal({ environment: { CLAMD: scanner.address, QUOTA_MB: '1' } })
  provider = await portal.signIn('proveedor@almotacen.example')
  cci = await portal.signIn('cci@almotacen.example')
  validationId = (await ownDocumentation(provider)).id
})
afterAll(async () => {
  await portal.stop()
  await scanner.stop()
})

test('a clean file is scanned once, when it comes in', async () => {
  const before = scanner.scans()
  expect((await upload(provider, validationId, NAME, pdf('limpio'))).status).toBe(201)
  expect(scanner.scans()).toBe(before + 1)
  const { [NAME]: document } = await documentsOf(provider, validationId)
  expect((await read(provider, document!.id!)).status).toBe(200)
  expect(scanner.scans()).toBe(before + 1)
})

test('an infected file is refused and not stored, and CCI is notified once', async () => {
  const onDisk = filesOnDisk(portal.app)
  const before = await stored()
  for (let i = 0; i < 2; i++) {
    const refused = await upload(provider, validationId, NAME, infected)
    expect(refused.status).toBe(415)
    expect(refused.problem.code).toBe('fileInfected')
  }
  expect(await stored()).toEqual(before)
  expect(filesOnDisk(portal.app)).toEqual(onDisk)
  const { body } = await cci.call(listNotifications, { query: { size: 50 } })
  const told = body.content.filter((each: { message: string }) => each.message.includes('Eicar-Test'))
  expect(told).toHaveLength(1)
  const trail = await portal.app.db.selectFrom('trail').select('data').where('event', '=', 'file.infected').execute()
  expect(trail).toEqual([{ data: { reason: 'Eicar-Test' } }])
})

test.each([
  ['drops', 503, 'scannerDown'],
  ['rambles', 503, 'scannerDown'],
  ['refuses size', 413, 'fileUnscannable'],
] as const)(
  'a scanner that %s lets nothing in and nothing out that has no verdict',
  async (behaviour, status, code) => {
    const { [NAME]: document } = await documentsOf(provider, validationId)
    const before = await stored()
    const verdicts = await portal.app.db
      .deleteFrom('file_verdict')
      .where('signature', 'is', null)
      .returningAll()
      .execute()
    scanner.behave(behaviour)
    try {
      for (const answer of [
        await upload(provider, validationId, NAME, pdf(behaviour)),
        await read(provider, document!.id!),
      ]) {
        expect(answer.status).toBe(status)
        expect(answer.problem.code).toBe(code)
        expect(answer.headers.get('retry-after')).toBe(status === 503 ? '2' : null)
      }
      expect(await stored()).toEqual(before)
    } finally {
      scanner.behave('scans')
      await portal.app.db.insertInto('file_verdict').values(verdicts).execute()
    }
  },
)

test('a file that came before there was a scanner is scanned before it is first given out', async () => {
  const { [NAME]: document } = await documentsOf(provider, validationId)
  const plain = await folderStore(`${portal.app.settings.dataDir}/files`)
  const file = await plain.receive(Readable.from([Buffer.from(infected.content)]), 'viejo.pdf', 1e6)
  await keepFile({ db: portal.app.db, now: portal.clock.now(), actor: null, quotaBytes: 0 }, file)
  await portal.app.db.deleteFrom('file_verdict').where('sha256', '=', file.sha256).execute()
  await portal.app.db
    .updateTable('document_version')
    .set({ sha256: file.sha256 })
    .where('id', '=', document!.file!)
    .execute()
  const answer = await read(provider, document!.id!)
  expect(answer.status).toBe(415)
  expect(JSON.stringify(answer.body)).not.toContain('EICAR')
})

test('a participant that has used up its space is refused, and others are not', async () => {
  const large = () => ({ name: 'grande.pdf', content: pdfAround(String(Math.random()).repeat(40_000)) })
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push((await upload(provider, validationId, NAME, large())).status)
  expect(statuses.at(-1)).toBe(413)
  expect((await upload(provider, validationId, NAME, large())).problem.code).toBe('quotaExceeded')
  const other = await portal.signIn('cantera@almotacen.example')
  expect((await upload(other, (await ownDocumentation(other)).id, NAME, pdf('otro'))).status).toBe(201)
  expect((await upload(cci, validationId, NAME, pdf('del centro'))).status).toBe(201)
})

test.each([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['scanner.example:3310', { host: 'scanner.example', port: 3310 }],
  ['scanner.example', null],
])('the address %s reads %j', (text, address) => {
  expect(clamdAddress(text)).toEqual(address)
})

test('the portal starts while its scanner is down', async () => {
  const { settings } = portal.app
  const running = await openApp({ ...settings, clamd: { host: '127.0.0.1', port: 1 } }, portal.app.pool.options, {
    autoMail: false,
    poolSize: 2,
  })
  await running.stop()
})
