import { sql } from 'kysely'
import { called } from '#server/document/versions.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'

/** Who looks after a document of some documentations, by documentation and name. */
export async function assigneesOf(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, { id: string; name: string }>()
  const rows = await assignees(db, { ids })
  return new Map(rows.map(({ validation_id, document_name, ...user }) => [`${validation_id} ${document_name}`, user]))
}

const assignees = statement((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('document_assignment as a')
    .innerJoin('portal_user as u', 'u.id', 'a.user_id')
    .select(['a.validation_id', 'a.document_name', 'u.id', called('u').as('name')])
    .where('a.validation_id', '=', sql<string>`any(${arrayParameter(ids)})`)
    .where('u.deleted_at', 'is', null)
    .compile(),
)
