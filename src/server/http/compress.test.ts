import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMe } from '#domain/identity/session/contract.ts'
import { listInvitations } from '#domain/invitation/contract.ts'
import { packingFor } from '#server/http/compress.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let portal: TestPortal
let cci: Caller

beforeAll(async () => {
  portal = await startTestPortal()
  cci = await portal.signIn('cci@almotacen.example')
})
afterAll(() => portal.stop())

/** The answer as it is on the line. */
function rawAnswer(path: string, accepted?: string) {
  const headers = { authorization: cci.token, ...(accepted ? { 'accept-encoding': accepted } : {}) }
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    request(`${portal.url}${path}`, { headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }))
    })
      .on('error', reject)
      .end()
  })
}

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['gzip;q=0.000', null],
  ['brx', null],
])('a caller that takes %s gets %s', (accepted, packing) => {
  expect(packingFor(accepted)).toBe(packing)
})

test('a compressed answer to a read is the same after decompression', async () => {
  const path = `/api/v1${listInvitations.path}?size=100`
  const plain = await rawAnswer(path)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.bytes.length).toBeGreaterThan(1024)
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [packing, unpack] of Object.entries(unpacked)) {
    const { headers, bytes } = await rawAnswer(path, packing)
    expect(headers).toMatchObject({ 'content-encoding': packing, vary: 'accept-encoding', 'cache-control': 'no-store' })
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(unpack(bytes).toString()).toBe(plain.bytes.toString())
  }
})

test('answers with a secret and short answers are not compressed', async () => {
  const me = await rawAnswer(`/api/v1${readMe.path}`, 'br')
  expect(me.headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(me.bytes.toString()).draftKey).toHaveLength(32)
  const problem = await rawAnswer('/api/v1/no-existe', 'br')
  expect(problem.headers['content-encoding']).toBeUndefined()
})
