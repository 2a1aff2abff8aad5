import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { json } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'

/** An address that no machine has (RFC 5737). A proxy that lets it through lets everybody pretend to be another. */
export const PRETENDED = '192.0.2.1'
const VISIT_MS = 10_000

/** What a caller sees at the portal's public address. */
export type Visit = {
  status: number
  /** The code of a refusal. */
  code: string | null
  /** The release that answers; null when it is no portal. */
  version: string | null
  /** Where the portal takes this machine to be, and the address that it called from. */
  caller: string
  from: string
  /** Until when the certificate holds, and why it is refused; null without TLS. */
  certificate: { until: string; refused: string | null } | null
}

/** Calls `/health` at the public address, as a browser reaches it. @throws when nothing answers in time */
export async function visit(publicUrl: string): Promise<Visit> {
  const url = new URL('/health', publicUrl)
  const how = {
    headers: { 'x-forwarded-for': PRETENDED },
    agent: false,
    signal: AbortSignal.timeout(VISIT_MS),
  } as const
  // Of a certificate that does not hold its end is wanted as well, and nothing secret is sent.
  const request = url.protocol === 'https:' ? getSecurely(url, { ...how, rejectUnauthorized: false }) : get(url, how)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const socket = response.socket as TLSSocket
  const from = (socket.localAddress ?? '').replace(/^::ffff:/, '')
  const certificate = socket.encrypted
    ? {
        until: new Date(socket.getPeerCertificate().valid_to).toISOString(),
        refused: socket.authorized ? null : String(socket.authorizationError),
      }
    : null
  const said = ((await json(response).catch(() => null)) ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : null)
  return {
    status: response.statusCode!,
    code: text('code'),
    version: response.statusCode === 200 ? text('version') : null,
    caller: text('caller') ?? '',
    from,
    certificate,
  }
}
