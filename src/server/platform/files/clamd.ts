import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { DomainError } from '#domain/contract/domain-error.ts'
import { within } from '#server/platform/outgoing/deadline.ts'

/** A scanner's verdict: clean, or the signature that it found. */
export type Verdict = { clean: true } | { clean: false; signature: string }

export type Scanner = {
  /** @throws DomainError scannerDown when there is no verdict, fileUnscannable when the scanner rejects the file. */
  scan(content: Readable): Promise<Verdict>
}

/** The address of clamd: a socket path, or 'host:port'. */
export type ClamdAddress = { path: string } | { host: string; port: number }

/** Parses '/run/clamav/clamd.ctl' or 'clamd.example:3310'; null when it is neither. */
export function clamdAddress(text: string): ClamdAddress | null {
  if (text.startsWith('/')) return { path: text }
  const [, host, port] = /^([^:]+):(\d{1,5})$/.exec(text) ?? []
  return host === undefined ? null : { host, port: Number(port) }
}

const CLEAN = 'stream: OK'

/** How long clamd may take to take a piece, and to reply, in milliseconds. */
const PATIENCE_MS = 60_000

/**
 * Scans with ClamAV's daemon and its INSTREAM command: chunks with a length prefix, an empty chunk at the end, one line
 * as the reply. Any reply other than a plain verdict is an error.
 */
export function clamdScanner(address: ClamdAddress, patienceMs = PATIENCE_MS): Scanner {
  return {
    async scan(content) {
      const reply = await converse(address, content, patienceMs).catch(error => {
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

async function converse(address: ClamdAddress, content: Readable, patienceMs: number): Promise<string> {
  const socket = connect(address)
  const write = (bytes: Buffer) => within(patienceMs, () => send(socket, bytes))
  const reply = replyOf(socket)
  let answered = false
  // Awaited below. Until then, a refused connection or an unreadable file must not be an unhandled rejection.
  reply
    .catch(() => {})
    .finally(() => {
      answered = true
    })
  content.on('error', () => {})
  try {
    await write(Buffer.from('zINSTREAM\0'))
    for await (const piece of content as AsyncIterable<Buffer>) {
      // clamd answers early when it refuses more data, and then stops reading.
      if (answered) return earlyWord(await reply)
      await write(lengthOf(piece.length))
      await write(piece)
    }
    if (answered) return earlyWord(await reply)
    await write(lengthOf(0)).catch(() => {})
    return await within(patienceMs, () => reply)
  } finally {
    socket.destroy()
    content.destroy()
  }
}

/** A file that was not read to its end cannot be clean. */
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
