import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { recordValues } from '#domain/record/field.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import { clauseFaults, clauseFields, clausesLeft } from '#domain/supervision/register/clause/answers.ts'
import type {
  ClausesWire,
  listMissingClauses,
  saveClauses as saveContract,
} from '#domain/supervision/register/clause/contract.ts'
import { CRITICAL, GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf } from '#server/record/stored.ts'
import { ofIct } from '#server/supervision/register/entry/contract-columns.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import { foundOrRefused } from '#server/supervision/register/entry/party.ts'

type Row = Pick<ClausesWire, 'id' | 'reference' | 'provider' | 'isCritical'> & {
  answers: object | null
  version: number | null
}

/** What is written of the clauses of a bank's contracts `a` of ICT services for which a condition holds; version 0 where nothing is. */
export async function clausesWhere(db: Db, entityId: string, condition: RawBuilder<SqlBool>): Promise<ClausesWire[]> {
  const { rows } = await sql<Row>`
    select a.id, a.reference, w.answers, w.version,
      coalesce(c.name, k.facts ->> 'name', case when p.deleted_at is null then p.display_name end, ${GONE_PROVIDER})
        as provider,
      exists (select from arrangement_line l join business_function f on f.id = l.function_id
        where l.arrangement_id = a.id and f.critical = ${CRITICAL}) as "isCritical"
    from arrangement a
      left join arrangement_clauses w on w.arrangement_id = a.id
      left join company c on c.id = a.company_id
      left join participant p on p.id = a.provider_id
      left join kept_fact k on k.entity_id = a.entity_id and k.provider_id = a.provider_id and k.service_id is null
    where a.entity_id = ${entityId} and ${ofIct} and ${condition} order by a.id`.execute(db)
  return rows.map(({ answers, version, ...row }) => ({
    ...row,
    ...onTopOf(emptyValues(clauseFields), answers ?? {}),
    version: version ?? 0,
  }))
}

/** The clauses of a contract of the actor's bank. @throws DomainError notFound */
export const clausesOf = async (db: Db, actor: Actor, id: string): Promise<ClausesWire> =>
  foundOrRefused((await clausesWhere(db, actor.participantId, sql`a.id = ${id}`))[0])

/**
 * Writes which clauses a contract has, and where (REG-26). What is not given stays.
 * @throws DomainError notFound, changedMeanwhile, invalid with fields
 */
export async function saveClauses(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof saveContract>,
): Promise<ClausesWire> {
  await lockRegister(tx, actor)
  const now = await clausesOf(tx.db, actor, id)
  const object = { kind: 'arrangement-clauses', id }
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: fieldWords(clauseFields, now),
    yours: fieldWords(clauseFields, given),
    labels: fieldLabels(clauseFields),
    object,
  })
  const wanted = onTopOf(recordValues(clauseFields, now), given)
  const faults = clauseFaults(wanted)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  if (!differ(clauseFields, wanted, now)) return now
  const answers = JSON.stringify(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)))
  await tx.db
    .insertInto('arrangement_clauses')
    .values({ arrangement_id: id, answers })
    .onConflict(conflict =>
      conflict
        .column('arrangement_id')
        .doUpdateSet(eb => ({ answers, version: eb('arrangement_clauses.version', '+', 1) })),
    )
    .execute()
  tx.record({ event: 'arrangement-clauses.saved', object, participantId: actor.participantId })
  return clausesOf(tx.db, actor, id)
}

/** The contracts in force that support a critical function, with the clauses that they lack. */
export async function missingClauses(
  db: Db,
  entityId: string,
  today: Day,
): Promise<AnswerOf<typeof listMissingClauses>> {
  const inForce = sql<boolean>`(a.ends_on is null or a.ends_on >= ${today}::date)`
  const critical = (await clausesWhere(db, entityId, inForce)).filter(({ isCritical }) => isCritical)
  const contracts = critical
    .map(({ id, reference, provider, ...values }) => {
      const { absent, open } = clausesLeft(values, true)
      return { id, reference, provider, absent: absent.map(({ key }) => key), open: open.map(({ key }) => key) }
    })
    .filter(({ absent, open }) => absent.length + open.length > 0)
    .toSorted((a, b) => compareSpanish(a.reference, b.reference))
  return { critical: critical.length, contracts }
}
