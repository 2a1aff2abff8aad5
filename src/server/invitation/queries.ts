import { sql } from 'kysely'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import { hasChosenPassword, oneTimePasswordAlive } from '#domain/invitation/invitation.ts'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'
import { displayName } from '#domain/participant/participant.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { companyOf } from '#domain/values/company/cif.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * Invitations with their participant and user; includes withdrawn ones, but none of a participant deleted since (D6,
 * D44).
 */
export const invitations = (db: Db) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('participant as p', 'p.id', 'i.participant_id')
    .innerJoin('portal_user as u', 'u.id', 'i.user_id')
    .where('i.hidden', '=', false)

export const invitationSelection = [
  'i.id',
  'i.kind',
  'i.email',
  'i.created_at',
  'i.sent_at',
  'i.status',
  'i.name',
  'i.nrbe',
  'i.contact_person',
  'i.participant_id',
  'i.user_id',
  'p.name as participantName',
  'p.commercial_name',
  'p.business_name',
  'u.temporary_until',
  sql<InvitationWire['undelivered']>`(
    select json_build_object('refused', m.refused, 'reason', case when m.refused then m.last_error else '' end)
    from outbox_mail m where m.recipient = i.email and m.created_at >= u.created_at and m.sent_at is null and m.told_at is not null
    order by m.created_at desc limit 1)`.as('undelivered'),
] as const

export type InvitationRow = NonNullable<Awaited<ReturnType<typeof invitationById>>>

export function invitationById(db: Db, id: string) {
  return invitations(db).where('i.id', '=', id).select(invitationSelection).executeTakeFirst()
}

/** An invitation that is known to be there. @throws Error otherwise */
export const knownInvitation = (db: Db, id: string): Promise<InvitationRow> =>
  invitations(db).where('i.id', '=', id).select(invitationSelection).executeTakeFirstOrThrow()

/** An invitation as the API returns it (INV-05, INV-08). */
export function invitationWireOf(row: InvitationRow, now: string): InvitationWire {
  const status = row.status as InvitationStatus
  return {
    id: row.id,
    type: row.kind as InvitableKind,
    email: row.email,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    status,
    name: row.name,
    codNRBE: row.nrbe,
    contactPerson: row.contact_person,
    idGenericEntity: row.participant_id,
    nameGenericEntity: displayName({
      name: row.participantName,
      commercialName: row.commercial_name,
      businessName: row.business_name,
    }),
    passwordAlive: oneTimePasswordAlive({ status, temporaryUntil: row.temporary_until }, now),
    passwordChosen: hasChosenPassword({ status, temporaryUntil: row.temporary_until }),
    undelivered: row.undelivered,
  }
}

/** The given addresses that have a live invitation or a living user (D6). */
export async function takenAddresses(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db
    .selectFrom('invitation')
    .select('email')
    .where('email', 'in', emails)
    .where('status', 'in', invitationMachine.sets.live)
    .union(db.selectFrom('portal_user').select('email').where('email', 'in', emails).where('deleted_at', 'is', null))
    .execute()
  return new Set(rows.map(row => row.email))
}

/** The given NRBE codes that belong to living entities. */
export async function takenNrbes(db: Db, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db
    .selectFrom('participant')
    .select('nrbe')
    .where('nrbe', 'in', codes)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.nrbe))
}

/** The companies of the given CIFs that are providers here: letter and seven digits. */
export async function takenCompanies(db: Db, cifs: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(cifs.map(companyOf))].filter(company => /^[A-Z]\d{7}$/.test(company))
  const { rows } = await sql<{ company: string }>`
    select distinct left(cif, 8) as company from participant
    where kind = 'PROVIDER' and deleted_at is null and left(cif, 8) = any(${asked})`.execute(db)
  return new Set(rows.map(({ company }) => company))
}

/** The first mails of the entities or providers invited at one instant: how many wait, and which do not arrive. */
export async function firstMailsOf(db: Db, { sentAt, type }: { sentAt: string; type: 'ENTITY' | 'PROVIDER' }) {
  const mails = await db
    .selectFrom('invitation as i')
    .innerJoin('outbox_mail as m', 'm.recipient', 'i.email')
    .where('i.created_at', '=', sentAt)
    .where('i.kind', '=', type)
    .where('m.created_at', '=', sentAt)
    .where('m.template', '=', 'invitation')
    .where('m.sent_at', 'is', null)
    .where(or => or.or([or('m.given_up_at', 'is', null), or('m.told_at', 'is not', null)]))
    .select(['i.email', 'i.name', 'm.refused', 'm.last_error', 'm.given_up_at', 'm.told_at'])
    .orderBy('i.name')
    .limit(IMPORT_MAX)
    .execute()
  const failed = mails.filter(mail => mail.given_up_at || mail.told_at || mail.refused)
  return {
    waiting: mails.length - failed.length,
    failed: failed.map(({ email, name, refused, last_error }) => ({
      email,
      name,
      refused,
      reason: refused ? last_error : '',
    })),
  }
}

/**
 * Deletes the pending mails to an address. One that is being sent is not sent again. Skips one about which the server
 * that sends it notes something, because earlier versions keep it locked while they send.
 */
export async function dropPendingMails(db: Db, email: string): Promise<void> {
  await db
    .deleteFrom('outbox_mail')
    .where('id', 'in', eb =>
      eb
        .selectFrom('outbox_mail')
        .select('id')
        .where('recipient', '=', email)
        .where('sent_at', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
