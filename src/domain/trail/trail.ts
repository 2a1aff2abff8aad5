import type { EventName } from '#domain/events.ts'

/** One entry of the trail, as it is sealed. */
export type TrailEntry = {
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
export type Head = { number: number; hash: string; at: string }

/** The text that is signed of a head. */
export function headText({ number, hash, at }: Head): string {
  return `almotacen-trail-head\n${number}\n${hash}\n${at}`
}

/** The text whose SHA-256 seals an entry: the hash before it, and the entry. */
export function sealedText(previousHash: string, entry: TrailEntry): string {
  return `${previousHash}\n${canonical(entry)}`
}
