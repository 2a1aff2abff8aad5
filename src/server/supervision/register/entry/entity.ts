import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { recordValues } from '#domain/record/field.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import type { EntityWire, saveRegisterEntity as saveContract } from '#domain/supervision/register/entry/contract.ts'
import type { EntityValues } from '#domain/supervision/register/entry/fields.ts'
import { entityFields } from '#domain/supervision/register/entry/fields.ts'
import type { CurrencyRate } from '#domain/supervision/register/entry/rates.ts'
import { rateField, rateLabel, rateText } from '#domain/supervision/register/entry/rates.ts'
import { terms } from '#domain/supervision/register/entry/terms.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedColumnsOf, storedFieldsOf } from '#server/record/stored.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'

export type StoredEntity = EntityWire & { createdOn: Day | null; changedOn: Day | null }

/** The bank as its register describes it; version 0 until it is saved. */
export async function entityOf(db: Db, entityId: string): Promise<StoredEntity> {
  const { rows } = await sql<EntityValues & { name: string; version: number | null; createdOn: Day; changedOn: Day }>`
    select p.display_name as name, e.version, e.created_on as "createdOn", e.changed_on as "changedOn",
      ${storedFieldsOf('e', entityFields)}
    from participant p left join register_entity e on e.entity_id = p.id where p.id = ${entityId}`.execute(db)
  const { authority, parentName, version, ...row } = onlyOf(rows)
  const defined = await db
    .selectFrom('register_term')
    .select(['term', 'definition'])
    .where('entity_id', '=', entityId)
    .execute()
  const definitions = new Map(defined.map(each => [each.term, each.definition]))
  return {
    ...row,
    authority: authority ?? '',
    parentName: parentName ?? '',
    version: version ?? 0,
    terms: Object.fromEntries(terms.map(({ column }) => [column, definitions.get(column) ?? ''])),
    rates: await ratesOf(db, entityId),
  }
}

/** Rates are stored in hundred-millionths. */
const RATE_UNIT = 100_000_000

async function ratesOf(db: Db, entityId: string): Promise<CurrencyRate[]> {
  const { rows } = await sql<CurrencyRate>`
    select currency, reference_date as "referenceDate", (rate / ${RATE_UNIT}::float8) as rate from register_rate
    where entity_id = ${entityId} order by reference_date desc, currency`.execute(db)
  return rows
}

/** The field of a definition in a conflict. */
const termField = (column: string) => `terms.${column}`
type Rates = readonly (Omit<CurrencyRate, 'rate'> & { rate: number | null })[]
const rateFieldOf = ({ referenceDate, currency }: Rates[number]) => rateField(referenceDate, currency)
const labelsWith = (rates: Rates) =>
  fieldLabels(entityFields, {
    ...Object.fromEntries(terms.map(({ column, name }) => [termField(column), name])),
    ...Object.fromEntries(rates.map(each => [rateFieldOf(each), rateLabel(each)])),
  })
const words = (values: object, definitions: Record<string, string | undefined> = {}, rates: Rates = []) => ({
  ...fieldWords(entityFields, values),
  ...Object.fromEntries(rates.map(each => [rateFieldOf(each), rateText(each.rate)])),
  ...Object.fromEntries(
    Object.entries(definitions).flatMap(([column, text]) => (text === undefined ? [] : [[termField(column), text]])),
  ),
})

/** A LEI as it is stored. @throws DomainError invalid with fields */
function checkedLeis<T extends Partial<EntityValues>>(given: T): T {
  const checked = { ...given }
  const faults: Record<string, string> = {}
  for (const field of ['lei', 'parentLei'] as const) {
    const lei = given[field]
    if (!lei) continue
    const fault = leiRule(lei)
    if (fault) faults[field] = fault
    checked[field] = normaliseLei(lei)
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return checked
}

/**
 * Saves the entity and its definitions (DORA-07). What is not given stays.
 * @throws DomainError notFound, changedMeanwhile, invalid with fields
 */
export async function saveEntity(
  tx: Transaction,
  actor: Actor,
  { version, terms: definitions, rates = [], ...sent }: BodyOf<typeof saveContract>,
): Promise<EntityWire> {
  const id = actor.participantId
  await lockRegister(tx, actor)
  const now = await entityOf(tx.db, id)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: words(now, now.terms, now.rates),
    yours: words(sent, definitions, rates),
    labels: labelsWith([...now.rates, ...rates]),
    object: { kind: 'register-entity', id },
  })
  const wanted = onTopOf({ ...emptyValues(entityFields), ...recordValues(entityFields, now) }, checkedLeis(sent))
  const wantedTerms = onTopOf(now.terms, definitions ?? {})
  const changedTerms = Object.entries(wantedTerms).filter(([column, text]) => text !== now.terms[column])
  const known = new Map(now.rates.map(each => [rateFieldOf(each), each.rate]))
  const changedRates = rates.filter(each => each.rate !== (known.get(rateFieldOf(each)) ?? null))
  if (!differ(entityFields, wanted, now) && changedTerms.length === 0 && changedRates.length === 0) return now
  const columns = { ...storedColumnsOf(entityFields, wanted), changed_on: tx.today }
  await tx.db
    .insertInto('register_entity')
    .values({ ...columns, entity_id: id, created_on: tx.today } as never)
    .onConflict(conflict =>
      conflict
        .column('entity_id')
        .doUpdateSet(eb => ({ ...columns, version: eb('register_entity.version', '+', 1) }) as never),
    )
    .execute()
  for (const [term, definition] of changedTerms) await define(tx.db, id, term, definition)
  for (const rate of changedRates) await writeRate(tx.db, id, rate)
  tx.record({
    event: 'register-entity.saved',
    object: { kind: 'register-entity', id },
    participantId: id,
    told: { participantId: id, extended: wanted.lei !== now.lei || wanted.leiRenewalOn !== now.leiRenewalOn },
  })
  return entityOf(tx.db, id)
}

async function writeRate(db: Db, entityId: string, { referenceDate, currency, rate }: Rates[number]): Promise<void> {
  const key = { entity_id: entityId, reference_date: referenceDate, currency }
  await sql`delete from register_rate where entity_id = ${entityId} and reference_date = ${referenceDate}::date
    and currency = ${currency}`.execute(db)
  if (rate !== null)
    await db
      .insertInto('register_rate')
      .values({ ...key, rate: Math.round(rate * RATE_UNIT) })
      .execute()
}

async function define(db: Db, entityId: string, term: string, definition: string): Promise<void> {
  await db.deleteFrom('register_term').where('entity_id', '=', entityId).where('term', '=', term).execute()
  if (definition === '') return
  await db.insertInto('register_term').values({ entity_id: entityId, term, definition }).execute()
}
