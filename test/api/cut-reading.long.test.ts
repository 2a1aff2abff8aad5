import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileAccessWire } from '#domain/audit-log/contract.ts'
import { listFileAccesses, readTimeline } from '#domain/audit-log/contract.ts'
import { documentsOf, ownDocumentation, pdf, read, upload } from '#test/support/documents.ts'
import type { Caller } from '#test/support/portal.ts'
import { callerOf, PASSWORD } from '#test/support/portal.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/* D40: a download is in the audit log even if the portal dies before it can record the end. */

/** More than the socket buffers of both ends. */
const BYTES = 20_000_000

let dataDir: string
let portal: PortalProcess
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almotacen-cut-reading-'))
  portal = await startProcess(dataDir)
})
afterAll(async () => {
  await portal.kill('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

async function signIn(name: string): Promise<Caller> {
  const anonymous = callerOf(portal.url, { token: '', csrf: 'antes-de-entrar', cookie: '' })
  const body = JSON.stringify({ email: `${name}@almotacen.example`, password: PASSWORD })
  const answer = await anonymous.fetch('POST', '/login', { body })
  const caller = callerOf(portal.url, {
    token: answer.headers.get('authorization')!,
    csrf: answer.headers.get('x-csrf-token')!,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
  })
  caller.me = answer.body as Caller['me']
  return caller
}

/** Reads the first part of a file and leaves the rest waiting. */
const takeFirstPart = ({ token, cookie }: Caller, id: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: token, cookie, 'x-requested-with': 'XMLHttpRequest' }
    const call = get(`${portal.url}/api/v1/documents/${id}/content`, { headers }, (answer: IncomingMessage) => {
      answer.on('error', () => {})
      answer.once('readable', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))))
    })
    call.on('error', reject)
  })

test('the next start records a reading that kill -9 cut, and not one that ended', async () => {
  const provider = await signIn('proveedor')
  const validation = (await ownDocumentation(provider)).id
  const name = Object.keys(await documentsOf(provider, validation))[0]!
  const file = { name: 'largo.pdf', content: pdf('largo').content.padEnd(BYTES) }
  const { id } = (await upload(provider, validation, name, file)).body as { id: string }
  let cci = await signIn('cci')
  const readings = async () => {
    const { body } = await cci.call(listFileAccesses, { params: { id: validation }, query: { size: 5 } })
    const ofIt = (body.content as FileAccessWire[]).filter(({ fileName }) => fileName === file.name)
    return ofIt.map(({ partly, person }) => `${partly ? 'partly' : 'whole'}, ${person}`)
  }
  expect((await read(cci, id)).status).toBe(200)
  await takeFirstPart(cci, id)
  await portal.kill('SIGKILL')

  portal = await startProcess(dataDir)
  cci = await signIn('cci')
  // It may belong to another portal that still runs.
  expect(await readings()).toEqual(['whole, Marta Olmedo Rivas'])
  await portal.kill('SIGTERM')
  portal = await startProcess(dataDir, { CLOCK_OFFSET: '25m' })
  cci = await signIn('cci')
  await expect.poll(readings, { timeout: 10_000 }).toEqual(['partly, Marta Olmedo Rivas', 'whole, Marta Olmedo Rivas'])
  const { body } = await cci.call(readTimeline, { params: { kind: 'document', id }, query: { size: 2 } })
  expect(JSON.stringify(body)).toContain(
    'Marta Olmedo Rivas (CCI) leyó en parte (hasta donde llegó antes de que el portal se interrumpiera) el documento',
  )
}, 90_000)
