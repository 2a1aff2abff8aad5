import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { TcpNetConnectOpts } from 'node:net'
import { isIP } from 'node:net'
import type { DeliveryFault } from '#domain/integration/webhook/webhook.ts'
import { RECEIVER_MS } from '#domain/integration/webhook/webhook.ts'
import type { Target } from '#server/integration/webhook/address.ts'
import { hostOf } from '#server/integration/webhook/address.ts'
import { Late, within } from '#server/platform/outgoing/deadline.ts'

/** The answer of a receiver, or why there was none. */
export type Outcome = { answer: number } | { fault: DeliveryFault }

export type SendOptions = {
  /** How long the receiver may take in all, in milliseconds. */
  withinMs?: number
  /** An authority that signs certificates beside those of the system. */
  ca?: string | Buffer
  /** Cut when the server stops. */
  stopped?: AbortSignal | undefined
}

/** Names and dates of certificates, and handshakes that fail for another reason. */
const CERTIFICATE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/

/** How long one of several addresses may take to connect before the next is tried, in milliseconds. */
const CONNECT_MS = 1000

/**
 * Posts a body to the addresses that were checked, one after the other until one connects, and to no other: the host is
 * not looked up again, and no redirect is followed (HOOK-08). Only the status of the answer is read. It settles within
 * its limit, whatever the receiver does.
 */
export async function post(
  target: Target,
  body: string,
  headers: Record<string, string>,
  { withinMs = RECEIVER_MS, ca, stopped }: SendOptions = {},
): Promise<Outcome> {
  try {
    return { answer: await within(withinMs, signal => answerOf(target, body, headers, { ca, signal }), stopped) }
  } catch (error) {
    if (error instanceof Late || stopped?.aborted) return { fault: 'timeout' }
    return { fault: CERTIFICATE.test((error as NodeJS.ErrnoException).code ?? '') ? 'certificate' : 'connection' }
  }
}

function answerOf(
  { url, addresses }: Target,
  body: string,
  headers: Record<string, string>,
  { ca, signal }: { ca: string | Buffer | undefined; signal: AbortSignal },
): Promise<number> {
  const secure = url.protocol === 'https:'
  const name = hostOf(url)
  const checked = addresses.map(address => ({ address, family: isIP(address) }))
  return new Promise((resolve, reject) => {
    const options: RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> = {
      // Only a name is looked up.
      host: isIP(name) ? addresses[0] : name,
      lookup: (_name, _options, done) => done(null, checked),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: CONNECT_MS,
      port: url.port || (secure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      // A connection of its own, which nothing else used.
      agent: false,
      signal,
      ...(secure
        ? { minVersion: 'TLSv1.2' as const, ...(isIP(name) ? {} : { servername: name }), ...(ca && { ca }) }
        : {}),
      headers: {
        host: url.host,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'almotacen-webhook/1',
        ...headers,
      },
    }
    const request = (secure ? secureRequest : plainRequest)(options)
    const answered = ({ statusCode }: IncomingMessage) => {
      resolve(statusCode!)
      // Its content is not read, and may have no end.
      request.destroy()
    }
    request.on('response', answered)
    // A receiver that switches protocols gets the connection closed.
    request.on('upgrade', answered)
    request.on('error', reject)
    request.on('close', () => reject(new Error('closed without an answer')))
    request.end(body)
  })
}
