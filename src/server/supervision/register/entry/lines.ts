import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type {
  addLine as addContract,
  changeLine as changeContract,
  LineWire,
  listLines,
} from '#domain/supervision/register/entry/contract.ts'
import { emptyValues } from '#domain/supervision/register/entry/field-wire.ts'
import { fieldLabels, fieldWords } from '#domain/supervision/register/entry/field-words.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { CRITICAL, GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { proposedBy } from '#domain/supervision/register/provider-facts.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { refuseStale } from '#server/app/conflict.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { serviceFactsOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'
import { found } from '#server/supervision/register/entry/party.ts'
import {
  columnsOf,
  differ,
  fieldsOf,
  invalid,
  lockRegister,
  onTopOf,
} from '#server/supervision/register/entry/stored.ts'
import { evaluationsOf, pairOf } from '#server/supervision/register/evaluations.ts'

/** A line with the service of its use. */
export type Line = LineWire & { serviceId: string | null; serviceKey: string }
type Row = Omit<Line, 'proposed' | 'lastAuditOn' | 'provider'> & { providerName: string | null; hasProvider: boolean }

/** The lines `l` of a bank's contracts for which a condition holds, with what is known of their services today. */
export async function linesWhere(
  db: Db,
  entityId: string,
  today: Day,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<Line[]> {
  const { rows } = await sql<Row>`
    select l.id, ${fieldsOf('l', lineFields)}, l.version, l.arrangement_id as "arrangementId", a.reference,
      case when p.deleted_at is null then p.id end as "providerId", a.provider_id is not null as "hasProvider",
      coalesce(c.name, case when p.deleted_at is null then p.display_name end) as "providerName",
      l.use_id as "useId", u.service_id as "serviceId", coalesce(s.description, '') as service,
      coalesce(s.key, '') as "serviceKey", l.function_id as "functionId", f.code as "functionCode",
      f.name as "functionName", coalesce(f.critical = ${CRITICAL}, false) as "isCritical"
    from arrangement_line l
      join arrangement a on a.id = l.arrangement_id
      join business_function f on f.id = l.function_id
      left join participant p on p.id = a.provider_id
      left join company c on c.id = a.company_id
      left join service_use u on u.id = l.use_id
      left join service s on s.id = u.service_id
    where a.entity_id = ${entityId} and ${condition} order by l.id`.execute(db)
  const pairs = rows.flatMap(({ providerId, serviceId }) =>
    providerId && serviceId ? [{ providerId, serviceId }] : [],
  )
  const [facts, evaluations] = await Promise.all([serviceFactsOf(db, pairs), evaluationsOf(db, pairs, today)])
  const factsBy = new Map(facts.map(each => [pairOf(each), each]))
  return rows.map(({ providerName, hasProvider: _has, ...row }) => {
    const pair = `${row.providerId} ${row.serviceId}`
    return {
      ...row,
      provider: providerName ?? GONE_PROVIDER,
      proposed: proposedBy(factsBy.get(pair)),
      lastAuditOn: evaluations.get(pair) ?? null,
    }
  })
}

/** A line of the actor's bank. @throws DomainError notFound */
export async function lineOf(db: Db, actor: Actor, today: Day, id: string): Promise<Line> {
  return found((await linesWhere(db, actor.participantId, today, sql`l.id = ${id}`))[0])
}

export async function linePage(
  db: Db,
  entityId: string,
  today: Day,
  { text, id, arrangementId, functionId, critical, ...asked }: QueryOf<typeof listLines>,
): Promise<AnswerOf<typeof listLines>> {
  const sought = text ? foldForSearch(text).toLowerCase() : ''
  const words = ({ reference, provider, service, functionCode, functionName }: Line) =>
    foldForSearch([reference, provider, service, functionCode, functionName].join(' ')).toLowerCase()
  const chosen = (await linesWhere(db, entityId, today)).filter(
    line =>
      words(line).includes(sought) &&
      (!id || line.id === id) &&
      (!arrangementId || line.arrangementId === arrangementId) &&
      (!functionId || line.functionId === functionId) &&
      (critical === undefined || line.isCritical === critical),
  )
  return pageInOrder(chosen, asked, 'reference')
}

/** What a line is about. */
export type About = { arrangementId: string; useId: string | null; functionId: string }

/**
 * Refuses a line whose function, contract or use is not the bank's own, or whose use is of another provider (DORA-07).
 * @throws DomainError invalid with fields
 */
async function refuseStrange(db: Db, actor: Actor, { arrangementId, useId, functionId }: About): Promise<void> {
  const entityId = actor.participantId
  const contract = await db
    .selectFrom('arrangement')
    .select('provider_id')
    .where('id', '=', arrangementId)
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  if (!contract) throw invalid({ arrangementId: 'Elija un contrato de la lista' })
  const present = await db
    .selectFrom('business_function')
    .select('id')
    .where('id', '=', functionId)
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  if (!present) throw invalid({ functionId: 'Elija una función de la lista' })
  if (contract.provider_id === null) {
    if (useId !== null) throw invalid({ useId: 'El contrato es con una empresa externa: no lleva servicio utilizado' })
    return
  }
  const use = await db
    .selectFrom('service_use')
    .select('id')
    .where('id', '=', useId)
    .where('entity_id', '=', entityId)
    .where('provider_id', '=', contract.provider_id)
    .executeTakeFirst()
  if (!use) throw invalid({ useId: 'Elija un servicio utilizado de este proveedor' })
}

/** Adds a line (DORA-07). @throws DomainError notFound, invalid with fields */
export async function addLine(
  tx: Transaction,
  actor: Actor,
  { arrangementId, functionId, useId = null, ...given }: BodyOf<typeof addContract>,
): Promise<LineWire> {
  await lockRegister(tx, actor)
  const about = { arrangementId, useId, functionId }
  await refuseStrange(tx.db, actor, about)
  const id = await insertLine(tx, about, given)
  tx.record({
    event: 'arrangement-line.added',
    object: { kind: 'arrangement-line', id },
    participantId: actor.participantId,
  })
  return lineOf(tx.db, actor, tx.today, id)
}

export async function insertLine(
  tx: Transaction,
  { arrangementId, useId, functionId }: About,
  given: object,
): Promise<string> {
  const id = tx.newId()
  const columns = columnsOf(lineFields, onTopOf(emptyValues(lineFields), given))
  await tx.db
    .insertInto('arrangement_line')
    .values({
      ...columns,
      id,
      arrangement_id: arrangementId,
      use_id: useId,
      function_id: functionId,
      created_at: tx.now,
    } as never)
    .execute()
  return id
}

const labels = fieldLabels(lineFields)

/** Changes a line. @throws DomainError notFound, changedMeanwhile, invalid with fields */
export async function changeLine(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, functionId, useId, ...given }: BodyOf<typeof changeContract>,
): Promise<LineWire> {
  await lockRegister(tx, actor)
  const now = await lineOf(tx.db, actor, tx.today, id)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: fieldWords(lineFields, now),
    yours: fieldWords(lineFields, given),
    labels,
    object: { kind: 'arrangement-line', id },
  })
  const about = {
    arrangementId: now.arrangementId,
    useId: useId === undefined ? now.useId : useId,
    functionId: functionId ?? now.functionId,
  }
  const wanted = onTopOf(now, given)
  const isMoved = about.useId !== now.useId || about.functionId !== now.functionId
  if (!isMoved && !differ(lineFields, wanted, now)) return now
  if (isMoved) await refuseStrange(tx.db, actor, about)
  await writeLine(tx.db, id, about, wanted)
  tx.record({
    event: 'arrangement-line.changed',
    object: { kind: 'arrangement-line', id },
    participantId: actor.participantId,
  })
  return lineOf(tx.db, actor, tx.today, id)
}

export async function writeLine(db: Db, id: string, { useId, functionId }: About, values: object): Promise<void> {
  await db
    .updateTable('arrangement_line')
    .set(
      eb =>
        ({
          ...columnsOf(lineFields, values),
          use_id: useId,
          function_id: functionId,
          version: eb('version', '+', 1),
        }) as never,
    )
    .where('id', '=', id)
    .execute()
}

/** Removes a line. @throws DomainError notFound */
export async function removeLine(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockRegister(tx, actor)
  await lineOf(tx.db, actor, tx.today, id)
  await tx.db.deleteFrom('arrangement_line').where('id', '=', id).execute()
  tx.record({
    event: 'arrangement-line.removed',
    object: { kind: 'arrangement-line', id },
    participantId: actor.participantId,
  })
}
