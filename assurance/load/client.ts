import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { PDF_HEAD, PDF_TAIL } from '#test/support/pdf.ts'

/** A caller: its session keys and user. */
export type Person = { userId: string; participantId: string; token: string; csrf: string }

/** A PDF to send, of the given size in bytes; the mark makes each one different. */
export type Sending = { mark: string; bytes: number }

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  /** The path below /api/v1. */
  path: string
  json?: unknown
  form?: Record<string, string>
  /** The parts of a multipart call; its file is generated while it is sent. */
  parts?: { fields: Record<string, string>; file: { name: string; content: string | Sending } }
  /** The local source address; users behind one address share its budget of wrong passwords. */
  from?: string
  /** The caller's time-out, in milliseconds. */
  patienceMs?: number
  /** Receives the body's chunks; the body is then not kept. */
  onBytes?: (chunk: Buffer) => void
}

export type Reply = { status: number; body: Buffer }

const PATIENCE_MS = 15_000
const BOUNDARY = 'almotacen-load'
const FILLER = Buffer.alloc(64 * 1024, ' ')

/** Connections to the portal, kept alive as a reverse proxy does. */
export class Client {
  readonly #agent: Agent

  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Makes one call and reads the whole answer. @throws a connection Error, or TimeoutError. */
  ask(url: string, person: Person | null, call: Call): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { headers, body } = bodyOf(call)
      const outgoing = request(
        `${url}/api/v1${call.path}`,
        {
          method: call.method,
          agent: this.#agent,
          localAddress: call.from,
          signal: AbortSignal.timeout(call.patienceMs ?? PATIENCE_MS),
          headers: {
            'x-requested-with': 'XMLHttpRequest',
            'x-csrf-token': person?.csrf ?? 'antes-de-entrar',
            ...(person ? { authorization: person.token } : {}),
            ...headers,
          },
        },
        answer => {
          const chunks: Buffer[] = []
          const keep = answer.statusCode! < 300 ? call.onBytes : undefined
          answer.on('data', keep ?? ((chunk: Buffer) => chunks.push(chunk)))
          answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(chunks) }))
          answer.on('error', reject)
          answer.on('aborted', () => reject(new Error('aborted')))
        },
      )
      outgoing.on('error', reject)
      if (body instanceof Readable) {
        body.on('error', reject)
        body.pipe(outgoing)
      } else outgoing.end(body)
    })
  }
}

function bodyOf({ json, form, parts }: Call): { headers: Record<string, string | number>; body?: Buffer | Readable } {
  if (parts) return multipartOf(parts)
  if (json === undefined && !form) return { headers: {} }
  const text = form ? new URLSearchParams(form).toString() : JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = Buffer.from(text)
  return { headers: { 'content-type': type, 'content-length': body.length }, body }
}

function multipartOf({ fields, file }: NonNullable<Call['parts']>) {
  const field = ([name, value]: [string, string]) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const before = Buffer.from(
    `${Object.entries(fields).map(field).join('')}--${BOUNDARY}\r\n` +
      `content-disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`,
  )
  const after = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  const size = typeof file.content === 'string' ? Buffer.byteLength(file.content) : file.content.bytes
  const content = file.content
  function* pieces(): Generator<Buffer> {
    yield before
    if (typeof content === 'string') yield Buffer.from(content)
    else yield* pdfOf(content)
    yield after
  }
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  return {
    headers: { 'content-type': type, 'content-length': before.length + size + after.length },
    body: Readable.from(pieces(), { objectMode: false }),
  }
}

function* pdfOf({ mark, bytes }: Sending): Generator<Buffer> {
  const head = Buffer.from(`${PDF_HEAD}% ${mark}\n`)
  const tail = Buffer.from(PDF_TAIL)
  let left = bytes - head.length - tail.length
  yield head
  for (; left > FILLER.length; left -= FILLER.length) yield FILLER
  yield FILLER.subarray(0, left)
  yield tail
}

type Expected = {
  /** The expected status; 200 by default. */
  status?: number
  /** Whether the status is the expected one. */
  isRight?: (body: Buffer) => boolean
}

/** The outcome of a call: 'ok', '503', 'time-out', 'broken …' or 'wrong …'. */
export async function outcomeOf(reply: Promise<Reply>, { status = 200, isRight }: Expected = {}): Promise<string> {
  try {
    const { status: answered, body } = await reply
    if (answered === status) return !isRight || isRight(body) ? 'ok' : `wrong answer (${answered})`
    if (answered >= 500 || answered === 429) return String(answered)
    return `wrong ${answered} ${/"code":"(\w+)"/.exec(body.toString())?.[1] ?? ''}`.trim()
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException
    return name === 'TimeoutError' || name === 'AbortError' ? 'time-out' : `broken ${code ?? message}`
  }
}
