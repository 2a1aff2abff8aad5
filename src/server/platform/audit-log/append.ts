import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { AuditEntry, ChainedEntry } from '#domain/audit-log/audit-log.ts'
import { aroundNumber, chainedText, dataText } from '#domain/audit-log/audit-log.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { atCommit } from '#server/platform/database/pipeline/dialect.ts'

export function entryHash(previousHash: string, entry: ChainedEntry): string {
  return createHash('sha256').update(chainedText(previousHash, entry)).digest('hex')
}

/** The hash that represents an entry's data in the chain, so that the data can be purged without breaking it. */
export function dataHashOf(salt: string, data: Record<string, unknown>): string {
  return createHash('sha256').update(dataText(salt, data)).digest('hex')
}

/** Appends entries to the chain, as the last statement of the caller's transaction, with its commit. */
export async function appendToAuditLog(tx: Db, entries: Omit<AuditEntry, 'number'>[]): Promise<void> {
  if (entries.length > 0) await atCommit(tx, appending(entries))
}

/** The statement that appends entries, for callers with their own client: the last one before the commit. */
export function appending(entries: Omit<AuditEntry, 'number'>[]): string {
  const rows = entries.map(entry => {
    // Through JSON, so that the chained text equals the text that the database returns.
    const { data, ...sealed } = { ...entry, data: JSON.parse(JSON.stringify(entry.data)) }
    const salt = randomBytes(16).toString('hex')
    const dataHash = dataHashOf(salt, data)
    return { ...sealed, ...aroundNumber({ ...sealed, dataHash }), data, salt, dataHash }
  })
  return `select append_to_trail(${pg.escapeLiteral(JSON.stringify(rows))})`
}
