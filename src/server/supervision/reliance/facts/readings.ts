import { sql } from 'kysely'
import { calledBy } from '#domain/identity/user/user.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** People and files named; more are counted. */
const NAMED_MAX = 20

type Reading = { id: string; file: string; name: string; surnames: string; email: string; at: string }

/** Who of the bank read which file of the rated request, and when they last did (condition c). */
export const readingFacts: Gatherer = async ({ db, actor, rated }): Promise<Fact[]> => {
  const label = 'Lectura de su entidad'
  if (!rated) return [factOf('c', 'readings', label, null)]
  const { rows } = await sql<Reading>`
    select r.user_id || coalesce(r.version_id, r.score_id) as id, coalesce(d.name, 'Dictamen de calificación') as file,
      u.name, u.surnames, u.email, max(r.read_at) as at
    from portal_user u join file_read r on r.user_id = u.id
      left join document_version w on w.id = r.version_id
      left join document d on d.id = w.document_id
      left join score s on s.id = r.score_id
    where u.participant_id = ${actor.participantId}
      and (d.validation_id = ${rated.validationId} or s.validation_id = ${rated.validationId})
    group by 1, 2, 3, 4, 5 order by at desc, 1`.execute(db)
  const source: ['request', string] = ['request', rated.validationId]
  if (rows.length === 0) {
    return [factOf('c', 'readings', label, 'Nadie ha leído todavía el informe ni el dictamen', { source })]
  }
  const rest = rows.length - NAMED_MAX
  return [
    ...rows
      .slice(0, NAMED_MAX)
      .map(({ id, file, at, ...reader }) =>
        factOf('c', `reading:${id}`, label, `${calledBy(reader)}: «${file}»`, { on: at, source }),
      ),
    ...(rest > 0 ? [factOf('c', 'readings', label, `Y ${rest} lecturas más`, { source })] : []),
  ]
}
