import type { KeyObject } from 'node:crypto'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/* Certificates generated on demand, so that the repository holds no key: X.509 v3 in DER, signed with ECDSA P-256. */

export type Certified = { cert: string; key: string; name: string; privateKey: KeyObject }

export const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
export const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
export const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const text = (value: string) => der(0x0c, Buffer.from(value))
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`))
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), text(name))))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))

type Options = {
  /** The issuer; self-signed by default. */
  by?: Certified
  authority?: boolean
  /** Days until expiry; negative for an expired one. */
  days?: number
  /** Host names or addresses; the name by default. */
  hosts?: readonly string[]
}

/** A certificate and its key, in PEM. */
export function certificate(
  name: string,
  { by, authority = false, days = 1, hosts = [name] }: Options = {},
): Certified {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = Date.now()
  const addresses = hosts.map(host =>
    /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  )
  const extensions = [
    sequence(
      oid('551d13'),
      der(0x01, Buffer.from([255])),
      der(0x04, sequence(...(authority ? [der(0x01, Buffer.from([255]))] : []))),
    ),
    sequence(oid('551d11'), der(0x04, sequence(...addresses))),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(by?.name ?? name),
    sequence(time(new Date(now - 400 * 86_400_000)), time(new Date(now + days * 86_400_000))),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, by?.privateKey ?? privateKey)
  const bytes = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = bytes
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
}
