import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import type { DeliveryFault } from '#domain/integration/webhook/webhook.ts'
import { RECEIVER_MS } from '#domain/integration/webhook/webhook.ts'
import type { Target } from '#server/integration/webhook/address.ts'

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

/**
 * Posts a body to the address that was checked, and to no other: the host is not looked up again, and no redirect is
 * followed (HOOK-08). Only the status of the answer is read.
 */
export function post(
  { url, address }: Target,
  body: string,
  headers: Record<string, string>,
  { withinMs = RECEIVER_MS, ca, stopped }: SendOptions = {},
): Promise<Outcome> {
  const secure = url.protocol === 'https:'
  const name = url.hostname
  const signal = AbortSignal.any([AbortSignal.timeout(withinMs), ...(stopped ? [stopped] : [])])
  return new Promise(resolve => {
    const request = (secure ? secureRequest : plainRequest)(
      {
        host: address,
        port: url.port || (secure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        // A connection of its own, which nothing else used.
        agent: false,
        signal,
        ...(secure
          ? { minVersion: 'TLSv1.2', ...(isIP(name) ? {} : { servername: name }), ...(ca ? { ca } : {}) }
          : {}),
        headers: {
          host: url.host,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'almotacen-webhook/1',
          ...headers,
        },
      },
      response => {
        resolve({ answer: response.statusCode! })
        // Its content is not read, and may have no end.
        response.destroy()
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return resolve({ fault: 'timeout' })
      resolve({ fault: CERTIFICATE.test(error.code ?? '') ? 'certificate' : 'connection' })
    })
    request.end(body)
  })
}
