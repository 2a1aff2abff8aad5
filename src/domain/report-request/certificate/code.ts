/** Crockford's base 32: no letter of it looks like another or like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** The random bytes of a code: 80 bits. */
export const CODE_BYTES = 10
const LENGTH = (CODE_BYTES * 8) / 5

/** A code of 80 random bits as 'XXXX-XXXX-XXXX-XXXX'. */
export function certificateCodeOf(bytes: Uint8Array): string {
  if (bytes.length !== CODE_BYTES) throw new RangeError(`A code has ${CODE_BYTES} bytes`)
  let bits = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let digits = ''
  for (let n = 0; n < LENGTH; n++, bits /= 32n) digits = ALPHABET[Number(bits % 32n)] + digits
  return grouped(digits)
}

/**
 * A code as it was typed (SEAL-14): with or without hyphens and spaces, in any case, and with O, I and L for 0, 1 and 1.
 * @returns it as `codeOf` writes it, or null when it cannot be one
 */
export function readCode(typed: string): string | null {
  const digits = [...typed.toUpperCase().replace(/[\s\-–]/g, '')].map(each => READ_AS[each] ?? each)
  return digits.length === LENGTH && digits.every(each => ALPHABET.includes(each)) ? grouped(digits.join('')) : null
}

const grouped = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1-')
