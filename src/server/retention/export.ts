import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { privateKinds } from '#domain/audit-log/private.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { principalTypes, privateTypes } from '#domain/notification/notification.ts'
import type { FileAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { isNotPrivateMail } from '#server/operation/mail/private.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { countSupervision } from '#server/retention/export-supervision.ts'
import { jsonFileOf, rowsOf } from '#server/retention/stored-rows.ts'

/** The notification `n` names no deleted participant (D44). */
const namesNoneGone = sql`not exists (
  select from participant a where a.id::text = any(n.about) and a.deleted_at is not null)`

/** No participant of the incident `i` is deleted (D44). */
const isNotDeleted = sql`not exists (
  select from participant a where a.id in (i.provider_id, i.issuer_id) and a.deleted_at is not null)`

/** Whether the notification `n` is what no one but its bank may read. */
const privateNotification = sql`(n.type = any(${privateTypes}::text[]) or n.for_use)`

/**
 * Rows of a copy. `alone` says which of them belong to their bank alone (BASE-10): CCI's copy of a bank holds only the
 * others, and of a section with 'all' how many there are. `shown` is the condition of the rows to copy.
 */
type Section = {
  alone: 'none' | 'all' | RawBuilder<unknown>
  rows: (id: string, shown: RawBuilder<unknown>) => RawBuilder<unknown>
}
type Sections = Readonly<Record<string, Section>>
/** Who the copy is for. Only banks have what belongs to them alone. */
type Reader = 'self' | 'centre' | 'centre-of-bank'

/** All data about a user (RGPD art. 15 and 20): account, sessions, activity, notifications and file access. */
const userSections: Sections = {
  account: { alone: 'none', rows: id => sql`select * from portal_user where id = ${id}` },
  mailPreferences: {
    alone: sql`m.type = any(${privateTypes}::text[])`,
    rows: (id, shown) => sql`select * from mail_preference m where user_id = ${id} and ${shown}`,
  },
  savedViews: { alone: 'all', rows: id => sql`select * from saved_view w where user_id = ${id} order by created_at` },
  sessions: { alone: 'none', rows: id => sql`select * from session where user_id = ${id} order by started_at` },
  identities: {
    alone: 'none',
    rows: id => sql`select * from provider_identity where user_id = ${id} order by bound_at`,
  },
  passkeys: {
    alone: 'none',
    rows: id =>
      sql`select id, name, transports, created_at, last_used_at from passkey where user_id = ${id} order by created_at`,
  },
  apps: { alone: 'none', rows: id => sql`select created_at from totp_factor where user_id = ${id}` },
  recoveryCodes: {
    alone: 'none',
    rows: id => sql`select used_at from recovery_code where user_id = ${id} order by used_at`,
  },
  unfinishedSignIns: {
    alone: 'none',
    rows: id => sql`select begun_at, address, user_agent from pending_sign_in where user_id = ${id} order by begun_at`,
  },
  passwordResets: {
    alone: 'none',
    rows: id => sql`select * from password_reset where user_id = ${id} order by created_at`,
  },
  mails: {
    alone: sql`not (${isNotPrivateMail})`,
    // The notifications carry the text; earlier mails belong to the address's previous owner.
    rows: (id, shown) =>
      sql`select m.id, m.recipient, m.template, m.created_at, m.sent_at, m.given_up_at from outbox_mail m
          join portal_user u on u.email = m.recipient and m.created_at >= u.created_at
        where u.id = ${id} and ${shown} order by m.created_at`,
  },
  notifications: {
    alone: privateNotification,
    rows: (
      id,
      shown,
    ) => sql`select n.*, r.read_at from notification n join portal_user u on u.participant_id = n.participant_id
            and (n.user_id is null or n.user_id = u.id)
          left join notification_read r on r.notification_id = n.id and r.user_id = u.id
        where u.id = ${id} and (u.is_principal or n.type <> all(${principalTypes}::text[])) and ${namesNoneGone} and ${shown}
        order by n.created_at`,
  },
  uploads: {
    alone: 'none',
    rows: id =>
      sql`select * from document_version where uploaded_by = ${id} and deleted_at is null order by uploaded_at`,
  },
  incidentsRaised: {
    alone: 'none',
    rows: id => sql`select i.id, i.title, i.created_at from incident i
        where i.raised_by = ${id} and ${isNotDeleted} order by i.created_at`,
  },
  incidentUploads: {
    alone: 'none',
    rows: id => sql`select o.* from incident_document o join incident i on i.id = o.incident_id
        where o.uploaded_by = ${id} and ${isNotDeleted} order by o.uploaded_at`,
  },
  findingUploads: {
    alone: 'none',
    rows: id => sql`select f.* from finding_file f join finding d on d.id = f.finding_id
          join participant p on p.id = d.provider_id and p.deleted_at is null
        where f.uploaded_by = ${id} order by f.uploaded_at`,
  },
  clarificationsAsked: {
    alone: 'none',
    rows: id => sql`select c.* from clarification c join validation v on v.id = c.validation_id
          join participant p on p.id = v.participant_id and p.deleted_at is null
        where c.asked_by = ${id} order by c.created_at, c.id`,
  },
  clarificationMessages: {
    alone: 'none',
    rows: id => sql`select m.*, (select jsonb_agg(to_jsonb(f) order by f.position) from clarification_file f where f.message_id = m.id)
            as files
          from clarification_message m join clarification c on c.id = m.clarification_id
          join validation v on v.id = c.validation_id
          join participant p on p.id = v.participant_id and p.deleted_at is null
        where m.user_id = ${id} order by m.at, m.id`,
  },
  filesRead: {
    alone: 'none',
    rows: id => sql`select * from file_read where user_id = ${id} and key_id is null order by read_at`,
  },
  activity: {
    alone: sql`t.object_kind = any(${[...privateKinds]}::text[])`,
    rows: (id, shown) => sql`select at, event, object_kind, object_id,
          case when object_kind in ('session', 'user') then data end as data
        from trail t where (actor_id = ${id} or object_kind = 'user' and object_id = ${id}) and ${shown}
        order by number`,
  },
}

const validationsOf = (id: string) => sql`(select id from validation where participant_id = ${id})`

/** All data about a participant besides those of its users. */
const participantSections: Sections = {
  participant: { alone: 'none', rows: id => sql`select * from participant where id = ${id}` },
  invitations: { alone: 'none', rows: id => sql`select * from invitation where participant_id = ${id}` },
  favourites: { alone: 'all', rows: id => sql`select * from favourite where entity_id = ${id}` },
  validations: { alone: 'none', rows: id => sql`select * from validation where participant_id = ${id} order by id` },
  documents: {
    alone: 'none',
    rows: id => sql`select d.name, w.* from document_version w join document d on d.id = w.document_id
        where d.validation_id in ${validationsOf(id)} order by w.id`,
  },
  scores: {
    alone: 'none',
    rows: id => sql`select * from score where validation_id in ${validationsOf(id)} order by id`,
  },
  findings: { alone: 'none', rows: id => sql`select * from finding where provider_id = ${id} order by id` },
  clarifications: {
    alone: 'none',
    rows: id => sql`select c.*, (
            select jsonb_agg(to_jsonb(m) order by m.number) from clarification_message m where m.clarification_id = c.id
          ) as messages
        from clarification c join validation v on v.id = c.validation_id
          join participant p on p.id = v.participant_id and p.deleted_at is null
        where (v.participant_id = ${id} and p.kind in (c.asked_by_role, c.asked_of))
          or (v.evaluator_id = ${id} and 'AUDIT' in (c.asked_by_role, c.asked_of)) order by c.id`,
  },
  certificates: {
    alone: 'none',
    rows: id => sql`select c.* from certificate c join score k on k.id = c.score_id
        where k.validation_id in ${validationsOf(id)} order by c.score_id`,
  },
  declarations: {
    alone: 'none',
    rows: id => sql`select * from independence_declaration d where d.evaluator_id = ${id}
        and not exists (
          select from validation v join participant p on p.id = v.participant_id
          where v.id = d.validation_id and p.deleted_at is not null)
        order by d.id`,
  },
  incidents: {
    alone: 'none',
    rows: id => sql`select i.* from incident i
        where (i.provider_id = ${id} or i.issuer_id = ${id}) and ${isNotDeleted} order by i.id`,
  },
  documentAssignments: {
    alone: 'none',
    rows: id => sql`select a.* from document_assignment a join validation v on v.id = a.validation_id
        where v.participant_id = ${id} order by a.at, a.document_name`,
  },
  invitationRequests: {
    alone: 'none',
    rows: id => sql`select * from invitation_request where entity_id = ${id} order by id`,
  },
  bulletins: { alone: 'none', rows: id => sql`select * from bulletin where provider_id = ${id} order by id` },
  notifications: {
    alone: privateNotification,
    rows: (id, shown) => sql`select * from notification n where n.participant_id = ${id} and ${namesNoneGone}
        and ${shown} order by n.id`,
  },
  registerIdentity: { alone: 'none', rows: id => sql`select * from company_identity where participant_id = ${id}` },
  serviceFacts: {
    alone: 'none',
    rows: id => sql`select * from service_facts where participant_id = ${id} order by id`,
  },
  subcontracts: { alone: 'none', rows: id => sql`select * from subcontract where provider_id = ${id} order by id` },
  chainConfirmations: {
    alone: 'none',
    rows: id => sql`select * from chain_confirmation where provider_id = ${id} order by confirmed_at`,
  },
}

async function copyOf(db: Db, sections: Sections, id: string, reader: Reader): Promise<Record<string, unknown>> {
  const copy: Record<string, unknown> = {}
  for (const [name, { alone, rows }] of Object.entries(sections)) {
    const hides = reader !== 'self' && typeof alone !== 'string'
    const found = await rowsOf(db, rows(id, hides ? sql`not coalesce(${alone}, false)` : sql`true`))
    copy[name] = alone === 'all' && reader === 'centre-of-bank' ? found.length : found
  }
  return copy
}

async function participantData(db: Db, id: string, reader: Reader): Promise<Record<string, unknown>> {
  const users = await db
    .selectFrom('portal_user')
    .select('id')
    .where('participant_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    ...(await copyOf(db, participantSections, id, reader)),
    supervision: await countSupervision(db, id),
    users: await Promise.all(users.map(user => copyOf(db, userSections, user.id, reader))),
  }
}

/** 'Descargar mis datos': all data about the caller. The audit log records the download. */
export function exportOwnData(app: AppContext, actor: Actor): Promise<FileAnswer> {
  return inTransaction(app, actor, async tx => {
    const { userId, participantId } = actor
    const data = { exportedAt: tx.now, ...(await copyOf(tx.db, userSections, userId, 'self')) }
    tx.record({ event: 'user.exported', object: { kind: 'user', id: userId }, participantId })
    return jsonFileOf(data, `mis-datos-${tx.today}.json`)
  })
}

/**
 * All data about a living participant and its users, for CCI to answer a request.
 * @throws DomainError notFound
 */
export function exportParticipantData(app: AppContext, actor: Actor, id: string): Promise<FileAnswer> {
  return inTransaction(app, actor, async tx => {
    const found = await tx.db
      .selectFrom('participant')
      .select('kind')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new DomainError('notFound')
    const reader = found.kind === 'ENTITY' ? 'centre-of-bank' : 'centre'
    const data = { exportedAt: tx.now, ...(await participantData(tx.db, id, reader)) }
    tx.record({ event: 'participant.exported', object: { kind: 'participant', id }, participantId: id })
    return jsonFileOf(data, `datos-${id}-${tx.today}.json`)
  })
}
