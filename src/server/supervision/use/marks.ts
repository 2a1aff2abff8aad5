import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'
import { useMarkOf } from '#server/supervision/use/wire.ts'

type Values = { entity: string; ids: readonly string[] }

/** Prepared, because most rows of most pages are used by no bank that reads them. */
const usesOnPage = statement((db, { entity, ids }: Values) =>
  sql<{ id: string }>`
    select u.id from unnest(${arrayParameter(ids)}) as page (id)
    join overview_row o on o.id = page.id
    join service_use u on u.entity_id = ${entity} and u.provider_id = o.participant_id and u.service_id = o.service_id
      and u.until is null`.compile(db),
)

/** The situation of the services that a bank uses, by their rows of its search (LEVEL-11). */
export async function useMarks(
  db: Db,
  actor: Actor,
  today: Day,
  ids: readonly string[],
): Promise<(row: OverviewRow) => OverviewRow> {
  const none = (row: OverviewRow) => row
  if (!may(actor, 'use.manage') || ids.length === 0) return none
  const found = await usesOnPage(db, { entity: actor.participantId, ids })
  if (found.length === 0) return none
  const uses = await usesWhere(db, sql`u.id = any(${found.map(({ id }) => id)})`, today)
  const marks = new Map(uses.map(use => [`${use.providerId} ${use.serviceId}`, useMarkOf(use, today)]))
  return row => {
    const use = marks.get(`${row.idProvider} ${row.idService}`)
    return use ? { ...row, details: { ...row.details, use } } : row
  }
}
