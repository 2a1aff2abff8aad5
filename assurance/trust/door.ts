import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { LEAK } from '#assurance/trust/leak.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { fillPath } from '#domain/contract/contract.ts'

/* A page scanner knows links and forms, not an API: this proxy shows each call as a form and translates submissions. */

/** A call as a form: its field values before the scanner changes one. */
export type DoorCall = Pick<Contract, 'name' | 'method' | 'path' | 'encoding' | 'files'> & {
  input: { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
}

/** The headers of every call: the session keys, as the browser sends them. */
export type Keys = { token: string; csrf: string; cookie: string }

export type Door = {
  url: string
  /** How often each call was made, and how often it was admitted. */
  asked: Map<string, { times: number; letIn: number }>
  /** Forbidden answers, the first of each kind per call. */
  failures: Set<string>
  close(): void
}

const escaped = (value: unknown) =>
  String(value).replace(/[&<>"]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]!)

/** Every value of a body by its path: `b.contactDetails.email`. */
function leaves(value: unknown, way: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[way, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${way}.${name}`))
}

function fieldsOf({ input, files }: DoorCall): [string, unknown][] {
  return [
    ...Object.entries(input.params).map(([name, value]): [string, unknown] => [`p.${name}`, value]),
    ...Object.entries(input.query).map(([name, value]): [string, unknown] => [`q.${name}`, value]),
    ...(input.body === undefined ? [] : leaves(input.body, 'b')),
    ...Object.keys(files ?? {}).map((name): [string, unknown] => [`f.${name}`, null]),
  ].filter(([, value]) => value !== undefined) as [string, unknown][]
}

function formOf(call: DoorCall): string {
  const inputs = fieldsOf(call).map(([name, value]) =>
    name.startsWith('f.')
      ? `<input type="file" name="${escaped(name)}">`
      : `<input type="hidden" name="${escaped(name)}" value="${escaped(value ?? '')}">`,
  )
  const form = call.method === 'GET' ? 'method="get"' : 'method="post"'
  const type = call.encoding === 'multipart' ? ' enctype="multipart/form-data"' : ''
  return `<form ${form}${type} action="/door/${call.name}">${inputs.join('')}</form>`
}

/** Answers are cut to this size: guessing the letters of an archive takes a scanner minutes, each time. */
const MOST_BYTES = 16_384
const legible = (headers: OutgoingHttpHeaders, body: Buffer) =>
  /text|json|xml/.test(`${headers['content-type']}`) ? body.subarray(0, MOST_BYTES) : ''

type Sent = { path: string; body?: string | Uint8Array; type?: string }

/** The call of a submitted form: the call's own input, with the scanner's change inserted as text. */
async function madeOf(call: DoorCall, form: FormData, file: Uint8Array): Promise<Sent> {
  const { params, query, body } = structuredClone(call.input)
  const was = new Map(fieldsOf(call))
  const parts: [string, File][] = []
  const all = { p: params, q: query, b: body } as Record<string, unknown>
  for (const [name, value] of form) {
    if (typeof value !== 'string') parts.push([name.slice(2), value])
    else if (!was.has(name)) query[name] = value
    else if (String(was.get(name) ?? '') !== value) put(all, name.split('.'), value)
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const path = `/api/v1${fillPath(call.path, params)}${search.size ? `?${search}` : ''}`
  if (call.method === 'GET') return { path }
  if (call.encoding === 'multipart') return { path, ...(await multipartOf(all.b, parts, file)) }
  if (call.encoding === 'form') {
    const fields = String(new URLSearchParams((all.b ?? {}) as Record<string, string>))
    return { path, body: fields, type: 'application/x-www-form-urlencoded' }
  }
  return all.b === undefined ? { path } : { path, body: JSON.stringify(all.b), type: 'application/json' }
}

function put(into: Record<string, unknown>, [name = '', ...more]: string[], value: string): void {
  if (more.length === 0) into[name] = value
  else put(into[name] as Record<string, unknown>, more, value)
}

async function multipartOf(body: unknown, parts: [string, File][], file: Uint8Array): Promise<Omit<Sent, 'path'>> {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as object)) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  for (const [name, part] of parts) {
    const content = Buffer.from(await part.arrayBuffer())
    // The harmless content that the scanner sends is not a valid file for the call.
    form.append(name, new Blob([String(content) === 'GIF89a' ? (file as BlobPart) : content]), part.name)
  }
  const made = new Response(form)
  return { body: new Uint8Array(await made.arrayBuffer()), type: made.headers.get('content-type')! }
}

/**
 * Starts the proxy before a server. `/door/` lists its calls as forms; other requests pass through. `enter` signs in,
 * again where a call ended the session. `file` replaces the scanner's own harmless file.
 */
export async function openDoor(
  target: string,
  calls: readonly DoorCall[],
  enter: () => Promise<Keys>,
  file: Uint8Array,
): Promise<Door> {
  const byName = new Map(calls.map(call => [call.name, call]))
  const asked = new Map(calls.map(({ name }) => [name, { times: 0, letIn: 0 }]))
  const failures = new Set<string>()
  let keys = await enter()

  async function relay(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://door')
    if (url.pathname === '/door/') {
      answer.setHeader('content-type', 'text/html').end(`<html><body>${calls.map(formOf).join('\n')}</body></html>`)
      return
    }
    const call = byName.get(url.pathname.slice('/door/'.length))
    // A built file ignores its query.
    if (!call && /^\/(door|assets)\//.test(url.pathname)) {
      answer.writeHead(404).end()
      return
    }
    const sent = call ? await sentOf(call, request, url) : { path: request.url ?? '/', method: request.method ?? 'GET' }
    let got = await ask(sent, request)
    if (got.status === 401 && got.body.includes('"noSession"')) {
      keys = await enter()
      got = await ask(sent, request)
    }
    note(call?.name ?? sent.path, got)
    // The portal's token is a header; a scanner looks for it in the answer of a form.
    const csrf = call && call.method !== 'GET' ? { 'x-csrf-token': keys.csrf } : {}
    const { 'content-length': _length, ...headers } = got.headers
    answer.writeHead(got.status, { ...headers, ...csrf }).end(legible(got.headers, got.body))
  }

  async function sentOf(call: DoorCall, request: IncomingMessage, url: URL): Promise<Sent & { method: string }> {
    const own = call.method === 'GET' ? 'GET' : 'POST'
    const method = request.method === own ? call.method : request.method!
    const type = request.headers['content-type'] ?? ''
    if (request.method === 'POST' && !/^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type)) {
      const { path } = await madeOf(call, new FormData(), file)
      return { path, method, body: await text(request), type }
    }
    const form = new FormData()
    for (const [name, value] of url.searchParams) form.append(name, value)
    if (request.method === 'POST') {
      const body = new Response(new Uint8Array(await buffer(request)), { headers: { 'content-type': type } })
      const sent = await body.formData().catch(() => new FormData())
      for (const [name, value] of sent) form.append(name, value)
    }
    return { ...(await madeOf(call, form, file)), method }
  }

  async function ask({ path, body, type, method }: Sent & { method: string }, { headers }: IncomingMessage) {
    const { host, connection, 'content-length': _l, 'content-type': _t, 'transfer-encoding': _e, ...own } = headers
    const request = send(target, {
      path,
      method,
      headers: {
        ...own,
        'accept-encoding': 'identity',
        'x-requested-with': 'XMLHttpRequest',
        'x-csrf-token': headers['x-csrf-token'] ?? keys.csrf,
        authorization: keys.token,
        cookie: headers.cookie ?? keys.cookie,
        ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
      },
    })
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const { 'transfer-encoding': _te, connection: _c, 'keep-alive': _k, ...kept } = response.headers
    return { status: response.statusCode!, headers: kept as OutgoingHttpHeaders, body: await buffer(response) }
  }

  function note(name: string, { status, body }: { status: number; body: Buffer }): void {
    const count = asked.get(name)
    if (count) {
      count.times++
      if (status < 300) count.letIn++
    }
    const said = status >= 400 ? body.toString() : ''
    if (status >= 500) failures.add(`${name}: ${status}`)
    if (status === 429) failures.add(`${name}: 429, where nothing can be found`)
    if (LEAK.test(said)) failures.add(`${name}: ${status} says ${LEAK.exec(said)![0]}`)
  }

  const server = createServer((request, answer) => {
    relay(request, answer).catch(error => {
      failures.add(`${request.url}: ${error}`)
      answer.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, failures, close: () => server.close() }
}
