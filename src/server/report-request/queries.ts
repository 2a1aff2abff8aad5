import type { Db } from '#server/platform/database/connect.ts'

/** The living, onboarded provider of a new request, or undefined. */
export function providerFor(db: Db, id: string) {
  return db
    .selectFrom('participant')
    .select(['id', 'cif'])
    .where('id', '=', id)
    .where('kind', '=', 'PROVIDER')
    .where('onboarded_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The living, onboarded evaluator with its accreditation and CIF, locked until the transaction ends. */
export function evaluatorFor(db: Db, id: string) {
  return db
    .selectFrom('participant')
    .select(['accredited_until', 'cif'])
    .where('id', '=', id)
    .where('kind', '=', 'AUDIT')
    .where('onboarded_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** The living service, locked against deletion. */
export function serviceFor(db: Db, id: string) {
  return db
    .selectFrom('service')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** What a service is called, also one that was deleted meanwhile; undefined for an unknown one. */
export async function serviceNamed(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('service').select('description').where('id', '=', id).executeTakeFirst()
  return row?.description
}

/** The current request of this provider, service and evaluator (D11); an open renewal is none until it is published. */
export function currentRequest(db: Db, participantId: string, serviceId: string, evaluatorId: string) {
  return db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', participantId)
    .where('service_id', '=', serviceId)
    .where('evaluator_id', '=', evaluatorId)
    .where('kind', '=', 'AUDIT_REPORT')
    .where('deleted_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('renews_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
