import { DomainError } from '#domain/contract/domain-error.ts'
import {
  beginningAfter,
  proposedReferenceDate,
  referenceDateFault,
  registerAsOf,
} from '#domain/supervision/register/as-of.ts'
import { isAsked } from '#domain/supervision/register/ask.ts'
import type { FaultWire, LintWire } from '#domain/supervision/register/contract.ts'
import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { listNames, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { comparedOn, editionOf } from '#domain/supervision/register/edition/editions.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { groupEntities } from '#domain/supervision/register/facts.ts'
import { leads } from '#domain/supervision/register/lint/lead.ts'
import type { Fault } from '#domain/supervision/register/lint/lint.ts'
import { countFaults, lintInSteps } from '#domain/supervision/register/lint/lint.ts'
import { FAULTS_SHOWN } from '#domain/supervision/register/package/format.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import { tablesInSteps } from '#domain/supervision/register/table/tables.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { inSteps } from '#server/platform/worker/in-steps.ts'
import { registerFacts } from '#server/supervision/register/facts.ts'

export type Linted = { edition: Edition; facts: RegisterFacts; tables: Tables; faults: Fault[]; leftOut: string[] }

/**
 * A bank's register as of a reference date, or of all that it holds: its rows and its faults.
 * @throws DomainError invalid for a date that is no reference date
 */
export async function lintedRegister(db: Db, entityId: string, today: Day, date?: Day): Promise<Linted> {
  const fault = date && referenceDateFault(date, today)
  if (fault) throw new DomainError('invalid', { fields: { referenceDate: fault } })
  const referenceDate = date ?? proposedReferenceDate(today)
  const all = await registerFacts(db, entityId, { today, referenceDate })
  const facts = date ? registerAsOf(all, date) : all
  const edition = editionOf(referenceDate)
  const tables = await inSteps(tablesInSteps(edition, facts, today))
  const leftOut = date ? beginningAfter(all, date) : []
  const faults = await inSteps(lintInSteps({ edition, facts, tables, today, referenceDate }))
  return { edition, facts, tables, faults, leftOut }
}

/** The faults by table, with who can put them right and where (DORA-18). */
export async function lintOf(db: Db, entityId: string, today: Day, date?: Day): Promise<LintWire> {
  const { edition, facts, faults, leftOut } = await lintedRegister(db, entityId, today, date)
  const leadOf = leads(facts)
  const listed = faults
    .slice(0, FAULTS_SHOWN)
    .map(({ place: _place, ...fault }, at): FaultWire => ({ ...fault, ...leadOf(faults[at]!) }))
  const shown = Map.groupBy(listed, ({ table }) => table)
  return {
    edition: edition.number,
    groupSize: groupEntities(facts).length,
    comparedOn: comparedOn(edition),
    gleif: facts.gleif && { on: facts.gleif.on, isWhole: facts.gleif.isWhole },
    counts: countFaults(faults),
    tables: tableCodes.flatMap(table => {
      const found = shown.get(table)
      return found ? [{ table, name: edition.tables[table].name, faults: found }] : []
    }),
    providers: await waitedFor(db, facts, new Set(listed.flatMap(({ providerId }) => providerId ?? [])), today),
    leftOut,
    uncompared: listNames.flatMap(name => (edition.lists[name].comparedOn === null ? edition.lists[name].name : [])),
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
