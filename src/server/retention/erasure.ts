import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Erasure, Fate, Rows, Subject } from '#server/retention/erasure/definition.ts'
import { installation } from '#server/retention/erasure/installation.ts'
import { participants } from '#server/retention/erasure/participants.ts'
import { records } from '#server/retention/erasure/records.ts'
import { users } from '#server/retention/erasure/users.ts'

/**
 * The single definition of what is erased (D44), in the order of the purge: referring rows before the rows they refer
 * to.
 */
export const erasures: { readonly [T in keyof Tables]: Erasure<Tables[T]> } = {
  ...records,
  ...users,
  ...participants,
  ...installation,
}

type AnyErasure = {
  columns?: Readonly<Record<string, Fate>>
  of?: Partial<Record<Subject, Rows>>
  userAlone?: string
} & Partial<Record<Subject, Rows>>
const definition = Object.entries(erasures) as [keyof Tables, AnyErasure][]

/** The columns of a table that the purge overwrites. */
export const erasedColumns = (table: keyof Tables): string[] =>
  Object.entries((erasures[table] as AnyErasure).columns ?? {}).flatMap(([column, fate]) =>
    typeof fate === 'string' ? [] : [column],
  )

/** The reason why a column may keep its value after a subject is erased; undefined when it may not. */
export function whyKept(table: keyof Tables, column: string, subject: Subject): string | undefined {
  const { columns, userAlone } = erasures[table] as AnyErasure
  const fate = columns?.[column]
  return typeof fate === 'string' ? fate : subject === 'user' ? userAlone : undefined
}

/**
 * Erases the data that the definition names of a participant, after its users, or of a user.
 * @returns the hashes of the files that the deleted rows named
 */
export async function erase(db: Db, subject: Subject, id: string, now: string): Promise<string[]> {
  const files: string[] = []
  for (const [table, { columns = {}, of, ...deleted }] of definition) {
    const gone = deleted[subject]?.(id)
    if (gone) {
      const { rows } = await sql<{ sha256: string | null }>`
        delete from ${sql.table(table)} where ${gone} returning to_jsonb(${sql.table(table)}) ->> 'sha256' as sha256`.execute(
        db,
      )
      files.push(...rows.flatMap(row => row.sha256 ?? []))
    }
    const kept = of?.[subject]?.(id)
    if (kept) {
      const changes = Object.entries(columns).flatMap(([column, fate]) =>
        typeof fate === 'string' ? [] : [sql`${sql.ref(column)} = ${fate.becomes(id, now)}`],
      )
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${kept}`.execute(db)
    }
  }
  return files
}
