import { isIP } from 'node:net'

/** Connections that never leave the machine: a socket of the file system, or its own address. */
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

/** TLS as the portal speaks it itself: 1.2 and 1.3, forward secrecy and authenticated encryption only. */
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

/** What of a database's address leaves the machine without TLS whose certificate is verified; null when all is well. */
export function plainDatabase(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  const socket = searchParams.get('host')?.startsWith('/') ?? false
  if (socket || staysHere(decodeURIComponent(hostname))) return null
  return searchParams.get('sslmode') === 'verify-full' ? null : hostname
}
