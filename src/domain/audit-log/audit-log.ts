import type { EventName } from '#domain/audit-log/events.ts'

/** One entry of the audit log, before its data is hashed. */
export type AuditEntry = {
  number: number
  at: string
  event: EventName
  actorId: string | null
  actorRole: string | null
  /** The participant that the object belongs to, or null. */
  participantId: string | null
  objectKind: string
  objectId: string
  data: Record<string, unknown>
}

/** The previous hash of the first entry. */
export const genesis = '0'.repeat(64)

/** JSON with sorted keys, so that equal entries give equal text. */
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

/** The last entry of the chain at a given time. */
export type Checkpoint = { number: number; hash: string; at: string }

/** The text of a checkpoint that is signed. */
export function checkpointText({ number, hash, at }: Checkpoint): string {
  return `almotacen-trail-head\n${number}\n${hash}\n${at}`
}

/**
 * The text of a case file that is signed: the SHA-256 of its entries, and the end of the chain at a given time. It has
 * no number of the chain: the difference of two would count entries that the reader may not read (decision 050).
 */
export function caseFileText(entriesSha256: string, { hash, at }: Pick<Checkpoint, 'hash' | 'at'>): string {
  return `almotacen-case-file\n${entriesSha256}\n${hash}\n${at}`
}

/**
 * An entry as the hash chain includes it, with a salted hash in place of its data, because the data may be purged
 * (D44). The first entries of an old installation include the data itself.
 */
export type ChainedEntry = Omit<AuditEntry, 'data'> & ({ dataHash: string } | { data: Record<string, unknown> })

/** The text whose SHA-256 replaces an entry's data. The salt prevents guessing likely data from the hash. */
export function dataText(salt: string, data: Record<string, unknown>): string {
  return `${salt}\n${canonical(data)}`
}

/** The text whose SHA-256 is the entry's hash: the previous hash and the entry. */
export function chainedText(previousHash: string, entry: ChainedEntry): string {
  return `${previousHash}\n${canonical(entry)}`
}

/** The chained text before and after an entry's number, for a caller that assigns the number later. */
export function aroundNumber(entry: Omit<AuditEntry, 'number' | 'data'> & { dataHash: string }) {
  const number = 0
  // Quotation marks inside values are escaped, so this match is always the key.
  const [head = '', ...tail] = canonical({ ...entry, number }).split(`,"number":${number},`)
  return { before: `${head},"number":`, after: `,${tail.join(`,"number":${number},`)}` }
}
