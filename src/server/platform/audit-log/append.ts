import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { AuditEntry, ChainedEntry } from '#domain/audit-log/audit-log.ts'
import { aroundNumber, chainedText, dataText } from '#domain/audit-log/audit-log.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { atCommit } from '#server/platform/database/dialect.ts'

export function entryHash(previousHash: string, entry: ChainedEntry): string {
  return createHash('sha256').update(chainedText(previousHash, entry)).digest('hex')
}

/** What stands in the chain for an entry's data, so that they can be destroyed without breaking it. */
export function dataHashOf(salt: string, data: Record<string, unknown>): string {
  return createHash('sha256').update(dataText(salt, data)).digest('hex')
}

/** Appends entries to the chain, as the last act of the caller's transaction: with its commit. */
export async function appendToAuditLog(tx: Db, entries: Omit<AuditEntry, 'number'>[]): Promise<void> {
  if (entries.length > 0) await atCommit(tx, appending(entries))
}

/** The statement that appends entries, for whoever asks the database itself: the last before its commit. */
export function appending(entries: Omit<AuditEntry, 'number'>[]): string {
  const rows = entries.map(entry => {
    // As JSON, so that what is sealed is what the database gives back.
    const { data, ...sealed } = { ...entry, data: JSON.parse(JSON.stringify(entry.data)) }
    const salt = randomBytes(16).toString('hex')
    const dataHash = dataHashOf(salt, data)
    return { ...sealed, ...aroundNumber({ ...sealed, dataHash }), data, salt, dataHash }
  })
  return `select append_to_trail(${pg.escapeLiteral(JSON.stringify(rows))})`
}
