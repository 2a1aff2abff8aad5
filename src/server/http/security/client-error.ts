import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { refusals } from '#domain/messages.ts'

type ClientError = Error & { code?: string }

const answers: Record<string, { line: string; sentence: string }> = {
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    sentence: 'La dirección o las cabeceras de la petición son demasiado largas.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    line: '408 Request Timeout',
    sentence: 'La petición tardó demasiado en llegar. No se ha guardado nada: vuelva a intentarlo.',
  },
}

/** A problem response with the headers of every response. It closes the connection. */
function lastAnswer(headers: Record<string, string>, { line, sentence }: { line: string; sentence: string }) {
  const status = Number(line.slice(0, 3))
  const body = JSON.stringify({
    type: 'about:blank',
    title: line.slice(4),
    status,
    detail: sentence,
    code: 'invalid',
  })
  const head = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }
  return { status, head, body }
}

/**
 * Answers input that never became a request (unreadable, too long, too slow) with the headers of every response, and
 * closes the connection: the rest of its data cannot be trusted.
 */
export function answerClientError(headers: Record<string, string>): (error: ClientError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (/^ERR_(TLS|SSL)_/.test(error.code ?? '')) {
      // A client that has not finished the TLS handshake cannot read a response, which would wait for ever.
      socket.destroy()
      return
    }
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
      // An unsolicited response would be taken for that of the next request.
      socket.destroy()
      return
    }
    const said = answers[String(error.code)] ?? { line: '400 Bad Request', sentence: refusals.invalid.sentence }
    const { head, body } = lastAnswer(headers, said)
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.end(`HTTP/1.1 ${said.line}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    else socket.destroy()
  }
}

/** Refuses an `Expect` header other than `100-continue`. */
export function answerExpectation(
  headers: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (_request, response) => {
    const { status, head, body } = lastAnswer(headers, {
      line: '417 Expectation Failed',
      sentence: 'La petición espera algo que el portal no hace. Envíela sin la cabecera Expect.',
    })
    response.writeHead(status, head).end(body)
  }
}
