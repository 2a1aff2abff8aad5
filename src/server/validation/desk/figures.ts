import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { readDeskFigures } from '#domain/validation/desk/contract.ts'
import type { DeskRules, QueueKind } from '#domain/validation/desk/due.ts'
import type { Decided } from '#domain/validation/desk/figures.ts'
import { FIGURE_DAYS, figureOf } from '#domain/validation/desk/figures.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, startOfDayInMadrid } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { clarificationPauses } from '#server/validation/clarification/pauses.ts'

/**
 * How long CCI took in the last 90 days (DESK-20). `whole` for CCI itself; others read the median alone. Grouped by the
 * two days, so that the work grows with the days and not with what was decided; what a clarification paused stands alone.
 */
export async function deskFigures(
  db: Db,
  { today, rules, whole }: { today: Day; rules: DeskRules; whole: boolean },
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
  const figure = (kind: QueueKind) => {
    const { median, ...more } = figureOf(
      kind,
      decided.filter(row => row.kind === kind),
      rules,
    )
    return whole ? { median, ...more } : { median }
  }
  return { documentation: figure('documentation'), report: figure('report'), incident: figure('incident') }
}
