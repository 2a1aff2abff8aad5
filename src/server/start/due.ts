import { sql } from 'kysely'
import { statusesToDo } from '#domain/assessment/finding/steps.ts'
import type { Ability } from '#domain/identity/abilities.ts'
import type { Due, Reader } from '#domain/identity/due.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may, scopeOf } from '#domain/identity/roles.ts'
import { completenessOf } from '#domain/participant/company/completeness.ts'
import type { Area, AreaFacts } from '#domain/start/areas.ts'
import { areaNames, dueSteps } from '#domain/start/areas.ts'
import type { AssessmentStatus } from '#domain/states/assessment.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { useStanding } from '#domain/supervision/use/situation.ts'
import { requestStatusOn } from '#domain/validation/validation.ts'
import { madridDay } from '#domain/values/day.ts'
import { findingsIn } from '#server/assessment/finding/queries.ts'
import { bulletinPage } from '#server/incident/bulletin/queries.ts'
import { asksFor } from '#server/invitation/request/queries.ts'
import { companyIdentityOf } from '#server/participant/company/identity.ts'
import { servicesOf } from '#server/participant/company/service-facts.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { relianceList } from '#server/supervision/reliance/list.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'
import { clarificationPage } from '#server/validation/clarification/queries.ts'
import { seenValidations } from '#server/validation/queries.ts'

/** All of a list: what is left to do is far less. */
const ALL = { page: 0, size: 9999 }

type Reading<A extends Area> = {
  /** Whose start shows the area; nothing is read for others. */
  who: Ability | ((actor: Actor) => boolean)
  read: (db: Db, reader: Reader) => Promise<AreaFacts[A]>
}

const readings: { [A in Area]: Reading<A> } = {
  clarifications: {
    who: 'clarification.take-part',
    read: async (db, { actor }) =>
      (await clarificationPage(db, actor, { ...ALL, sort: 'dueOn,asc', mine: true })).content,
  },
  findings: {
    who: actor => statusesToDo(actor).length > 0,
    read: (db, { actor, today }) => findingsIn(db, actor, today, statusesToDo(actor)),
  },
  declarations: { who: 'independence.declare', read: namedRequests },
  evaluations: { who: 'assessment.write', read: namedRequests },
  bulletins: {
    who: 'bulletin.acknowledge',
    read: async (db, { actor }) => (await bulletinPage(db, actor, { ...ALL, sort: 'publishedAt,asc' })).content,
  },
  levels: {
    who: 'use.manage',
    read: async (db, { actor, today }) => {
      const mine = sql<boolean>`u.entity_id = ${actor.participantId} and u.until is null`
      return (await usesWhere(db, mine, today)).map(use => ({ ...use, ...useStanding(use, today) }))
    },
  },
  reliance: {
    who: 'reliance.write',
    read: async (db, { actor, now, today }) =>
      (await relianceList(db, actor.participantId, { now, today }, { ...ALL, sort: 'standing', standing: 'DUE' }))
        .content,
  },
  register: {
    who: actor => scopeOf(actor, 'identity.manage') === 'own',
    read: async (db, { actor: { participantId: providerId } }) => {
      const asked = await db
        .selectFrom('register_ask')
        .select('asked_at')
        .where('provider_id', '=', providerId)
        .executeTakeFirst()
      if (!asked) return []
      const complete = completenessOf(await companyIdentityOf(db, providerId), await servicesOf(db, providerId))
      return [{ ...complete, providerId, askedOn: madridDay(asked.asked_at) }]
    },
  },
  signUps: { who: 'invitation-request.decide', read: (db, { actor }) => asksFor(db, actor, 'ASKED') },
}

/** The live requests that name an evaluator, with what it has declared and evaluated of each. */
async function namedRequests(db: Db, { actor, today }: Reader) {
  const rows = await seenValidations(db, actor)
    .innerJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('score as k', join => join.onRef('k.validation_id', '=', 'v.id').on('k.is_current', '=', true))
    .where('v.evaluator_id', '=', actor.participantId)
    .where('v.superseded_by', 'is', null)
    .where(hasStatus(sql`v.status`, reportRequestMachine.states))
    .select(['v.id', 'v.status', 'v.sent_at as sentAt', 'p.display_name as providerName', 's.description as service'])
    .select('k.expires_on as expiresOn')
    .select(
      sql<boolean>`exists (
        select from independence_declaration d where d.validation_id = v.id and d.ended_at is null)`.as('declared'),
    )
    .select(
      sql<AssessmentStatus | null>`(
        select a.status from assessment a where a.validation_id = v.id order by a.id desc limit 1)`.as('assessment'),
    )
    .execute()
  return rows.map(({ status, expiresOn, ...row }) => ({
    ...row,
    status: requestStatusOn(status as 'PENDING' | 'REJECTED' | 'QUALIFIED', expiresOn, today),
  }))
}

/** What the reader has to do, by the same rules as the browser (EXP-01). */
export async function dueFor(db: Db, reader: Reader): Promise<Due[]> {
  const { actor } = reader
  const shows = ({ who }: Reading<Area>) => (typeof who === 'string' ? may(actor, who) : who(actor))
  const entries = await Promise.all(
    areaNames.map(async area => [area, shows(readings[area]) ? await readings[area].read(db, reader) : []] as const),
  )
  return dueSteps(Object.fromEntries(entries) as unknown as AreaFacts, reader)
}
