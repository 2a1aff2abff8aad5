import type { QueryOf } from '#domain/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '#domain/roles.ts'
import type { listReadings, ReadingWire } from '#domain/trail/contract.ts'
import { mayReadReadings, seesReaders } from '#domain/trail/readings.ts'
import { calledBy } from '#domain/user/user.ts'
import type { Db } from '#server/database/connect.ts'
import { visibleValidation } from '#server/validation/queries.ts'

/**
 * Who has read the files of a documentation or a request whole, as the server saw it. Its participant reads which other
 * organisation; CCI every reading, and the person.
 * @throws Refusal notFound for what is neither the actor's own nor CCI's to see
 */
export async function readingsOf(
  db: Db,
  actor: Actor,
  id: string,
  { page, size, sort }: QueryOf<typeof listReadings>,
): Promise<{ content: ReadingWire[]; totalElements: number }> {
  const validation = await visibleValidation(db, actor, id)
  const person = seesReaders(actor)
  if (!mayReadReadings(actor, validation.participant_id)) throw new Refusal('notFound')
  let found = db
    .selectFrom('file_read as r')
    .innerJoin('portal_user as u', 'u.id', 'r.user_id')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .leftJoin('document_version as w', 'w.id', 'r.version_id')
    .leftJoin('document as d', 'd.id', 'w.document_id')
    .leftJoin('score as s', 's.id', 'r.score_id')
    .where(eb => eb.or([eb('d.validation_id', '=', id), eb('s.validation_id', '=', id)]))
  if (!person) found = found.where('u.participant_id', '!=', actor.participantId)
  const direction = sort.endsWith(',desc') ? 'desc' : 'asc'
  const rows = await found
    .select([
      'd.name as document',
      'w.file_name as version_file',
      's.file_name as score_file',
      'r.read_at',
      'p.kind',
      'p.display_name',
      'p.deleted_at as gone',
      'u.name',
      'u.surnames',
      'u.email',
    ])
    .orderBy('r.read_at', direction)
    .orderBy('r.id', direction)
    .limit(size)
    .offset(page * size)
    .execute()
  const { total } = await found.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const content = rows.map(row => ({
    document: row.document ?? 'Dictamen de calificación',
    fileName: (row.version_file ?? row.score_file)!,
    readAt: row.read_at,
    // D44: what was deleted is named to nobody.
    organisation: row.gone ? 'Una organización que ya no está' : row.kind === 'CCI' ? 'CCI' : row.display_name,
    person: person && !row.gone ? calledBy(row) : null,
  }))
  return { content, totalElements: total }
}
