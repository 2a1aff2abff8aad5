import type { NotNull } from 'kysely'
import { sql } from 'kysely'
import { type ScoreEvent, scoreEvents } from '#domain/report-request/score/score.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addYears } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

/** The current score of a QUALIFIED request (D11), with its last announced event. */
export type DueScore = {
  scoreId: string
  announced: ScoreEvent | null
  rating: string
  expiresOn: Day
  validationId: string
  status: 'QUALIFIED'
  providerId: string
  providerName: string
  evaluatorId: string
  evaluatorName: string
  serviceId: string
  serviceName: string
}

/** The current scores of living providers that lapsed or expired before a day without an announcement. */
export async function scoresToAnnounce(db: Db, today: Day): Promise<DueScore[]> {
  const { rows } = await sql<DueScore>`
    select k.id as "scoreId", k.announced, k.rating, k.expires_on as "expiresOn", v.id as "validationId", v.status,
      p.id as "providerId", p.display_name as "providerName", e.id as "evaluatorId", e.display_name as "evaluatorName",
      s.id as "serviceId", s.description as "serviceName"
    from score k
      join validation v on v.id = k.validation_id and v.deleted_at is null and v.superseded_at is null
      join participant p on p.id = v.participant_id and p.deleted_at is null
      join participant e on e.id = v.evaluator_id
      join service s on s.id = v.service_id
    where k.is_current and k.announced is distinct from 'score.expired'
      and ${hasStatus(sql`v.status`, reportRequestMachine.sets.qualified)} and (
      (k.announced is null or k.announced = 'score.about-to-lapse') and k.expires_on < ${today}::date
      or k.announced = 'score.lapsed' and k.expires_on <= ${addYears(today, -1)}::date)
    order by k.expires_on, k.id`.execute(db)
  return rows
}

export type LapsedDocument = {
  versionId: string
  documentName: string
  required: boolean
  expiresOn: Day
  validationId: string
  participantId: string
  participantName: string
}

/**
 * The current accepted versions of documents in the catalogue that lapsed before a day and were not announced (D51).
 */
export async function documentsLapsedBefore(db: Db, day: Day): Promise<LapsedDocument[]> {
  const { rows } = await sql<LapsedDocument>`
    select x.id as "versionId", d.name as "documentName", r.required, x.expires_on as "expiresOn",
      v.id as "validationId", p.id as "participantId", p.display_name as "participantName"
    from document_version x
      join document d on d.id = x.document_id
      join validation v on v.id = d.validation_id and v.kind = 'DOC_MIN' and v.deleted_at is null
      join participant p on p.id = v.participant_id and p.deleted_at is null
      join document_catalogue c on c.type = p.kind
      join required_document r on r.catalogue_id = c.id and r.name = d.name
    where x.is_current and x.lapse_announced_at is null and x.expires_on < ${day}::date
      and ${hasStatus(sql`status_on(x.status, x.expires_on, ${day}::date)`, documentMachine.sets.lapsed)}
    order by x.expires_on, x.id`.execute(db)
  return rows
}

export type EndedAccreditation = {
  participantId: string
  participantName: string
  accreditedUntil: Day
  validationId: string | null
}

/** The living evaluators whose accreditation ended before a day without an announcement. */
export async function accreditationsEndedBefore(db: Db, day: Day): Promise<EndedAccreditation[]> {
  const { rows } = await sql<EndedAccreditation>`
    select p.id as "participantId", p.display_name as "participantName", p.accredited_until as "accreditedUntil",
      v.id as "validationId"
    from participant p
      left join validation v on v.participant_id = p.id and v.kind = 'DOC_MIN' and v.deleted_at is null
    where p.accredited_until < ${day}::date and p.deleted_at is null
      and p.accreditation_announced is distinct from p.accredited_until
    order by p.accredited_until, p.id`.execute(db)
  return rows
}

export type EndingPassword = {
  userId: string
  email: string
  name: string
  participantId: string
  temporaryUntil: string
  invitation: InvitationStatus | null
}

/** Users of living participants with a one-time password that ends within an interval and no reminder yet. */
export function passwordsEnding(db: Db, { after, by }: { after: string; by: string }): Promise<EndingPassword[]> {
  return db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .leftJoin('invitation as i', 'i.user_id', 'u.id')
    .select(['u.id as userId', 'u.email', 'u.name', 'u.participant_id as participantId'])
    .select(['u.temporary_until as temporaryUntil', 'i.status as invitation'])
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('u.temporary_until', '>', after)
    .where('u.temporary_until', '<=', by)
    .where('u.ending_announced', 'is distinct from', eb => eb.ref('u.temporary_until'))
    .orderBy('u.temporary_until')
    .orderBy('u.id')
    .$narrowType<{ temporaryUntil: NotNull; invitation: InvitationStatus | null }>()
    .execute()
}

/** Marks the rows as announced, so that the next run does not read them. */
export async function markAnnounced(
  db: Db,
  now: string,
  announced: readonly { event: string; object: { kind: string; id: string }; until?: string }[],
): Promise<void> {
  const ids = (kind: string) => announced.filter(({ object }) => object.kind === kind).map(({ object }) => object.id)
  for (const event of scoreEvents) {
    const scores = announced.filter(each => each.event === event).map(({ object }) => object.id)
    if (scores.length > 0) await db.updateTable('score').set({ announced: event }).where('id', 'in', scores).execute()
  }
  const [versions, participants] = [ids('document-version'), ids('participant')]
  if (versions.length > 0) {
    await db.updateTable('document_version').set({ lapse_announced_at: now }).where('id', 'in', versions).execute()
  }
  if (participants.length > 0) {
    await db
      .updateTable('participant')
      .set(eb => ({ accreditation_announced: eb.ref('accredited_until') }))
      .where('id', 'in', participants)
      .execute()
  }
  const users = announced.filter(({ object }) => object.kind === 'user')
  if (users.length === 0) return
  await sql`
    update portal_user u set ending_announced = a.until
    from unnest(${ids('user')}::text[], ${users.map(({ until }) => until)}::timestamptz[]) a(id, until)
    where u.id = a.id`.execute(db)
}
