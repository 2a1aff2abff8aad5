import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { DomainError } from '#domain/domain-error.ts'

/** What a scanner says of a file: nothing found, or what was found. */
export type Verdict = { clean: true } | { clean: false; signature: string }

export type Scanner = {
  /** @throws Refusal scannerDown when there is no verdict to be had, fileUnscannable when the scanner will not read it. */
  scan(content: Readable): Promise<Verdict>
}

/** Where clamd listens: a socket's path, or 'host:port'. */
export type ClamdAddress = { path: string } | { host: string; port: number }

/** '/run/clamav/clamd.ctl' or 'clamd.example:3310'; null when it is neither. */
export function clamdAddress(text: string): ClamdAddress | null {
  if (text.startsWith('/')) return { path: text }
  const match = /^([^:]+):(\d{1,5})$/.exec(text)
  return match ? { host: match[1]!, port: Number(match[2]) } : null
}

const CLEAN = 'stream: OK'

/** Silence longer than this is no verdict. */
const PATIENCE_MS = 60_000

/**
 * ClamAV's daemon by its INSTREAM command: pieces with their length before them, an empty piece at the end, one line back.
 * Whatever is not a plain verdict is none.
 */
export function clamdScanner(address: ClamdAddress): Scanner {
  return {
    async scan(content) {
      const reply = await converse(address, content).catch(error => {
        if (error instanceof DomainError) throw error
        throw new DomainError('scannerDown')
      })
      if (reply === CLEAN) return { clean: true }
      const found = /^stream: (.+) FOUND$/.exec(reply)?.[1]
      if (found) return { clean: false, signature: found }
      throw new DomainError(/size limit/i.test(reply) ? 'fileUnscannable' : 'scannerDown')
    },
  }
}

async function converse(address: ClamdAddress, content: Readable): Promise<string> {
  const socket = connect(address)
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('clamd is silent')))
  const reply = replyOf(socket)
  let answered = false
  // Awaited below; until then neither a refusal to connect nor a file that cannot be read must count as nobody's.
  reply
    .catch(() => {})
    .finally(() => {
      answered = true
    })
  content.on('error', () => {})
  try {
    await send(socket, Buffer.from('zINSTREAM\0'))
    for await (const piece of content as AsyncIterable<Buffer>) {
      // It answers before the end when it has had enough; then nobody reads on.
      if (answered) return earlyWord(await reply)
      await send(socket, lengthOf(piece.length))
      await send(socket, piece)
    }
    if (answered) return earlyWord(await reply)
    await send(socket, lengthOf(0)).catch(() => {})
    return await reply
  } finally {
    socket.destroy()
    content.destroy()
  }
}

/** Of what it has not read to the end nobody can say that there is nothing in it. */
function earlyWord(reply: string): string {
  if (reply === CLEAN) throw new Error('clamd finds a file clean before it has it')
  return reply
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, error => (error ? reject(error) : resolve())))
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', chunk => {
      text += chunk.toString('utf8')
      const end = text.indexOf('\0')
      if (end >= 0 && end < text.length - 1) reject(new Error('clamd says two things of one file'))
      else if (end >= 0 || text.length > 10_000) resolve(text.replace('\0', ''))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd closed without a verdict')))
  })
}
