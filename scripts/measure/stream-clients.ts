/** The browsers of `npm run measure -- streams`, in a process of their own. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { openStream } from '#domain/notification/stream/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'

export type Order =
  | { open: string; tokens: string[] }
  | { load: string; token: string; seconds: number }
  | { heard: true }
export type Loaded = { p50: number; p99: number; answers: number; heard: number }

/** How many connections are opened, and calls made, at once. */
const AT_ONCE = 50
const CALLERS = 4

let heard = 0

async function openOne(url: URL, token: string): Promise<void> {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {})
  socket.write(`GET /api/v1${openStream.path} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: ${token}\r\n\r\n`)
  const [first] = await once(socket, 'data')
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(String(first))
  socket.on('data', data => {
    if (String(data).includes('data:')) heard++
  })
}

async function openAll(url: URL, tokens: readonly string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += AT_ONCE) {
    await Promise.all(tokens.slice(from, from + AT_ONCE).map(token => openOne(url, token)))
  }
}

async function load(url: string, token: string, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000
  const delays: number[] = []
  const caller = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      const answer = await fetch(`${url}/api/v1${listUses.path}`, { headers: { authorization: token } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The list answered ${answer.status}`)
      delays.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return delays.toSorted((a, b) => a - b)
}

async function obey(order: Order): Promise<Loaded> {
  if ('open' in order) await openAll(new URL(order.open), order.tokens)
  const delays = 'load' in order ? await load(order.load, order.token, order.seconds) : []
  const at = (share: number) => Number((delays[Math.floor(delays.length * share)] ?? 0).toFixed(1))
  return { p50: at(0.5), p99: at(0.99), answers: delays.length, heard }
}

process.on('message', (order: Order) => void obey(order).then(answer => process.send?.(answer)))
