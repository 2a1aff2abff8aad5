import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'
import { useMarkOf } from '#server/supervision/use/wire.ts'

/** Adds to the rows of a bank's search the situation of the services that it uses (LEVEL-11). */
export async function withUses(db: Db, actor: Actor, today: Day, rows: OverviewRow[]): Promise<OverviewRow[]> {
  if (!may(actor, 'use.manage') || rows.length === 0) return rows
  const providers = [...new Set(rows.map(row => row.idProvider))]
  const own = sql<boolean>`u.entity_id = ${actor.participantId} and u.until is null and u.provider_id = any(${providers})`
  const uses = await usesWhere(db, own, today)
  const marks = new Map(uses.map(use => [`${use.providerId} ${use.serviceId}`, useMarkOf(use, today)]))
  return rows.map(row => {
    const use = marks.get(`${row.idProvider} ${row.idService}`)
    return use ? { ...row, details: { ...row.details, use } } : row
  })
}
