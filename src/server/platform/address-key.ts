import { isIP } from 'node:net'

/** What has no address that can be read: all of it counts as one. */
const NONE = 'none'

/** An address without the port, which some proxies write as well, and without its zone. */
export const plainAddress = (address: string): string =>
  address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')

/**
 * What an address counts as wherever calls and guesses are counted by it. Of IPv6 its /64, which is the least that anybody
 * is given, so that whoever has one is not 2^64 callers; an IPv4 address in the clothes of IPv6 is what it is.
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

/** The eight groups of an IPv6 address, each without zeros before it. */
function groupsOf(address: string): string[] {
  // As browsers write it: lower case, no dots, and one '::' at most.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [split(before), split(after ?? '')]
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
}
