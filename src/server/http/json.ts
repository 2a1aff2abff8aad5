import { DomainError } from '#domain/domain-error.ts'

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * Whether an object of a JSON text names a key twice. Parsers differ in which of the two they take, and whoever looked at
 * the message on the way may have seen the other one.
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

/** Bytes as the letters that they are, or null when they are none: a guess would take one thing for another. */
export function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Reads a JSON field of a multipart call. @throws Refusal invalid */
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
