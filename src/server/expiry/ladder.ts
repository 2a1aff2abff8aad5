import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { EventName } from '#domain/audit-log/events.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import type { Audience } from '#domain/notification/ladder.ts'
import { rungs, stepsFor } from '#domain/notification/ladder.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { documentMachine } from '#domain/states/document.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { hasNotice, noticeBy } from '#server/supervision/register/dates.ts'

export type StepKind =
  | 'score'
  | 'document'
  | 'accreditation'
  | 'acceptance'
  | 'lei'
  | 'own-lei'
  | 'contract'
  | 'contract-notice'

/** A step of the ladder that is due: what expires, when, and what its notice says. */
export type DueStep = {
  kind: StepKind
  /** What the ladder is kept for: a score's request, so that a correction with the same expiry tells nothing twice. */
  id: string
  /** What the audit log names. */
  objectId: string
  /** The participant whose lock the announcement takes. */
  participantId: string
  audience: Audience
  expiresOn: Day
  step: number
  facts: EventPayload
}

type Rows = RawBuilder<Omit<DueStep, 'kind' | 'audience'>>

/** What the steps of one kind are about, as a query over `k`: its id, expiry, participant and facts. */
type Source = {
  kind: StepKind
  audiences: readonly Audience[]
  /** All that may expire; those under review only count for the others (RENEW-17). */
  from: (audience: Audience, today: Day) => RawBuilder<unknown>
}

/** The least step told so far. A server of before the ladder announced a score thirty days before, to all. */
const told = {
  score: sql`coalesce(e.step, case when k.announced is not null then 30 end)`,
  document: sql`e.step`,
  accreditation: sql`e.step`,
  acceptance: sql`e.step`,
  lei: sql`e.step`,
  'own-lei': sql`e.step`,
  contract: sql`e.step`,
  'contract-notice': sql`e.step`,
}

const unlessOwner = (audience: Audience, condition: RawBuilder<SqlBool>) =>
  audience === 'owner' ? sql<SqlBool>`not ${condition}` : sql<SqlBool>`true`

const scores: Source = {
  kind: 'score',
  audiences: ['owner', 'others'],
  from: audience => sql`
    select v.id, k.id as object_id, k.expires_on, k.announced, p.id as participant_id, jsonb_build_object(
        'validationId', v.id, 'providerId', p.id, 'providerName', p.display_name, 'serviceId', s.id,
        'serviceName', s.description, 'evaluatorId', v.evaluator_id, 'rating', k.rating) as facts
    from score k
      join validation v on v.id = k.validation_id and v.deleted_at is null and v.superseded_at is null
        and ${hasStatus(sql`v.status`, reportRequestMachine.sets.qualified)}
      join participant p on p.id = v.participant_id and p.deleted_at is null
      join service s on s.id = v.service_id
    where k.is_current and ${unlessOwner(
      audience,
      sql`exists (
        select from validation r where r.renews_id = v.id and r.deleted_at is null
          and ${hasStatus(sql`r.status`, reportRequestMachine.sets.underReview)})`,
    )}`,
}

/** The version in force of each document in the catalogue: the newest accepted one. */
const documents: Source = {
  kind: 'document',
  audiences: ['owner'],
  from: () => sql`
    select k.id, k.id as object_id, k.expires_on, p.id as participant_id, jsonb_strip_nulls(jsonb_build_object(
        'participantId', p.id, 'participantName', p.display_name, 'validationId', v.id, 'documentId', d.id,
        'documentName', d.name, 'isOptional', case when not r.required then true end)) as facts
    from document_version k
      join document d on d.id = k.document_id
      join validation v on v.id = d.validation_id and v.kind = 'DOC_MIN' and v.deleted_at is null
      join participant p on p.id = v.participant_id and p.deleted_at is null
      join document_catalogue c on c.type = p.kind
      join required_document r on r.catalogue_id = c.id and r.name = d.name
    where ${hasStatus(sql`k.status`, documentMachine.sets.inForce)} and k.deleted_at is null
      and not exists (
        select from document_version n where n.document_id = k.document_id and n.number > k.number
          and n.deleted_at is null
          and (${hasStatus(sql`n.status`, documentMachine.sets.inForce)}
            or n.is_current and ${hasStatus(sql`n.status`, documentMachine.sets.undecided)}))`,
}

const accreditations: Source = {
  kind: 'accreditation',
  audiences: ['owner', 'others'],
  from: () => sql`
    select k.id, k.id as object_id, k.accredited_until as expires_on, k.id as participant_id, jsonb_strip_nulls(jsonb_build_object(
        'participantId', k.id, 'participantName', k.display_name, 'validationId', v.id)) as facts
    from participant k
      left join validation v on v.participant_id = k.id and v.kind = 'DOC_MIN' and v.deleted_at is null
    where k.deleted_at is null`,
}

/** Of a bank's acceptances, which it alone reads: the bank hears the last steps. */
const acceptances: Source = {
  kind: 'acceptance',
  audiences: ['others'],
  from: () => sql`
    select k.id, k.id as object_id, k.until as expires_on, u.entity_id as participant_id, jsonb_build_object(
        'useId', u.id, 'providerId', u.provider_id, 'providerName', p.display_name,
        'serviceName', s.description) as facts
    from acceptance k
      join service_use u on u.id = k.use_id and u.until is null
      join participant n on n.id = u.entity_id and n.deleted_at is null
      join participant p on p.id = u.provider_id and p.deleted_at is null
      join service s on s.id = u.service_id
    where ${hasStatus(sql`k.status`, acceptanceMachine.sets.inForce)}`,
}

/** A lapsed LEI is refused by registers although its digits are right (DORA-05). */
const leis: Source = {
  kind: 'lei',
  audiences: ['owner'],
  from: () => sql`
    select i.participant_id as id, i.participant_id as object_id, i.lei_renewal_on as expires_on, p.id as participant_id,
      jsonb_build_object('participantId', p.id, 'participantName', p.display_name) as facts
    from company_identity i join participant p on p.id = i.participant_id and p.deleted_at is null
    where i.lei is not null`,
}

/** The LEI of a bank, as its register has it (REG-16). */
const ownLeis: Source = {
  kind: 'own-lei',
  audiences: ['owner'],
  from: () => sql`
    select k.entity_id as id, k.entity_id as object_id, k.lei_renewal_on as expires_on, k.entity_id as participant_id,
      jsonb_build_object('participantId', k.entity_id) as facts
    from register_entity k join participant p on p.id = k.entity_id and p.deleted_at is null
    where k.lei is not null`,
}

/** A date of the contracts `k` of banks' registers. */
const contractDates = (kind: StepKind, date: RawBuilder<unknown>, condition: RawBuilder<SqlBool>): Source => ({
  kind,
  audiences: ['owner'],
  from: () => sql`
    select k.id, k.id as object_id, ${date} as expires_on, k.entity_id as participant_id, jsonb_build_object(
        'participantId', k.entity_id, 'arrangementId', k.id, 'reference', k.reference) as facts
    from arrangement k join participant p on p.id = k.entity_id and p.deleted_at is null
    where ${condition}`,
})

/** Ends of contracts, and the last days to give notice of those that were not terminated. */
const contracts = contractDates('contract', sql`k.ends_on`, sql`k.ends_on is not null`)
const notices = contractDates('contract-notice', noticeBy, hasNotice)

const sources: readonly Source[] = [
  ...[scores, documents, accreditations, acceptances, leis],
  ...[ownLeis, contracts, notices],
]

/** One audience's steps of one kind, that are not announced yet. */
function dueOf(source: Source, audience: Audience, today: Day, noticeDays: readonly number[], of: Asked): Rows {
  const ladder = rungs(today, stepsFor(audience, noticeDays))
  const [steps, from, to] = [ladder.map(r => r.step), ladder.map(r => r.from), ladder.map(r => r.to)]
  const whose = of.participants ? sql`and k.participant_id = any(${of.participants})` : sql``
  return sql`
    select k.id, k.object_id as "objectId", k.participant_id as "participantId", k.expires_on as "expiresOn", l.step, k.facts
    from unnest(${steps}::integer[], ${from}::date[], ${to}::date[]) l (step, first_day, last_day)
      join (${source.from(audience, today)}) k on k.expires_on between l.first_day and l.last_day ${whose}
      left join expiry_step e on e.kind = ${source.kind} and e.object_id = k.id and e.audience = ${audience}
        and e.expires_on = k.expires_on
    where l.step < coalesce(${told[source.kind]}, 366)
    order by k.expires_on, k.id limit ${of.limit}`
}

/** How many are asked for, and the participants, if not all. */
export type Asked = { limit: number; participants?: readonly string[] }

/** The steps of the ladder that are due on a day (RENEW-15): each step reached that its audience has not heard. */
export async function dueLadderSteps(db: Db, today: Day, asked: Asked): Promise<DueStep[]> {
  const { noticeDays } = await centreRulesOf(db)
  const due: DueStep[] = []
  for (const source of sources) {
    for (const audience of source.audiences) {
      const { rows } = await dueOf(source, audience, today, noticeDays, asked).execute(db)
      due.push(...rows.map(row => ({ kind: source.kind, audience, ...row })))
    }
  }
  return due
}

type Announced = {
  event: EventName
  /** The kind of object in the audit log. */
  object: string
  notice: NotificationType
  /** Only its bank reads what it is about: the audit log holds the event and the identifier (BASE-11). */
  secret?: true
}

/** How a step of each kind is announced. */
export const announcedAs: Record<StepKind, Announced> = {
  score: { event: 'score.about-to-lapse', object: 'score', notice: 'SCORE_NOTICE_LAPSED' },
  document: { event: 'document.about-to-lapse', object: 'document-version', notice: 'DOC_NOTICE_LAPSED' },
  accreditation: { event: 'participant.accreditation-ending', object: 'participant', notice: 'AUDIT_NOTICE_EXPIRED' },
  acceptance: { event: 'acceptance.ending', object: 'acceptance', notice: 'ACCEPTANCE_ENDING', secret: true },
  lei: { event: 'company-identity.lei-ending', object: 'company-identity', notice: 'LEI_ENDING' },
  'own-lei': {
    event: 'register-entity.lei-ending',
    object: 'register-entity',
    notice: 'OWN_LEI_ENDING',
    secret: true,
  },
  contract: { event: 'arrangement.ending', object: 'arrangement', notice: 'CONTRACT_ENDING', secret: true },
  'contract-notice': {
    event: 'arrangement.notice-ending',
    object: 'arrangement',
    notice: 'CONTRACT_NOTICE_ENDING',
    secret: true,
  },
}

/** Notes what was announced, so that it is announced once. */
export async function markTold(db: Db, now: string, steps: readonly DueStep[]): Promise<void> {
  if (steps.length === 0) return
  await db
    .insertInto('expiry_step')
    .values(
      steps.map(({ kind, id, audience, expiresOn, step }) => ({
        kind,
        object_id: id,
        audience,
        expires_on: expiresOn,
        step,
        told_at: now,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['kind', 'object_id', 'audience']).doUpdateSet(eb => ({
        expires_on: eb.ref('excluded.expires_on'),
        step: eb.ref('excluded.step'),
        told_at: eb.ref('excluded.told_at'),
      })),
    )
    .execute()
  // A server of before the ladder, which may still run, tells the last thirty days once.
  const scores = steps.filter(({ kind, audience }) => kind === 'score' && audience === 'others')
  if (scores.length === 0) return
  const ids = scores.map(({ objectId }) => objectId)
  await db
    .updateTable('score')
    .set({ announced: 'score.about-to-lapse' })
    .where('id', 'in', ids)
    .where('announced', 'is', null)
    .execute()
}
