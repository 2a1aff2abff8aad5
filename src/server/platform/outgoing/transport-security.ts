import { isIP } from 'node:net'
import pg from 'pg'

/** Whether a connection never leaves the machine: a Unix socket or a loopback address. */
export function staysHere(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === '' ||
    name.startsWith('/') ||
    name === 'localhost' ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

/** The TLS settings of the portal's own connections: 1.2 and 1.3, forward secrecy and authenticated encryption only. */
export const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
  honorCipherOrder: true,
} as const

/** The server of a database address as the driver parses it: query parameters override the host before them. */
export type DatabaseTarget = { host: string; verified: boolean }

/** @throws Error without the address in its message, if the driver rejects the address or a parameter is repeated. */
export function databaseTarget(url: string): DatabaseTarget {
  const parameters = URL.parse(url)?.searchParams ?? new URLSearchParams(url.split('?')[1])
  const names = [...parameters.keys()]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`the parameter ${twice} is repeated`)
  let host: string
  let ssl: unknown
  try {
    const client = new pg.Client({ connectionString: url })
    host = client.host
    ssl = client.ssl
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== undefined) throw new Error(`${path} cannot be read: ${code}`, { cause: error })
    throw new Error('the address is not valid; write postgres://user:password@server:port/database', { cause: error })
  }
  const checked = typeof ssl === 'object' && ssl !== null && !('rejectUnauthorized' in ssl)
  return { host, verified: checked && parameters.get('sslmode') === 'verify-full' }
}

/** The host that a database address reaches without verified TLS outside this machine, or null if there is none. */
export function plainDatabase(url: string): string | null {
  const { host, verified } = databaseTarget(url)
  return verified || staysHere(host) ? null : host
}
