import type { NotNull } from 'kysely'
import { sql } from 'kysely'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/database/connect.ts'

/** A score that time works on: the one that stands of a QUALIFIED request (D11). */
export type DueScore = {
  scoreId: string
  rating: string
  expiresOn: Day
  validationId: string
  status: 'QUALIFIED'
  providerId: string
  providerName: string
  evaluatorId: string
  evaluatorName: string
  serviceName: string
}

/** The scores that stand and end on a day or before, of living providers. */
export async function scoresEndingBy(db: Db, day: Day): Promise<DueScore[]> {
  const { rows } = await sql<DueScore>`
    select k.id as "scoreId", k.rating, k.expires_on as "expiresOn", v.id as "validationId", v.status,
      p.id as "providerId", p.display_name as "providerName", e.id as "evaluatorId", e.display_name as "evaluatorName",
      s.description as "serviceName"
    from score k
      join validation v on v.id = k.validation_id and v.deleted_at is null and v.superseded_at is null
      join participant p on p.id = v.participant_id and p.deleted_at is null
      join participant e on e.id = v.evaluator_id
      join service s on s.id = v.service_id
    where k.is_current and k.expires_on <= ${day}::date and v.status = 'QUALIFIED'
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

/** The accepted versions that stand, of documents that are still asked for, required or not, which lapsed before a day (D51). */
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
    where x.is_current and x.expires_on < ${day}::date and status_on(x.status, x.expires_on, ${day}::date) = 'LAPSED'
    order by x.expires_on, x.id`.execute(db)
  return rows
}

export type EndedAccreditation = {
  participantId: string
  participantName: string
  accreditedUntil: Day
  validationId: string | null
}

/** The living evaluators whose accreditation ended before a day. */
export async function accreditationsEndedBefore(db: Db, day: Day): Promise<EndedAccreditation[]> {
  const { rows } = await sql<EndedAccreditation>`
    select p.id as "participantId", p.display_name as "participantName", p.accredited_until as "accreditedUntil",
      v.id as "validationId"
    from participant p
      left join validation v on v.participant_id = p.id and v.kind = 'DOC_MIN' and v.deleted_at is null
    where p.accredited_until < ${day}::date and p.deleted_at is null
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

/** The users of living participants that still have a one-time password, which ends after one instant and by another. */
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
    .orderBy('u.temporary_until')
    .orderBy('u.id')
    .$narrowType<{ temporaryUntil: NotNull; invitation: InvitationStatus | null }>()
    .execute()
}

/** Which of some announcements the trail already holds. */
export async function announced(db: Db, objectIds: readonly string[]): Promise<Set<string>> {
  if (objectIds.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select data->>'onceKey' as key from trail
    where object_kind in ('score', 'document-version', 'participant', 'user')
      and object_id = any(${[...new Set(objectIds)]}) and data->>'onceKey' is not null`.execute(db)
  return new Set(rows.map(row => row.key))
}
