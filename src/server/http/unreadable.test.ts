import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadDocument } from '#domain/document/contract.ts'
import { signIn } from '#domain/identity/session/contract.ts'
import { ownDocumentation } from '#test/support/documents.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

/* Requests that two parsers could read differently, or that break off. */

let portal: TestPortal
let caller: Caller
let validationId: string
beforeAll(async () => {
  portal = await startTestPortal()
  caller = await portal.signIn('borrador@almotacen.example')
  validationId = (await ownDocumentation(caller)).id
})
afterAll(() => portal.stop())

const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name = 'file') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n${pdfAround('')}\r\n`
const END = '--x--\r\n'
const document = (more = '') =>
  field('document', `{"validationId":"${validationId}","documentCatalogName":"Escritura de constitución"${more}}`)

const send = (body: string, type = 'multipart/form-data; boundary=x') =>
  caller.fetch('POST', uploadDocument.path, { body, headers: { 'content-type': type } })

test('DOC-01: the parts that the refused calls below are made of are an upload', async () => {
  expect((await send(document() + file() + END)).status).toBe(201)
})

const refused: [what: string, parts: () => string, code: string][] = [
  ['a field twice', () => document() + document() + file() + END, 'invalid'],
  ['a key of a field twice', () => document(',"documentCatalogName":"Otra"') + file() + END, 'invalid'],
  ['a field that is no JSON', () => field('document', '{"validationId"') + file() + END, 'invalid'],
  ['a file twice', () => document() + file() + file() + END, 'invalid'],
  ['an unknown file', () => document() + file('otro') + END, 'unknownField'],
  ['no file', () => document() + END, 'fileMissing'],
  [
    'more fields than any call has',
    () => Array.from({ length: 60 }, (_, index) => field(`a${index}`, 'b')).join('') + END,
    'invalid',
  ],
  ['an end that is missing', () => document() + file(), 'uploadCut'],
  ['a boundary that never comes', () => 'nada', 'uploadCut'],
]

describe('DOC-01: an upload', () => {
  test.each(refused)('with %s is refused, and nothing is kept', async (_what, parts, code) => {
    const versions = () => portal.app.db.selectFrom('document_version').select('id').execute()
    const before = (await versions()).length
    const { status, problem } = await send(parts())
    expect([Math.floor(status / 100), problem.code]).toEqual([4, code])
    expect((await versions()).length).toBe(before)
  })

  test('of another type is refused', async () => {
    expect((await send('{}', 'application/json')).problem.code).toBe('invalid')
  })

  test.each([
    ['none', ''],
    ['an empty one', '; boundary='],
    ['one of two quotation marks', '; boundary=""'],
    ['one that is too long to look for', `; boundary=${'x'.repeat(300)}`],
  ])('with %s as the boundary in its type is refused', async (_what, parameter) => {
    const { status, problem } = await send(document() + file() + END, `multipart/form-data${parameter}`)
    expect([Math.floor(status / 100), problem.code]).toEqual([4, expect.stringMatching(/^(invalid|uploadCut)$/)])
    expect(problem.detail).toMatch(/\.$/)
  })
})

test('D19: a write that lacks the header altogether is refused, signed in or not', async () => {
  const body = JSON.stringify({ email: 'cci@almotacen.example', password: PASSWORD })
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
  const answer = await fetch(`${portal.url}/api/v1${signIn.path}`, { method: 'POST', body, headers })
  expect([answer.status, (await answer.json()).code]).toEqual([403, 'headersMissing'])
})

describe('a body', () => {
  const enter = (body: BodyInit, more: Record<string, string> = {}) =>
    portal.anonymous.fetch('POST', signIn.path, { body, headers: { 'content-type': 'application/json', ...more } })
  const signingIn = (email: string) => Buffer.from(JSON.stringify({ email, password: PASSWORD }), 'latin1')

  test('in another encoding than UTF-8 is refused, not misread', async () => {
    const { status, problem } = await enter(signingIn('ci\u00ed@almotacen.example'))
    expect([status, problem.code]).toEqual([400, 'invalid'])
    expect((await enter(signingIn('cci@almotacen.example'))).status).toBe(200)
  })

  test('a packed body is refused, and an unpacked one is read', async () => {
    const packed = await enter(signingIn('cci@almotacen.example'), { 'content-encoding': 'gzip' })
    expect([packed.status, packed.problem.code]).toEqual([415, 'packed'])
    expect((await enter(signingIn('cci@almotacen.example'), { 'content-encoding': 'identity' })).status).toBe(200)
  })
})
