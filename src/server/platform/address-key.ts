import { isIP } from 'node:net'

/** The key of every address that cannot be parsed. */
const NONE = 'none'

/** Strips the port, which some proxies append, and the IPv6 zone. */
export const plainAddress = (address: string): string =>
  address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')

/**
 * The key that rate limits and login throttling count an address under: an IPv6 address counts as its /64, the smallest
 * network that a client gets, so that one client is not 2^64 callers. An IPv4-mapped IPv6 address counts as its IPv4
 * address.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 4) return plain
  if (family === 0) return NONE
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!isMapped) return groups.slice(0, 4).join(':')
  return groups
    .slice(6)
    .flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // `URL` normalizes it: lower case, no dots, at most one '::'.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [split(before), split(after ?? '')]
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
}
