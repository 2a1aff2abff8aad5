import { sql } from 'kysely'
import type { FileAccessWire, listFileAccesses } from '#domain/audit-log/contract.ts'
import { mayListFileAccesses, seesWhoRead } from '#domain/audit-log/file-accesses.ts'
import type { QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import { keyCalled } from '#domain/integration/key/key.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { visibleValidation } from '#server/validation/queries.ts'

type Access = { reader_id: string; read_at: string; id: string; document: string; file: string; partly: boolean }
type Named = Record<'name' | 'surnames' | 'email' | 'key', string | null>

const personOf = ({ name, surnames, email, key }: Named): string =>
  key === null ? calledBy({ name: name!, surnames: surnames!, email: email! }) : keyCalled(key)

/**
 * The accesses to the files of a documentation or a request, whole or in part, as the server recorded them, and case
 * files that contain them. The participant sees the other organisations; CCI sees every access, with the person.
 * @throws DomainError notFound when the actor is neither the owner nor CCI
 */
export async function fileAccessesOf(
  db: Db,
  actor: Actor,
  id: string,
  query: QueryOf<typeof listFileAccesses>,
): Promise<{ content: FileAccessWire[]; totalElements: number }> {
  const validation = await visibleValidation(db, actor, id)
  const person = seesWhoRead(actor)
  if (!mayListFileAccesses(actor, validation.participant_id)) throw new DomainError('notFound')
  const read = sql<Access>`(
    select coalesce(r.key_id, r.user_id) as reader_id, r.read_at, r.id, d.name as document, coalesce(w.file_name, s.file_name) as file, false as partly
    from file_read r
    left join document_version w on w.id = r.version_id
    left join document d on d.id = w.document_id
    left join score s on s.id = r.score_id
    where d.validation_id = ${id} or s.validation_id = ${id}
    union all
    select t.actor_id, t.at, lpad(t.number::text, 20, '0'), t.data ->> 'document', t.data ->> 'file', true
    from trail t where t.event = 'document.read-partly' and t.data ->> 'validationId' = ${id}
    union all
    select t.actor_id, t.at, lpad(t.number::text, 20, '0') || f.id, f.name, f.file, false
    from trail t, lateral (
      select w.id, d.name, w.file_name as file
      from document d join document_version w on w.document_id = d.id
      where d.validation_id = ${id} and t.data -> 'versions' ? w.id
      union all
      select s.id, null, s.file_name from score s where s.validation_id = ${id} and t.data -> 'versions' ? s.id) f
    where t.event = 'case-file.made' and t.participant_id = ${validation.participant_id})`
  let found = db
    .selectFrom(read.as('r'))
    .leftJoin('portal_user as u', 'u.id', 'r.reader_id')
    .leftJoin('api_key as k', 'k.id', 'r.reader_id')
    .innerJoin('participant as p', join =>
      join.on(eb => eb('p.id', '=', eb.fn.coalesce('u.participant_id', 'k.entity_id'))),
    )
  if (!person) found = found.where('p.id', '!=', actor.participantId)
  const { rows, total } = await pageOfQuery(
    found
      .select(['r.document', 'r.file', 'r.read_at', 'r.partly', 'p.kind', 'p.display_name', 'p.deleted_at as gone'])
      .select(['u.name', 'u.surnames', 'u.email', 'k.name as key']),
    query,
    { readAt: sql`r.read_at` },
    (key, way) => sql`${key} ${way}, r.id ${way}`,
  )
  const content = rows.map(row => ({
    document: row.document ?? 'Dictamen de calificación',
    fileName: row.file,
    readAt: row.read_at,
    // D44: deleted organisations are never named.
    organisation: row.gone ? 'Una organización que ya no está' : row.kind === 'CCI' ? 'CCI' : row.display_name,
    person: person && !row.gone ? personOf(row) : null,
    partly: row.partly,
  }))
  return { content, totalElements: total }
}
