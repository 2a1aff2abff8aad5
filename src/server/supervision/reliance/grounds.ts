import { sql } from 'kysely'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { Cause, Grounds, Happening } from '#domain/supervision/reliance/due.ts'
import { causesOf } from '#domain/supervision/reliance/due.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { StoredFile } from '#server/supervision/reliance/queries.ts'
import { isSigned } from '#server/supervision/reliance/queries.ts'
import { evaluatorAccreditedUntil } from '#server/validation/evaluator.ts'

type Row = Grounds & { id: string }

/**
 * What has become of the grounds of some signed files by an instant: an undo may still take back what came later. Files
 * whose provider is gone have none.
 */
async function groundsOf(db: Db, files: readonly StoredFile[], by: string): Promise<Map<string, Grounds>> {
  if (files.length === 0) return new Map()
  const happening = (id: string, at: string) => sql`json_build_object('id', ${sql.ref(id)}, 'at', ${sql.ref(at)})`
  const { rows } = await sql<Row>`
    select f.id, e_until as "accreditedUntil", s.review_since as "reviewSince",
      (select ${happening('c.id', 'c.scored_at')} from score c
        where c.validation_id = s.validation_id and c.scored_at > s.scored_at and c.correction_reason <> ''
          and c.scored_at <= ${by} order by c.scored_at limit 1) as corrected,
      case when v.superseded_at <= ${by} then json_build_object('id', v.id, 'at', v.superseded_at) end as superseded,
      coalesce((select json_agg(json_build_object('id', x.assessment_id, 'at', x.at)) from (
        select n.assessment_id, min(n.scored_at) as at from validation w join score n on n.validation_id = w.id
        where w.participant_id = u.provider_id and w.service_id = u.service_id and w.deleted_at is null
          and n.assessment_id is not null and n.scored_at > f.signed_at and n.scored_at <= ${by}
        group by n.assessment_id) x), '[]') as evaluations,
      coalesce((select json_agg(json_build_object('id', l.id || ' ' || c.day, 'at', c.day)) from subcontract l
        cross join lateral (values
          (case when l.urgent_reason = '' then l.since
            else greatest(l.since, (l.created_at at time zone 'Europe/Madrid')::date) end,
            (l.underpins or l.handles_data) and (l.until is null or l.until >= l.since)),
          (l.until, l.underpins and l.until >= l.since)) as c (day, matters)
        where l.provider_id = u.provider_id and l.service_id = u.service_id and c.matters
          and c.day > (f.signed_at at time zone 'Europe/Madrid')::date
          and c.day <= (${by}::timestamptz at time zone 'Europe/Madrid')::date), '[]') as "chainChanges"
    from reliance_file f
      join service_use u on u.id = f.use_id
      join participant p on p.id = u.provider_id and p.deleted_at is null
      left join score s on s.id = f.facts -> 'basis' ->> 'scoreId'
      left join validation v on v.id = s.validation_id
      left join participant e on e.id = v.evaluator_id
      cross join lateral (select ${evaluatorAccreditedUntil}) a (e_until)
    where f.id = any(${files.map(({ id }) => id)})`.execute(db)
  return new Map(rows.map(({ id, ...grounds }) => [id, { ...grounds, ...readAt(grounds) }]))
}

/** Instants come out of JSON in PostgreSQL's form. */
const instantOf = (found: Happening): Happening => ({ ...found, at: new Date(found.at).toISOString() })
const readAt = ({ corrected, superseded, evaluations }: Omit<Row, 'id'>) => ({
  corrected: corrected && instantOf(corrected),
  superseded: superseded && instantOf(superseded),
  evaluations: evaluations.map(instantOf),
})

const nothing: Grounds = {
  ...{ corrected: null, superseded: null, reviewSince: null, accreditedUntil: null },
  ...{ evaluations: [], chainChanges: [] },
}

/** The causes for which each signed file has to be reviewed; none of drafts and of files that were replaced. */
export async function causesBy(
  db: Db,
  files: readonly StoredFile[],
  { by, today }: { by: string; today: Day },
): Promise<Map<string, Cause[]>> {
  const standing = files.filter(isSigned).filter(({ status }) => relianceMachine.is.standing(status))
  const grounds = await groundsOf(db, standing, by)
  return new Map(
    standing.map(({ id, signedAt, facts, written }) => {
      const signed = { signedAt, reviewOn: written.reviewOn!, basis: facts.basis }
      return [id, causesOf(signed, grounds.get(id) ?? nothing, today)]
    }),
  )
}
