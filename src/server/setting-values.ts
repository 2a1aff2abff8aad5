import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'

/* What the text of a setting may be. */

const duration = /^([+-]?\d+)(d|h|m|s)$/
const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/** '400d' as milliseconds; null when it is not a duration. */
export function durationMs(text: string): number | null {
  const match = duration.exec(text.trim())
  return match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : null
}

/** The dates of JavaScript reach 100 million days from 1970; what is counted from today must stay far within. */
const MAX_OFFSET_MS = 100 * 366 * unitMs.d

/** Whether a text is a duration that dates can be moved by. */
export const isOffset = (text: string) => Math.abs(durationMs(text) ?? Number.NaN) <= MAX_OFFSET_MS

/** One address, with a name before it or without. */
export const sender = /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

/** Whether links may begin with it: what comes behind the path would stand in the middle of them. */
export function beginsLinks(text: string): boolean {
  const { search, hash, username, password } = URL.parse(text) ?? {}
  return [search, hash, username, password].every(part => part === '')
}

/** Whether a path is a file that this process may read. */
export const isFile = (path: string) => {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The addresses of a list. */
export const proxies = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Whether a text lists at least one address or network: a list of none would shut everybody out. */
export const areRanges = (text: string) => proxies(text).length > 0 && proxies(text).every(isAddressRange)

/** Whether a text is an IP address or a network in CIDR notation. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether an issuer may be asked at all: https, or http within this machine, without a query (OpenID Connect Discovery). */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || [url.search, url.hash, url.username].some(part => part !== '')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
}
