import { sql } from 'kysely'
import type { StoredDocumentStatus } from '#domain/document/document.ts'
import { documentStatusOn } from '#domain/document/document.ts'
import type { Actor, Role } from '#domain/identity/roles.ts'
import { isCompleted } from '#domain/identity/session/outcome.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import type { ReviewedDocument } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { first, statement } from '#server/platform/database/statement.ts'

/** Whether a user `u` has no second factor. */
const hasNoFactor = sql<boolean>`(
  not exists (select from totp_factor t where t.user_id = u.id)
  and not exists (select from passkey k where k.user_id = u.id))`

/** Whether a user `u` of a participant `p` must have a second factor and has none. */
export const secondFactorMissing = sql<boolean>`(
  exists (select from second_factor_rule r where r.role = p.kind and r.required)
  and ${hasNoFactor})`

/** Whether a session `s` has shown the second factor of its user `u`, or `u` has none. Other sessions open nothing. */
export const factorShown = sql<boolean>`(
  coalesce(s.second_factor_shown, true) or s.second_factor_elsewhere or ${hasNoFactor})`

const accounts = (db: Db) =>
  db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .leftJoin('invitation as i', 'i.user_id', 'u.id')
    .where('u.deleted_at', 'is', null)
    .select([
      'u.id',
      'u.email',
      'u.name',
      'u.surnames',
      'u.is_principal',
      'u.language',
      'u.status',
      'u.password_hash',
      'u.temporary_until',
      'u.last_password_change',
      'u.policy_accepted_at',
      'u.confirmation_asked_at',
      'p.id as participantId',
      'p.kind',
      'p.name as participantName',
      'p.commercial_name',
      'p.business_name',
      'p.cif',
      'p.onboarded_at',
      'p.deleted_at as participantDeletedAt',
      'i.status as invitation',
      secondFactorMissing.as('secondFactorMissing'),
    ])

/** A user that is not deleted, with its participant and its invitation. */
export type AccountRow = NonNullable<Awaited<ReturnType<typeof accountById>>>

const byId = statement((db, { id }: { id: string }) => accounts(db).where('u.id', '=', id).compile())
const byEmail = statement((db, { email }: { email: string }) => accounts(db).where('u.email', '=', email).compile())

const inSession = statement((db, { id, sessionId }: { id: string; sessionId: string }) =>
  accounts(db)
    .where('u.id', '=', id)
    .leftJoin('session as s', join => join.onRef('s.user_id', '=', 'u.id').on('s.id', '=', sessionId))
    .select(['s.started_at as sessionStartedAt', 's.second_factor_elsewhere as secondFactorElsewhere'])
    .compile(),
)

export const accountById = (db: Db, id: string) => first(byId(db, { id }))

/** An account, with the start of one of its sessions and whether that session has a second factor elsewhere. */
export const accountInSession = (db: Db, id: string, sessionId: string) => first(inSession(db, { id, sessionId }))

export const accountByEmail = (db: Db, email: string) => first(byEmail(db, { email }))

/** The input of the rules in outcome.ts for an account. */
export function accountFactsOf(row: AccountRow) {
  return {
    living: row.participantDeletedAt === null,
    invitation: row.invitation as InvitationStatus | null,
    awaitsConfirmation: row.confirmation_asked_at !== null,
    temporaryUntil: row.temporary_until,
    passwordChanged: row.last_password_change !== null,
    secondFactorMissing: row.secondFactorMissing,
  }
}

export function actorOfAccount(row: AccountRow): Actor {
  const role = row.kind as Role
  return {
    userId: row.id,
    participantId: row.participantId,
    role,
    isPrincipal: row.is_principal,
    completed: isCompleted(accountFactsOf(row)),
    onboarded: role === 'CCI' || row.onboarded_at !== null,
    secondFactorMissing: row.secondFactorMissing,
    passwordMissing: row.last_password_change === null,
  }
}

/** Words that a new password of this account must not contain (D42). */
export function contextWords(row: AccountRow, productName: string): string[] {
  const { name, surnames, email, participantName, commercial_name, business_name, cif } = row
  return [name, surnames, email, participantName, commercial_name, business_name, cif, productName]
}

const knowledgeOf = statement((db, { device, email }: { device: string; email: string }) =>
  sql<{ given: boolean; known: boolean }>`
    select
      exists (select from session where device_id = ${device}) as given,
      exists (
        select from session s join portal_user u on u.id = s.user_id
        where s.device_id = ${device} and u.email = ${email} and u.deleted_at is null
          and (u.last_password_change is null or s.started_at >= u.last_password_change)
      ) as known`.compile(db),
)

/**
 * Whether a device cookie was issued here at all, and whether this account has signed in with it since its last
 * password change (D20).
 */
export async function deviceKnowledge(
  db: Db,
  deviceId: string,
  email: string,
): Promise<{ given: boolean; knownToAccount: boolean }> {
  const [row] = await knowledgeOf(db, { device: deviceId, email })
  return { given: row!.given, knownToAccount: row!.known }
}

type AskedDocument = Pick<ReviewedDocument, 'name' | 'required' | 'expiresOn'> & {
  id: string
  validation: 'PENDING' | 'ACCEPTED' | 'REJECTED' | null
  status: string | null
}

const askedDocuments = statement((db, { userId }: { userId: string }) =>
  sql<AskedDocument>`
    select v.id, v.status as validation, r.name, r.required, n.status, n.expires_on as "expiresOn"
    from portal_user u
      join participant p on p.id = u.participant_id
      join validation v on v.participant_id = p.id
      left join document_catalogue c on c.type = p.kind
      left join required_document r on r.catalogue_id = c.id
      left join document d on d.name = r.name and d.validation_id = v.id
      left join document_version n on n.document_id = d.id and n.is_current
    where u.id = ${userId} and v.kind = 'DOC_MIN' and v.deleted_at is null`.compile(db),
)

/** The documentation of a user's participant on a day: its validation, the documents required of its kind, and the uploads. */
export async function documentationFactsOf(db: Db, userId: string, today: Day) {
  const rows = await askedDocuments(db, { userId })
  if (!rows[0]) return null
  const documents = rows.flatMap(({ name, required, expiresOn, status }): ReviewedDocument[] =>
    // A kind without required documents has one row, with no name.
    name === null
      ? []
      : [
          {
            ...{ name, required, expiresOn },
            status: status === null ? null : documentStatusOn(status as StoredDocumentStatus, expiresOn, today),
          },
        ],
  )
  return { id: rows[0].id, status: rows[0].validation, documents }
}

/** Updates `last_seen_at` of a session that has not ended. */
export const noteSeen = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).where('ended_at', 'is', null).compile(),
)

/**
 * Updates `last_seen_at` outside the caller's transaction and with asynchronous commit: every open page causes this
 * write each minute, and a power cut only makes the session idle a minute sooner. The setting ends with the statement.
 */
export const touchSession = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .with(
      cte => cte('unhurried').materialized(),
      qc => qc.selectNoFrom(sql`set_config('synchronous_commit', 'off', true)`.as('commit')),
    )
    .updateTable('session')
    .from('unhurried')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .compile(),
)

/**
 * Ends the open sessions of a user, all or all but one, or of every user of a participant, and the pending sign-ins.
 * With `passwordStays`, pending sign-ins expire instead of being deleted, so that the owner is notified of them.
 */
export async function endSessions(
  db: Db,
  of: { userId: string; butSessionId?: string; passwordStays?: true } | { participantId: string },
  now: string,
) {
  const users = db
    .selectFrom('portal_user')
    .select('id')
    .where(eb => ('userId' in of ? eb('id', '=', of.userId) : eb('participant_id', '=', of.participantId)))
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('user_id', 'in', users)
    .$if('butSessionId' in of, query => query.where('id', '!=', (of as { butSessionId: string }).butSessionId))
    .execute()
  if ('userId' in of && of.passwordStays) {
    await db
      .updateTable('pending_sign_in')
      .set({ expires_at: now })
      .where('user_id', 'in', users)
      .where('expires_at', '>', now)
      .execute()
  } else {
    await db.deleteFrom('pending_sign_in').where('user_id', 'in', users).execute()
    // A calendar's address that a stolen session made ends with it, at a change of password for instance.
    if (!('butSessionId' in of)) await db.deleteFrom('calendar_feed').where('user_id', 'in', users).execute()
  }
}

/** Expires the valid reset codes of a user. */
export async function killResetCodes(db: Db, userId: string, now: string) {
  await db
    .updateTable('password_reset')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Whether the code of a queued mail still opens the account of its address. */
export async function resetCodeLives(db: Db, email: string, nonce: string, now: string): Promise<boolean> {
  const code = await db
    .selectFrom('password_reset as r')
    .innerJoin('portal_user as u', 'u.id', 'r.user_id')
    .select('r.id')
    .where('u.email', '=', email)
    .where('u.deleted_at', 'is', null)
    .where('r.secret_nonce', '=', nonce)
    .where('r.used_at', 'is', null)
    .where('r.expires_at', '>', now)
    .executeTakeFirst()
  return code !== undefined
}
