import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'

/* The kinds of value that a setting can have. */

/** A kind of value: `expects` completes the sentence "NAME must be …"; `read` returns undefined for an invalid text. */
export type Kind<T> = { expects: string; read(text: string): T | undefined }

/** One setting. */
export type Definition<T = unknown> = {
  group: 'Start' | 'Database' | 'Network' | 'Mail' | 'Keys' | 'Sign-in' | 'Files' | 'Records' | 'Other'
  value: Kind<T>
  default?: string
  /** The effect of leaving the setting empty, if no value has that effect. */
  without?: string
  meaning: string
  /** A secret can also come from the file that `NAME_FILE` names. */
  secret?: true
}

export const matching = (expects: string, fits: (text: string) => boolean): Kind<string> => ({
  expects,
  read: text => (fits(text) ? text : undefined),
})

/** A whole number from `min` to `max`, both included. */
export const whole = (min: number, max: number): Kind<number> => ({
  expects: `a whole number from ${min} to ${max}`,
  read: text => {
    const number = Number(text)
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined
  },
})

/** A number from 0 to 1. */
export const share: Kind<number> = {
  expects: 'a number from 0 to 1',
  read: text => {
    const number = Number(text)
    return text.trim() !== '' && number >= 0 && number <= 1 ? number : undefined
  },
}

/** Megabytes, fractions allowed, converted to bytes. */
export const megabytes = (max = Number.POSITIVE_INFINITY): Kind<number> => ({
  expects: `a number of megabytes above 0${max === Number.POSITIVE_INFINITY ? '' : `, at most ${max}`}`,
  read: text => {
    const number = Number(text)
    return number > 0 && number <= max && Number.isFinite(number) ? Math.floor(number * 2 ** 20) : undefined
  },
})

/** A text, trimmed. */
export const words = (max = Number.POSITIVE_INFINITY): Kind<string> => ({
  expects: max === Number.POSITIVE_INFINITY ? 'a text' : `a text of at most ${max} characters`,
  read: text => (text.trim().length <= max ? text.trim() : undefined),
})

/** One of the keys of `values`. The keys of `earlier`, from earlier versions, still work but are not documented. */
export const oneOf = <T>(values: Record<string, T>, earlier: Record<string, T> = {}): Kind<T> => ({
  expects: Object.keys(values).join(' or '),
  read: text => new Map(Object.entries({ ...earlier, ...values })).get(text),
})

export const yesOrNo = oneOf({ yes: true, no: false }, { si: true })

const duration = /^([+-]?\d+)(d|h|m|s)$/
const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/** Converts '400d' to milliseconds; null if it is not a duration. */
export function durationMs(text: string): number | null {
  const match = duration.exec(text.trim())
  return match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : null
}

/** JavaScript dates end 100 million days from 1970, so offsets must stay far below that. */
const MAX_OFFSET_MS = 100 * 366 * unitMs.d

/** A duration to shift dates by, in milliseconds. */
export const offset: Kind<number> = {
  expects: 'a duration such as 400d, 12h or -30m, at most 100 years',
  read: text => {
    const ms = durationMs(text)
    return ms !== null && Math.abs(ms) <= MAX_OFFSET_MS ? ms : undefined
  },
}

export const postgresUrl = matching('an address that begins with postgres://', text => /^postgres(ql)?:\/\//.test(text))

export const smtpUrl = matching('an address that begins with smtp:// or smtps://', text => /^smtps?:\/\//.test(text))

/** One e-mail address, with or without a display name. */
export const sender = matching('one e-mail address, with or without a name before it', text =>
  /^(?:[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/.test(text),
)

/** The base of links. A query or fragment would end up in the middle of them. */
export const linkBase: Kind<string> = {
  expects: 'an http or https address without user, query or #',
  read: text => {
    if (!/^https?:\/\//i.test(text)) return undefined
    const { search, hash, username, password } = URL.parse(text) ?? {}
    return [search, hash, username, password].every(part => part === '') ? text.trim().replace(/\/+$/, '') : undefined
  },
}

/** The portal's own address. Its pages load their files from the root. */
export const publicAddress: Kind<string> = {
  expects: 'an http or https address without path, user, query or #: the portal needs a host name of its own',
  read: text => {
    const base = linkBase.read(text)
    return base !== undefined && URL.parse(base)?.pathname === '/' ? base : undefined
  },
}

const isFile = (path: string) => {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export const readableFile = matching('a file that the portal can read', isFile)

/** At least one address or network: an empty list would lock every user out. */
export const ranges: Kind<string[]> = {
  expects: 'a list of IP addresses or CIDR networks, separated by commas',
  read: text => {
    const list = text.split(/[\s,]+/).filter(Boolean)
    return list.length > 0 && list.every(isAddressRange) ? list : undefined
  },
}

/** Whether a text is an IP address or a network in CIDR notation. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** An OpenID Connect issuer: https, or http on this machine, without a query (OpenID Connect Discovery). */
export const issuer = matching('an https address without a query (http only on this machine)', text => {
  const url = URL.parse(text)
  if (url === null || [url.search, url.hash, url.username].some(part => part !== '')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
})
