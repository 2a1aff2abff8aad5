import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Below this, in bytes, an answer fits into one packet anyway. */
const WORTHWHILE = 1024

// Level 5 of both takes a millisecond for a long list and saves nine tenths of it.
const brotli = promisify(brotliCompress)
const packings = {
  br: (text: string) =>
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
}

/** The packing of an answer that the caller takes, the smallest first; null for none. */
export function packingFor(accepted: string | undefined): keyof typeof packings | null {
  const offers = (accepted ?? '').toLowerCase().split(',')
  const takes = (name: string) =>
    offers.some(offer => {
      const [coding = '', ...parameters] = offer.split(';').map(part => part.trim())
      return coding === name && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
    })
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/**
 * Whether an answer may be compressed. Its length then tells how much of it repeats itself, which an attacker can read
 * (BREACH) who sees it on the line and makes the victim's browser ask with text of his own. He cannot make it ask as the
 * victim: the token is no cookie, but a header that only the portal's own page can send. Even so, what holds a secret
 * stays as it is: the answers to a write (codes and keys of the second factor) and those under /session (the key of the
 * drafts); the token and the CSRF value are in headers.
 */
function mayPack({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  return method === 'GET' && url.startsWith('/api/') && !url.startsWith('/api/v1/session')
}

/** Compresses the JSON of a read, and the pages about the API, for callers that take it. Files are sent as they are. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < WORTHWHILE || !mayPack(request)) return payload
  reply.header('vary', 'accept-encoding')
  const packing = packingFor(request.headers['accept-encoding']?.toString())
  if (!packing) return payload
  reply.header('content-encoding', packing).removeHeader('content-length')
  return packings[packing](payload)
}
