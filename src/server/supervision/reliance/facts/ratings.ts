import { sql } from 'kysely'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay, madridDay } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'
import type { Use } from '#server/supervision/use/queries.ts'

/** The rating in force, when the service was rated before, and its renewal (conditions a, b and c). */
export const ratingFacts: Gatherer = async ({ db, use, rated }): Promise<Fact[]> => {
  const source: ['request', string] | null = rated && ['request', rated.validationId]
  const given = { source }
  const days = (await publications(db, use)).map(at => formatDay(madridDay(at)))
  return [
    factOf('a', 'publications', 'Calificaciones publicadas del servicio', days.join(', '), given),
    factOf(
      'a',
      'renewal',
      'Renovación en revisión',
      rated && ((await isRenewing(db, rated.validationId)) ? 'Sí' : 'No'),
      given,
    ),
    factOf('a', 'expiry', 'Próxima caducidad', rated && formatDay(rated.expiresOn), given),
    factOf('b', 'rating', 'Calificación vigente', rated?.rating, { ...given, on: rated?.scoredAt ?? null }),
    factOf('b', 'concept', 'Concepto', rated?.concept, { ...given, on: rated?.sentAt ?? null }),
    factOf('c', 'expiry', 'Caducidad de la calificación', rated && formatDay(rated.expiresOn), given),
  ]
}

/** When ratings of the provider and service were published, the newest first; corrections aside. */
async function publications(db: Db, { providerId, serviceId }: Use): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    select min(k.scored_at) as at from validation v join score k on k.validation_id = v.id
    where v.participant_id = ${providerId} and v.service_id = ${serviceId} and v.kind = 'AUDIT_REPORT'
      and v.deleted_at is null and k.correction_reason = ''
    group by k.id order by at desc limit 10`.execute(db)
  return rows.map(({ at }) => at)
}

/** A renewal that CCI reviews: a bank reads no more of it (RENEW-09). */
async function isRenewing(db: Db, validationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from validation r where r.renews_id = ${validationId} and r.deleted_at is null
      and ${hasStatus(sql`r.status`, reportRequestMachine.sets.underReview)}`.execute(db)
  return rows.length > 0
}
