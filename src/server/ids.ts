import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function base32(value: bigint, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest >>= 5n) text = alphabet[Number(rest & 31n)] + text
  return text
}

/** A new identifier: 48 bits of time, 80 random bits, Crockford base 32: sorts by creation, cannot be guessed (D3). */
export function newId(now: string): string {
  const time = BigInt(Date.parse(now))
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`)
  return base32(time, 10) + base32(random, 16)
}
