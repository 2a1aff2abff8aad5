import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { readDeskFigures } from '#domain/validation/desk/contract.ts'
import { type DeskRules, daysTaken, dueOn, isOverdue, type QueueKind, queueKinds } from '#domain/validation/desk/due.ts'
import type { Decided } from '#domain/validation/desk/figures.ts'
import { FIGURE_DAYS, figureOf } from '#domain/validation/desk/figures.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, madridDay, startOfDayInMadrid } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { clarificationPauses } from '#server/validation/clarification/pauses.ts'
import { union, waiting } from '#server/validation/desk/waiting.ts'

/**
 * How long CCI took in the last 90 days (DESK-20). CCI itself reads all of it (`participantId` null); a participant the
 * medians, and how long its own things have waited. Grouped by the
 * two days, so that the work grows with the days and not with what was decided; what a clarification paused stands alone.
 */
export async function deskFigures(
  db: Db,
  { today, rules, participantId }: { today: Day; rules: DeskRules; participantId: string | null },
): Promise<AnswerOf<typeof readDeskFigures>> {
  const since = startOfDayInMadrid(addDays(today, -FIGURE_DAYS))
  const { rows } = await sql<Decided & { kind: QueueKind; asked: string | null }>`
    select kind, asked, (received at time zone 'Europe/Madrid')::date::text as "receivedOn",
      (decided at time zone 'Europe/Madrid')::date::text as "decidedOn", count(*)::int as count
    from (
      select case v.kind when 'AUDIT_REPORT' then 'report' else 'documentation' end as kind, v.sent_at as received,
        v.decided_at as decided,
        case when exists (select from clarification c where c.validation_id = v.id) then v.id end as asked
      from validation v where v.decided_at >= ${since} and v.sent_at <= v.decided_at and v.deleted_at is null
      union all
      select 'incident', i.created_at, i.opened_at, null from incident i where i.opened_at >= ${since}) d
    group by 1, 2, 3, 4`.execute(db)
  const paused = await clarificationPauses(
    db,
    rows.flatMap(({ asked }) => asked ?? []),
  )
  const decided = rows.map(({ asked, ...row }) => ({ ...row, pauses: asked === null ? [] : (paused.get(asked) ?? []) }))
  const open = await stillWaiting(db, rules, participantId)
  const figure = (kind: QueueKind) => {
    const { median, ...more } = figureOf(
      kind,
      decided.filter(row => row.kind === kind),
      rules,
      open.filter(each => each.kind === kind && isOverdue(each.dueOn, today)).length,
    )
    return participantId === null ? { median, ...more } : { median }
  }
  return {
    documentation: figure('documentation'),
    report: figure('report'),
    incident: figure('incident'),
    ...(participantId === null
      ? {}
      : {
          waiting: open.map(({ kind, receivedOn, dueOn, pauses }) => ({
            kind,
            dueOn,
            taken: daysTaken(receivedOn, today, rules, pauses),
          })),
        }),
  }
}

/** What waits for CCI, of one participant or of all. */
async function stillWaiting(db: Db, rules: DeskRules, participantId: string | null) {
  const all = union(queueKinds.map(kind => sql`select ${sql.lit(kind)} as kind, w.* from (${waiting[kind]}) w`))
  const { rows } = await sql<{ kind: QueueKind; id: string; receivedAt: string }>`
    select w.kind, w.id, w."receivedAt" from (${all}) w
    where ${participantId}::text is null
      or w.id in (select id from validation where participant_id = ${participantId})
      or w.id in (select id from incident where issuer_id = ${participantId})`.execute(db)
  const pausesOf = await clarificationPauses(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ kind, id, receivedAt }) => {
    const receivedOn = madridDay(receivedAt)
    const pauses = pausesOf.get(id) ?? []
    return { kind, receivedOn, pauses, dueOn: dueOn(kind, receivedOn, rules, pauses) }
  })
}
