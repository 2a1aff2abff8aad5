import { sql } from 'kysely'
import { serviceErrors } from '#domain/catalogue/catalogue.ts'
import type { ServiceWire, saveService as saveContract } from '#domain/catalogue/contract.ts'
import { serviceLabels } from '#domain/catalogue/facts.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { normaliseText } from '#domain/values/text.ts'
import { knownService, requestsOfService } from '#server/catalogue/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isScored } from '#server/report-request/score/queries.ts'
import { requireSecondPerson } from '#server/session/approval-requests.ts'

/**
 * Adds a service, or edits the one with an `id` (API-65, FORM-47). The name follows the description (D55).
 * @throws DomainError emptyLines with fields, invalid for a duplicate, notFound, changedMeanwhile, needsAnother
 */
export async function saveService(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof saveContract>,
): Promise<ServiceWire> {
  const wanted = { type: normaliseText(body.type), description: normaliseText(body.description) }
  const fields = serviceErrors(wanted)
  if (Object.keys(fields).length > 0) throw new DomainError('emptyLines', { fields })
  // One writer at a time, so that neither a key nor a service is duplicated. Readers and requests do not wait.
  await sql`lock table service in share row exclusive mode`.execute(tx.db)
  const before = body.id === undefined ? null : await livingService(tx.db, body.id)
  if (before) {
    await refuseStale(tx.db, actor, body.version, {
      version: before.version,
      now: { type: before.type, description: before.description },
      yours: wanted,
      labels: serviceLabels,
      object: { kind: 'service', id: before.id },
    })
  }
  if (await isTaken(tx.db, wanted, body.id)) {
    throw new DomainError('invalid', { fields: { description: 'Ya hay un servicio con este tipo y esta descripción' } })
  }
  const id = before ? await editService(tx, actor, before, wanted) : await addService(tx, wanted)
  return knownService(tx.db, id)
}

type Service = { type: string; description: string }

async function addService(tx: Transaction, service: Service): Promise<string> {
  const id = tx.newId()
  await tx.db
    .insertInto('service')
    .values({ id, key: await nextKey(tx.db), ...service, created_at: tx.now })
    .execute()
  tx.record({ event: 'service.created', object: { kind: 'service', id }, data: service })
  return id
}

/** @throws DomainError needsAnother for a service with a score, if four-eyes approval is on */
async function editService(tx: Transaction, actor: Actor, before: ServiceWire, service: Service): Promise<string> {
  const { id, type, description } = before
  if (type === service.type && description === service.description) return id
  const seconded = (await isScored(tx.db, 'service_id', id))
    ? await requireSecondPerson(tx, actor, {
        act: 'service.rename',
        object: { kind: 'service', id },
        content: { from: { type, description }, to: service },
        facts: { serviceName: description, renamed: `${service.description} (${service.type})` },
      })
    : {}
  await tx.db
    .updateTable('service')
    .set(eb => ({ ...service, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  tx.record({
    event: 'service.edited',
    object: { kind: 'service', id },
    data: { from: { type, description }, to: service, ...seconded },
  })
  return id
}

/**
 * Deletes a service without living requests (D55, ERR-07). Expired requests keep its name.
 * @throws DomainError notFound, serviceInUse
 */
export async function deleteService(tx: Transaction, id: string): Promise<void> {
  const service = await livingService(tx.db, id)
  const requests = await requestsOfService(tx.db, id, tx.today)
  if (requests.some(reportRequestMachine.is.live)) throw new DomainError('serviceInUse')
  await tx.db
    .updateTable('service')
    .set(eb => ({ deleted_at: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { key, type, description } = service
  tx.record({ event: 'service.deleted', object: { kind: 'service', id }, data: { key, type, description } })
}

/**
 * Locks a living service against new requests for it.
 * @throws DomainError notFound
 */
async function livingService(db: Db, id: string): Promise<ServiceWire> {
  const found = await db
    .selectFrom('service')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new DomainError('notFound')
  return knownService(db, id)
}

/** Whether another living service has the same text, ignoring case and accents. */
async function isTaken(db: Db, { type, description }: Service, id: string | undefined): Promise<boolean> {
  let same = db
    .selectFrom('service')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`fold(type) = fold(${type}) and fold(description) = fold(${description})`)
  if (id !== undefined) same = same.where('id', '<>', id)
  return (await same.executeTakeFirst()) !== undefined
}

/** The key after the highest one ever assigned, deleted services included. */
async function nextKey(db: Db): Promise<string> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring(key from '^SRV-([0-9]{1,9})$')::int), 0) as last from service`.execute(db)
  return `SRV-${onlyOf(rows).last + 1}`
}
