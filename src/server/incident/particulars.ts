import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Particulars } from '#domain/incident/facts.ts'
import type { IncidentKind, Severity } from '#domain/incident/particulars.ts'
import { timeErrors } from '#domain/incident/particulars.ts'
import { t } from '#domain/language/translate.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** What a call says of an incident besides its words; what is left out stays. Services by id. */
export type GivenParticulars = {
  services?: string[] | undefined
  severity?: Severity | null | undefined
  kind?: IncidentKind | null | undefined
  startedAt?: string | null | undefined
  detectedAt?: string | null | undefined
  endedAt?: string | null | undefined
}
export const particularFields = ['services', 'severity', 'kind', 'startedAt', 'detectedAt', 'endedAt'] as const

export const noParticulars: Particulars = {
  services: [],
  severity: null,
  kind: null,
  startedAt: null,
  detectedAt: null,
  endedAt: null,
}

const instantOf = (instant: string | null) => instant && new Date(instant).toISOString()

/**
 * The particulars after a call, from those before it.
 * @throws DomainError invalid for a service without a request of the provider, or times that cannot be (AFFECT-02)
 */
export async function particularsAfter(
  db: Db,
  now: string,
  providerId: string,
  before: Particulars,
  given: GivenParticulars,
): Promise<Particulars> {
  const { services, severity, kind, startedAt, detectedAt, endedAt } = given
  const after: Particulars = {
    services: services === undefined ? before.services : [...new Set(services)],
    severity: severity === undefined ? before.severity : severity,
    kind: kind === undefined ? before.kind : kind,
    startedAt: startedAt === undefined ? before.startedAt : instantOf(startedAt),
    detectedAt: detectedAt === undefined ? before.detectedAt : instantOf(detectedAt),
    endedAt: endedAt === undefined ? before.endedAt : instantOf(endedAt),
  }
  await assertServicesOf(db, providerId, after.services, before.services)
  const fields = timeErrors(after, now)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  return after
}

/**
 * Only services that the provider has a request of can be named; those that stand already may stay.
 * @throws DomainError invalid
 */
export async function assertServicesOf(
  db: Db,
  providerId: string,
  services: readonly string[],
  standing: readonly string[] = [],
): Promise<void> {
  const added = services.filter(id => !standing.includes(id))
  if (added.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select distinct v.service_id as id from validation v
    where v.participant_id = ${providerId} and v.kind = 'AUDIT_REPORT' and v.deleted_at is null
      and v.service_id = any(${added}::text[])`.execute(db)
  if (rows.length < added.length) {
    throw new DomainError('invalid', { fields: { services: t('Elija servicios de este proveedor') } })
  }
}

/** Services by id with their names, in the order of the names. */
export async function servicesNamed(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('service')
    .select(['id', 'description as name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Some services of a list with their names. */
export const namedAmong = (
  names: ReadonlyMap<string, { id: string; name: string }>,
  ids: readonly string[],
): { id: string; name: string }[] => ids.flatMap(id => names.get(id) ?? [])

/** The columns that hold particulars. */
export const particularColumns = ({ services, severity, kind, startedAt, detectedAt, endedAt }: Particulars) => ({
  services: [...services],
  severity,
  kind,
  started_at: startedAt,
  detected_at: detectedAt,
  ended_at: endedAt,
})
