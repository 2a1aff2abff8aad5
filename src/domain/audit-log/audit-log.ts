import type { EventName } from '#domain/events.ts'

/** One entry of the trail, as it is sealed. */
export type AuditEntry = {
  number: number
  at: string
  event: EventName
  actorId: string | null
  actorRole: string | null
  /** Whose thing it is; null for what belongs to nobody. */
  participantId: string | null
  objectKind: string
  objectId: string
  data: Record<string, unknown>
}

/** The hash that the first entry follows. */
export const genesis = '0'.repeat(64)

/** JSON with its keys in order, so that the same entry always gives the same text. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** Where the chain ended at a moment. */
export type Checkpoint = { number: number; hash: string; at: string }

/** The text that is signed of a head. */
export function checkpointText({ number, hash, at }: Checkpoint): string {
  return `almotacen-trail-head\n${number}\n${hash}\n${at}`
}

/**
 * An entry as the chain seals it: with a salted hash in place of its data, which may be destroyed one day (D44). The first
 * entries of an old installation were sealed with the data themselves.
 */
export type ChainedEntry = Omit<AuditEntry, 'data'> & ({ dataHash: string } | { data: Record<string, unknown> })

/** The text whose SHA-256 stands for an entry's data; without the salt it cannot be guessed from a likely content. */
export function dataText(salt: string, data: Record<string, unknown>): string {
  return `${salt}\n${canonical(data)}`
}

/** The text whose SHA-256 seals an entry: the hash before it, and the entry. */
export function chainedText(previousHash: string, entry: ChainedEntry): string {
  return `${previousHash}\n${canonical(entry)}`
}

/** What stands before and after an entry's number in its sealed text, for whoever is to give it the number. */
export function aroundNumber(entry: Omit<AuditEntry, 'number' | 'data'> & { dataHash: string }) {
  const number = 0
  // Within a value a quotation mark is escaped, so that this is the key itself.
  const [head = '', ...tail] = canonical({ ...entry, number }).split(`,"number":${number},`)
  return { before: `${head},"number":`, after: `,${tail.join(`,"number":${number},`)}` }
}
