import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { DoorCall } from '#assurance/trust/door.ts'

/* A server with one of each flaw that wapiti detects: it runs no command and reads no file. */

const PASSWD = 'root:x:0:0:root:/root:/bin/bash\n'

type Asked = { url: URL; fields: Record<string, string>; body: string; request: IncomingMessage }

const notes: string[] = []

/** The resources below /api/v1, each as a call of the proxy. */
const flaws: Record<string, { path: string; fields: string[]; answer(asked: Asked, to: ServerResponse): unknown }> = {
  search: { path: '/search', fields: [], answer: ({ url }, to) => to.end(`<p>${url.searchParams.get('q')}</p>`) },
  go: {
    path: '/go',
    fields: [],
    answer: ({ url }, to) => to.writeHead(302, { location: encodeURI(url.searchParams.get('q')!) }).end(),
  },
  header: {
    path: '/header',
    fields: [],
    answer: ({ url }, to) => {
      if (/%0D%0Awapiti/i.test(url.searchParams.get('q')!)) to.setHeader('wapiti', '3')
      to.end()
    },
  },
  // Its name is part of the URL.
  read: {
    path: '/read/{name}',
    fields: [],
    answer: ({ url }, to) => to.end(/%2Fetc%2Fpasswd$/.test(url.pathname) ? PASSWD : 'nothing'),
  },
  notes: { path: '/notes', fields: [], answer: (_asked, to) => to.end(`<div>${notes.join('<br>')}</div>`) },
  write: {
    path: '/notes',
    fields: ['text'],
    answer: ({ fields }, to) => {
      notes.push(fields.text!)
      to.end('kept')
    },
  },
  rows: {
    path: '/rows',
    fields: ['key'],
    answer: ({ fields }, to) => to.end(fields.key!.includes("'") ? 'PG::SyntaxError: near "' : 'rows'),
  },
  run: {
    path: '/run',
    fields: ['name'],
    answer: ({ fields }, to) => to.end(/;env;/.test(fields.name!) ? 'PATH=/bin\nPWD=/' : 'done'),
  },
  fetch: {
    path: '/fetch',
    fields: ['address'],
    answer: async ({ fields }, to) => {
      if (fields.address!.startsWith('http://127.0.0.1:')) await fetch(fields.address!).catch(() => null)
      to.end('fetched')
    },
  },
  markup: {
    path: '/markup',
    fields: ['any'],
    answer: ({ body }, to) => to.end(body.includes('SYSTEM "file:///etc/passwd"') ? PASSWD : 'read'),
  },
  fragile: {
    path: '/fragile',
    fields: ['name'],
    answer: ({ fields }, to) => {
      if (/[('"]/.test(fields.name!)) to.statusCode = 500
      to.end('Error: x\n    at Object.run (/srv/app.ts:7:1)')
    },
  },
}

/** The lab's calls as the proxy shows them. */
export const labCalls: DoorCall[] = Object.entries(flaws).map(([name, { path, fields }]) => ({
  name: `lab.${name}`,
  method: fields.length > 0 ? 'POST' : 'GET',
  path,
  input: {
    params: path.includes('{') ? { name: 'one' } : {},
    query: /search|go|header/.test(path) ? { q: 'one' } : {},
    body: fields.length > 0 ? Object.fromEntries(fields.map(field => [field, 'one'])) : undefined,
  },
}))

/** Wapiti's names of the planted flaws. */
export const planted = [
  ...['Backup file', 'CRLF Injection', 'Command execution', 'Content Security Policy Configuration'],
  ...['Cross Site Request Forgery', 'Cross Site Scripting', 'HTTP Secure Headers', 'HttpOnly Flag cookie'],
  ...['Internal Server Error', 'Open Redirect', 'Path Traversal', 'SQL Injection', 'Secure Flag cookie'],
  ...['Server Side Request Forgery', 'XML External Entity'],
]
/** Flaws of a kind that another one implies in wapiti's reports. */
export const plantedToo = [/Permanent XSS/, /Shellshock/]
/** Their paths, for pages that are not calls. */
export const labPages = ['/', '/old.html', '/cgi']

async function answerPage(path: string, request: IncomingMessage, to: ServerResponse): Promise<void> {
  if (path === '/') to.setHeader('set-cookie', 'session=1').end('<p>A page</p>')
  else if (path === '/old.html' || path === '/old.html.bak') to.end('<p>Old</p>')
  else if (path === '/cgi') {
    const [, said] = /echo -e '([^']+)'/.exec(request.headers['user-agent'] ?? '') ?? []
    to.end(said?.replace(/\\x(..)/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) ?? 'cgi')
  } else to.writeHead(404).end()
}

export async function startLab(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, answer) => {
    const url = new URL(request.url ?? '/', 'http://lab')
    answer.setHeader('content-type', 'text/html')
    const body = await text(request)
    const flaw = Object.values(flaws).find(
      ({ path, fields }) =>
        `/api/v1${path}`.split('/{')[0] === url.pathname.split('/').slice(0, 4).join('/') &&
        (fields.length === 0) === (request.method === 'GET'),
    )
    if (!flaw) return answerPage(url.pathname, request, answer)
    const json = (request.headers['content-type'] ?? '').includes('json')
    const fields = json ? JSON.parse(body) : Object.fromEntries(flaw.fields.map(field => [field, '']))
    await flaw.answer({ url, fields, body, request }, answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** A request to the endpoint, with the request and parameter that caused it. */
type Hit = { kind: string; session: string; request: string; parameter: string; entry: object }

/** A stand-in for wapiti's endpoint on the Internet: reports the requests it received to wapiti. */
export async function startEndpoint(): Promise<{ url: string; close(): void }> {
  const hits: Hit[] = []
  const told = (kind: string, session: string | null) => {
    const own = hits.filter(hit => hit.kind === kind && hit.session === session)
    const byRequest = Map.groupBy(own, hit => hit.request)
    return Object.fromEntries(
      [...byRequest].map(([request, some]) => [
        request,
        Object.fromEntries([...Map.groupBy(some, hit => hit.parameter)].map(([name, all]) => [name, [all[0]!.entry]])),
      ]),
    )
  }
  const server = createServer(({ url = '/', method }, answer) => {
    const [, kind = '', session = '', request = '', parameter = ''] = url.split('/')
    const { pathname, searchParams } = new URL(url, 'http://endpoint')
    const id = searchParams.get('id')
    answer.setHeader('content-type', 'application/json')
    if (pathname === '/get_ssrf.php') return answer.end(JSON.stringify(told('ssrf', id)))
    if (pathname === '/get_xxe.php') return answer.end(JSON.stringify(told('dtd', id)))
    const entry = { url, method, date: '2026-11-21', ip: '127.0.0.1', size: 0, payload: 'linux' }
    if (kind === 'ssrf' || kind === 'dtd') hits.push({ kind, session, request, parameter, entry })
    // The content that a page with a remote inclusion would show.
    return answer.end('w4p1t1_cleartext')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}
