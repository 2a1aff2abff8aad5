import { sql } from 'kysely'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { evaluatedOn } from '#domain/supervision/register/evaluated-on.ts'
import type { Day } from '#domain/values/day.ts'
import { pairOf } from '#server/participant/chain/current.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

export type Pair = { providerId: string; serviceId: string }
type Row = Pair & { periodTo: Day | null; reportDate: Day | null; requestReportDate: Day | null; assessed: boolean }

/**
 * When some services of providers were last evaluated, by `pairOf`: from the evaluation or the request behind each rating in
 * force (REG-08). A pair without a known date has none.
 */
export async function evaluationsOf(db: Db, pairs: readonly Pair[], today: Day): Promise<Map<string, Day>> {
  if (pairs.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select v.participant_id as "providerId", v.service_id as "serviceId", e.period_to as "periodTo",
      e.report_date as "reportDate", v.report_date as "requestReportDate", e.id is not null as assessed
    from (select distinct * from unnest(${pairs.map(each => each.providerId)}::text[],
        ${pairs.map(each => each.serviceId)}::text[]) as w (provider_id, service_id)) w
      join validation v on v.participant_id = w.provider_id and v.service_id = w.service_id
        and v.kind = 'AUDIT_REPORT' and v.deleted_at is null and v.superseded_at is null
        and ${hasStatus(sql`v.status`, reportRequestMachine.sets.qualified)}
      join score k on k.validation_id = v.id and k.is_current and k.expires_on >= ${today}::date
      left join assessment e on e.id = k.assessment_id`.execute(db)
  const days = new Map<string, Day>()
  for (const { periodTo, reportDate, requestReportDate, assessed, ...pair } of rows) {
    const evaluation = assessed ? { periodTo, reportDate } : null
    const [day, known] = [evaluatedOn({ evaluation, requestReportDate }), days.get(pairOf(pair))]
    if (day && (!known || day > known)) days.set(pairOf(pair), day)
  }
  return days
}
