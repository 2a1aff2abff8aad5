import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import { proposedReferenceDate } from '#domain/supervision/register/as-of.ts'
import { editionOf } from '#domain/supervision/register/edition/editions.ts'
import { codeVariants } from '#domain/supervision/register/import/package-companies.ts'
import type { PackageRows } from '#domain/supervision/register/import/package-rows.ts'
import { packageRows } from '#domain/supervision/register/import/package-rows.ts'
import type { KnownProvider, KnownUse } from '#domain/supervision/register/import/reading.ts'
import type { ReadTables } from '#domain/supervision/register/import/tables.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import type { Day } from '#domain/values/day.ts'
import { isDay } from '#domain/values/day.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { registerFacts } from '#server/supervision/register/facts.ts'

/** The tables of a package as rows of an import, with what the portal knows of those that it names (REG-20). */
export async function rowsOfPackage(db: Db, actor: Actor, today: Day, read: ReadTables): Promise<PackageRows> {
  const { referenceDate } = read
  const date = referenceDate && isDay(referenceDate) ? referenceDate : proposedReferenceDate(today)
  const edition = editionOf(date)
  const entityId = actor.participantId
  const [facts, providers, uses] = await Promise.all([
    registerFacts(db, entityId, { today, referenceDate: date }),
    providersIn(db, actor, read),
    usesOf(db, entityId),
  ])
  return packageRows(edition, read, { facts, tables: tablesOf(edition, facts, today), providers, uses })
}

/** The providers that the codes of a package name, by code: LEI, EUID or number. Of a code of two, none. */
async function providersIn(db: Db, actor: Actor, { tables }: ReadTables): Promise<Map<string, KnownProvider>> {
  const columns = { 'B_05.01': 'c0010', 'B_03.02': 'c0020' } as const
  const said = Object.entries(columns).flatMap(([table, column]) => {
    const read = tables[table as keyof typeof columns]
    const at = read?.columns.indexOf(column) ?? -1
    return at < 0 ? [] : read!.rows.map(row => String(row[at + 1] ?? ''))
  })
  const codes = [...new Set(said.filter(Boolean).flatMap(codeVariants))]
  const { rows } = await sql<KnownProvider & { codes: (string | null)[] }>`
    select p.id, p.cif, array[p.cif, i.lei, i.euid, i.other_code] as codes
    from participant p left join company_identity i on i.participant_id = p.id
    where p.kind = 'PROVIDER' and p.deleted_at is null
      and (p.cif = any(${codes}) or i.lei = any(${codes}) or i.euid = any(${codes}) or i.other_code = any(${codes}))
      and ${canAccess(actor, seesParticipants(actor, 'PROVIDER'))} order by p.id`.execute(db)
  const named = rows.flatMap(({ id, cif, codes: its }) => its.flatMap(code => (code ? [{ code, id, cif }] : [])))
  return new Map(
    [...Map.groupBy(named, ({ code }) => code)].flatMap(([code, of]) =>
      new Set(of.map(({ id }) => id)).size === 1 ? [[code, { id: of[0]!.id, cif: of[0]!.cif }]] : [],
    ),
  )
}

/** The live uses of the bank, with the type that the provider gives the service. */
async function usesOf(db: Db, entityId: string): Promise<KnownUse[]> {
  const { rows } = await sql<KnownUse>`
    select u.provider_id as "providerId", s.key, f.ict_type as "ictType"
    from service_use u join service s on s.id = u.service_id
      left join service_facts f on f.participant_id = u.provider_id and f.service_id = u.service_id
    where u.entity_id = ${entityId} and u.until is null order by u.id`.execute(db)
  return rows
}
