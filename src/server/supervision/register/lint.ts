import { isAsked } from '#domain/supervision/register/ask.ts'
import type { FaultWire, LintWire } from '#domain/supervision/register/contract.ts'
import { listNames, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { leads } from '#domain/supervision/register/lint/lead.ts'
import type { Fault } from '#domain/supervision/register/lint/lint.ts'
import { countFaults, lint } from '#domain/supervision/register/lint/lint.ts'
import { FAULTS_SHOWN } from '#domain/supervision/register/package/format.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { registerFacts } from '#server/supervision/register/facts.ts'

export type Linted = { facts: RegisterFacts; tables: Tables; faults: Fault[] }

/** A bank's register as it is today: its rows and its faults. */
export async function lintedRegister(db: Db, entityId: string, today: Day): Promise<Linted> {
  const facts = await registerFacts(db, entityId, today)
  const tables = tablesOf(edition40, facts, today)
  return { facts, tables, faults: lint({ edition: edition40, facts, tables, today }) }
}

/** The faults by table, with who can put them right and where (DORA-18). */
export async function lintOf(db: Db, entityId: string, today: Day): Promise<LintWire> {
  const { facts, faults } = await lintedRegister(db, entityId, today)
  const leadOf = leads(facts)
  const listed = faults
    .slice(0, FAULTS_SHOWN)
    .map(({ place: _place, ...fault }, at): FaultWire => ({ ...fault, ...leadOf(faults[at]!) }))
  const shown = Map.groupBy(listed, ({ table }) => table)
  return {
    edition: edition40.number,
    counts: countFaults(faults),
    tables: tableCodes.flatMap(table => {
      const found = shown.get(table)
      return found ? [{ table, name: edition40.tables[table].name, faults: found }] : []
    }),
    providers: await waitedFor(db, facts, new Set(listed.flatMap(({ providerId }) => providerId ?? [])), today),
    uncompared: listNames.flatMap(name =>
      edition40.lists[name].comparedOn === null ? edition40.lists[name].name : [],
    ),
  }
}

/** The providers that can put faults right, by name. */
async function waitedFor(
  db: Db,
  { companies }: RegisterFacts,
  ids: ReadonlySet<string>,
  today: Day,
): Promise<LintWire['providers']> {
  if (ids.size === 0) return []
  const asks = await db
    .selectFrom('register_ask')
    .select(['provider_id', 'asked_at'])
    .where('provider_id', 'in', [...ids])
    .execute()
  const asked = new Map(asks.map(each => [each.provider_id, madridDay(each.asked_at)]))
  return companies
    .filter(({ id }) => ids.has(id))
    .map(({ id, name }) => ({ id, name, asked: isAsked(asked.get(id), today) }))
    .toSorted((a, b) => compareSpanish(a.name, b.name))
}
