import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import type { TLSSocket } from 'node:tls'

type Asked = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** The length that is announced; nothing is sent. */
  declared?: number
  newest?: 'TLSv1.1'
}

/** From another address of this machine than the proxy's, so that the two can be told apart. */
const options = (port: number): RequestOptions => ({
  host: '127.0.0.1',
  localAddress: '127.0.0.5',
  port,
  servername: 'portal.example',
  rejectUnauthorized: false,
  agent: false,
})

export async function ask(port: number, { method = 'GET', path, headers = {}, body, declared, newest }: Asked) {
  const length = declared === undefined ? {} : { 'content-length': String(declared) }
  // OpenSSL speaks an old version only at its lowest level of security.
  const old = newest ? ({ maxVersion: newest, minVersion: newest, ciphers: 'DEFAULT@SECLEVEL=0' } as const) : {}
  const all = { host: 'portal.example', ...headers, ...length }
  const call = request({ ...options(port), ...old, method, path, headers: all })
  // A refused body ends the connection.
  if (declared === undefined) call.end(body)
  else call.flushHeaders()
  const [answer] = await once(call, 'response')
  const protocol = (answer.socket as TLSSocket).getProtocol()
  const { statusCode: status, rawHeaders: raw, headers: received } = answer as IncomingMessage & { statusCode: number }
  answer.resume()
  if (declared === undefined) await once(answer, 'end')
  else call.destroy()
  return { status, protocol, raw, token: String(received.authorization) }
}

/** Reads a stream of events. @returns how many pieces came, and over how many milliseconds */
export async function streamed(port: number): Promise<{ events: number; spread: number }> {
  const call = request({ ...options(port), path: '/events' }).end()
  const [answer] = await once(call, 'response')
  const times: number[] = []
  answer.on('data', () => times.push(performance.now()))
  await once(answer, 'end')
  return { events: times.length, spread: Math.round(times.at(-1)! - times[0]!) }
}

/** Sends a body in two halves, the second half a second later. */
export async function sendSlowly(port: number, bytes: number): Promise<void> {
  const headers = { host: 'portal.example', 'content-length': String(bytes), 'x-forwarded-for': '203.0.113.9' }
  const call = request({ ...options(port), method: 'POST', path: '/upload', headers })
  call.write(Buffer.alloc(bytes / 2))
  setTimeout(() => call.end(Buffer.alloc(bytes / 2)), 500)
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
}

/** Opens an answer that does not end. @returns its status and its first bytes */
export async function opened(port: number, path: string, headers: Record<string, string>) {
  const call = request({ ...options(port), path, headers: { host: 'portal.example', ...headers } }).end()
  const [answer] = await once(call, 'response')
  const [first] = await once(answer, 'data', { signal: AbortSignal.timeout(10_000) })
  call.on('error', () => {})
  call.destroy()
  return { status: answer.statusCode as number, first: String(first) }
}
