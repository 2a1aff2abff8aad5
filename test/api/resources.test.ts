import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadDocument } from '#domain/document/contract.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { filesOnDisk } from '#test/support/stored-files.ts'

/* Resources are released, and limited. */

let portal: TestPortal
let cci: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

/** An upload that the client aborts half-way. */
async function breakOff(): Promise<void> {
  const { hostname, port } = new URL(portal.url)
  const socket = connect(Number(port), hostname)
  await new Promise<void>(resolve => socket.once('connect', () => resolve()))
  socket.write(
    `${uploadDocument.method} /api/v1${uploadDocument.path} HTTP/1.1\r\nhost: x\r\nauthorization: ${cci.token}\r\n` +
      `x-csrf-token: ${cci.csrf}\r\nx-requested-with: x\r\ncontent-length: 900000\r\n` +
      'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; ' +
      `filename="a.pdf"\r\n\r\n%PDF-1.7\n${'x'.repeat(20_000)}`,
  )
  await new Promise(resolve => setTimeout(resolve, 30))
  socket.destroy()
}

test('ASVS 5.2.1 5.2.4: a call refused after its file arrived leaves nothing of it on the disk', async () => {
  const provider = await portal.signIn('borrador@almotacen.example')
  const { id } = await ownDocumentation(provider)
  const other = await portal.signIn('cantera@almotacen.example')
  const [name = ''] = Object.keys(await documentsOf(provider, id))
  const before = filesOnDisk(portal.app)
  const twice = new FormData()
  twice.set('document', JSON.stringify({ validationId: id, documentCatalogName: name }))
  for (const text of ['uno', 'dos', 'tres']) twice.append('file', new Blob([pdf(text).content]), `${text}.pdf`)
  const refused = [
    await upload(provider, id, 'Documento inventado'),
    await upload(provider, (await ownDocumentation(other)).id, name),
    await upload(provider, id, name, undefined, { color: 'rojo' }),
    await provider.fetch('POST', '/documents', { body: twice }),
    await upload(provider, id, name, { name: 'pagina.pdf', content: '<html></html>' }),
  ]
  expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual([
    [400, 'unknownDocument'],
    [404, 'notFound'],
    [400, 'unknownField'],
    [400, 'invalid'],
    [415, 'fileType'],
  ])
  expect(filesOnDisk(portal.app)).toEqual(before)
  expect((await upload(provider, id, name)).status).toBe(201)
  expect(filesOnDisk(portal.app)).toHaveLength(before.length + 1)
})

test('the fields of an upload hold no more than a body of JSON', async () => {
  const form = new FormData()
  for (let n = 0; n < 20; n++) form.set(`campo${n}`, 'x'.repeat(60_000))
  const { status, problem } = await cci.fetch('POST', '/documents', { body: form })
  expect([status, problem.code]).toEqual([400, 'invalid'])
})

test('ASVS 5.2.4: past its quota a participant takes no more room', async () => {
  const small = await startTestPortal({ environment: { QUOTA_MB: '1' } })
  const provider = await small.signIn('borrador@almotacen.example')
  const { id } = await ownDocumentation(provider)
  const [name = ''] = Object.keys(await documentsOf(provider, id))
  const before = filesOnDisk(small.app)
  for (let n = 0; n < 3; n++) {
    const answer = await upload(provider, id, name, { name: 'g.pdf', content: pdf(`g ${n}`).content.padEnd(1_100_000) })
    expect([answer.status, answer.problem.code]).toEqual([413, 'quotaExceeded'])
  }
  expect(filesOnDisk(small.app)).toEqual(before)
  // Each alone is within the quota when it arrives.
  const beside = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      upload(provider, id, name, { name: 'b.pdf', content: pdf(`b ${n}`).content.padEnd(400_000) }),
    ),
  )
  const codes = beside.map(({ status, problem }) => [status, problem.code])
  expect(codes.filter(([status]) => status === 201)).toHaveLength(2)
  expect(codes.filter(([status]) => status !== 201)).toEqual(Array(4).fill([413, 'quotaExceeded']))
  expect(filesOnDisk(small.app)).toHaveLength(before.length + 2)
  await small.stop()
})

const openFiles = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)

test('ASVS 1.4.3: uploads that break off and calls that are refused leave no open file and nothing on the disk', async () => {
  await breakOff()
  const before = openFiles()
  await Promise.all(Array.from({ length: 40 }, breakOff))
  for (let i = 0; i < 100; i++) await cci.fetch('GET', '/none')
  const incoming = join(portal.app.settings.dataDir, 'files/incoming')
  await expect.poll(() => readdirSync(incoming), { timeout: 10_000 }).toEqual([])
  // Includes the client's own keep-alive sockets.
  await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThan(before + 12)
  expect((await cci.call(readMe)).status).toBe(200)
})

test('ASVS 13.2.6: with every database connection taken, a call is refused within the documented time', async () => {
  const { pool } = portal.app
  const taken = await Promise.all(Array.from({ length: pool.options.max! }, () => pool.connect()))
  const started = performance.now()
  const answer = await cci.call(readMe)
  const waited = performance.now() - started
  for (const client of taken) client.release()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(waited).toBeGreaterThan(2000)
  expect(waited).toBeLessThan(8000)
  expect((await cci.call(readMe)).status).toBe(200)
})
