import { DomainError } from '#domain/contract/domain-error.ts'

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object of a JSON text has a duplicate key. Parsers differ in the value they take, so a filter in front of
 * the portal may have seen the other one.
 */
export function saysKeyTwice(text: string): boolean {
  const inside: (Set<string> | null)[] = []
  let last = ''
  for (const [found] of text.matchAll(token)) {
    if (found === '{') inside.push(new Set())
    else if (found === '[') inside.push(null)
    else if (found === '}' || found === ']') inside.pop()
    else if (found === ':') {
      const keys = inside.at(-1)
      const key = JSON.parse(last) as string
      if (keys?.has(key)) return true
      keys?.add(key)
    } else last = found
  }
  return false
}

/** Decodes UTF-8, or returns null for invalid bytes instead of replacing them. */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Parses a JSON field of a multipart call. @throws DomainError invalid */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DomainError('invalid')
  }
  if (saysKeyTwice(text)) throw new DomainError('invalid')
  return value
}
