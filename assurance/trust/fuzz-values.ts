import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import type { Input } from '#test/support/permissions.ts'

/** Integers from 0 to below the limit; one in `odd` values of a case is strange, none when null. */
export type Chance = ((limit: number) => number) & { odd: number | null }

/** Unexpected values that are known to crash programs. */
const strange: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\ufeff',
    '\u202e',
    'é'.repeat(300),
    'x'.repeat(20_000),
    '💥'.repeat(64),
  ],
  ...["' or 1=1 --", '"; select pg_sleep(3); --', '%', '_', '\\', '../../etc/passwd', '%2e%2e%2f', '$(id)', '`id`'],
  ...['<img src=x onerror=1>', '{{7*7}}', '%s%n', 'a\r\nBcc: x@evil.example', '=1+1', 'javascript:1'],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '1e309',
    '0x10',
    '2026-02-30',
    '9999-12-31',
  ],
  ...[null, true, false, 0, -1, 0.1, -0, 2 ** 31, 2 ** 53, 1e308, -1e308],
  ...[[], {}, [[]], [null], ['x'], { $gt: '' }, { length: 1e9 }, { toString: 1 }],
]

const isOdd = (chance: Chance) => chance.odd !== null && chance(chance.odd) === 0

/** Values of one field: valid for its schema where supported, or strange. */
export function fieldOf(schema: unknown, words: readonly unknown[], chance: Chance): unknown {
  if (isOdd(chance)) return strange[chance(strange.length)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return chance(4) === 0 ? undefined : fieldOf(schema.unwrap(), words, chance)
  }
  if (schema instanceof z.ZodNullable) return chance(4) === 0 ? null : fieldOf(schema.unwrap(), words, chance)
  if (schema instanceof z.ZodObject) return objectOf(schema, words, chance)
  if (schema instanceof z.ZodArray) {
    return Array.from({ length: isOdd(chance) ? 300 : chance(4) }, () => fieldOf(schema.element, words, chance))
  }
  if (schema instanceof z.ZodRecord) {
    return Object.fromEntries(
      Array.from({ length: chance(3) }, () => [String(oneOf(words, chance)), fieldOf(schema.valueType, words, chance)]),
    )
  }
  if (schema instanceof z.ZodUnion) return fieldOf(oneOf(schema.options, chance), words, chance)
  if (schema instanceof z.ZodEnum) return oneOf(schema.options, chance)
  const fitting = fittingOf(schema as z.ZodType, words)
  return oneOf(fitting.length > 0 && !isOdd(chance) ? fitting : words, chance)
}

function objectOf(schema: z.ZodObject, words: readonly unknown[], chance: Chance): Record<string, unknown> {
  const named = Object.entries(schema.shape).filter(() => chance(6) > 0)
  const entries = named.map(([name, inner]) => [name, fieldOf(inner, words, chance)])
  if (chance(25) === 0)
    entries.push([oneOf(['__proto__', 'role', 'id', 'toString', 'x'], chance), oneOf(words, chance)])
  return Object.fromEntries(entries)
}

const oneOf = <T>(list: readonly T[], chance: Chance): T => list[chance(list.length)]!

const known = new WeakMap<z.ZodType, unknown[]>()
let knownWords: readonly unknown[] = []

/** The schema keywords that are supported. */
function fittingOf(schema: z.ZodType, words: readonly unknown[]): unknown[] {
  if (words === knownWords && known.has(schema)) return known.get(schema)!
  knownWords = words
  const fitting = words.filter(word => schema.safeParse(word).success)
  known.set(schema, fitting)
  return fitting
}

/** A JSON body, sometimes invalid or with duplicate keys. */
export function jsonOf(body: unknown, chance: Chance): string {
  const text = JSON.stringify(body) ?? 'null'
  const spot = chance(text.length + 1)
  switch (chance.odd === null ? 40 : chance(40)) {
    case 0:
      return text.slice(0, spot)
    case 1:
      return `${text.slice(0, spot)}\u0000${text.slice(spot)}`
    case 2:
      return text.replace('{', '{"version":1,"version":2,')
    case 3:
      return text.replace(/:"/, ':1e999,"x":"')
    case 4:
      return `${'['.repeat(5000)}${text}`
    default:
      return text
  }
}

/** The input of a call: fields by its schema, overlaid with values that exist, each sometimes strange. */
export function inputFor(contract: Contract, known: Input | null, words: readonly unknown[], chance: Chance): Made {
  const made = (schema: z.ZodObject | undefined) => (schema ? objectOf(schema, words, chance) : {})
  const body = contract.body ? fieldOf(contract.body, words, chance) : undefined
  return {
    params: laid(made(contract.params), known?.params, chance) as Made['params'],
    query: laid(made(contract.query), known?.query, chance) as Made['query'],
    body: laid(body, known?.body, chance),
  }
}

type Made = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function laid(made: unknown, known: unknown, chance: Chance): unknown {
  if (known === undefined || isOdd(chance)) return made
  if (!isRecord(made) || !isRecord(known)) return known
  return {
    ...made,
    ...Object.fromEntries(Object.entries(known).map(([name, value]) => [name, laid(made[name], value, chance)])),
  }
}

/** The path of a call with its parameters and its query. */
export function addressOf(
  contract: Contract,
  { params, query: asked }: Made,
  words: readonly unknown[],
  chance: Chance,
): string {
  const path = contract.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encoded(params[name] ?? oneOf(words, chance)),
  )
  const query = Object.entries(asked).filter(([, value]) => value !== undefined)
  if (query.length > 0 && isOdd(chance)) query.push(query[0]!)
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Percent-encodes a value, truncated to a long URL and made well-formed. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.slice(0, 2000).toWellFormed()).replaceAll('.', '%2e') || '%00'
}
