import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function base32(value: bigint, length: number): string {
  let text = ''
  for (let rest = value, i = 0; i < length; i++, rest >>= 5n) text = alphabet[Number(rest & 31n)] + text
  return text
}

/**
 * A new identifier: 48 bits of time and 80 random bits in Crockford base 32. It sorts by creation and is not guessable
 * (D3).
 */
export function newId(now: string): string {
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`)
  return timeOf(now) + base32(random, 16)
}

/** The smallest identifier of an instant: identifiers created earlier sort before it. */
export const firstIdOf = (moment: string) => timeOf(moment) + base32(0n, 16)

const timeOf = (moment: string) => base32(BigInt(Date.parse(moment)), 10)
