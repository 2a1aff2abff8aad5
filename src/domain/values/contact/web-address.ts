import { MESSAGES } from '#domain/values/messages.ts'

const LONGEST = 2000

// No user part (https://banco.es@otro.es leads to otro.es), no numeric hosts, no invisible or unquotable characters
// after it.
const ADDRESS =
  /^(?:(https?):\/\/)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z\d-]{1,59}))(?::(\d{1,5}))?([/?#][^\s\p{C}"<>\\^`{|}]*)?$/iu

/**
 * Normalises a web address to one with a scheme, `www.Empresa.es` to `https://www.empresa.es`; other text comes back
 * trimmed. Only text that the rule accepts may become a link.
 */
export function normaliseWebAddress(text: string): string {
  return understood(text) ?? text.trim()
}

/**
 * Accepts only http and https, or a bare host, understood as https; `javascript:` and all other schemes are refused.
 */
export function webAddressRule(value: string): string | null {
  return understood(value) === null ? MESSAGES.webAddress : null
}

function understood(text: string): string | null {
  const address = text.trim()
  const parts = address.length <= LONGEST ? ADDRESS.exec(address) : null
  if (!parts) return null
  const [, scheme = 'https', host = '', port, rest = ''] = parts
  if (Number(port ?? 0) > 65_535) return null
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${port ? `:${port}` : ''}${rest}`
}
