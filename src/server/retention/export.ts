import { sql } from 'kysely'
import { privateKinds, privateScreens } from '#domain/audit-log/private.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { privateTypes } from '#domain/notification/notification.ts'
import type { AppContext } from '#server/app/app-context.ts'
import { inTransaction } from '#server/app/transaction.ts'
import type { FileAnswer } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { isNotPrivateMail } from '#server/platform/mail/private.ts'
import { countSupervision } from '#server/retention/export-supervision.ts'
import { fileOf, rowsOf } from '#server/retention/stored-rows.ts'

/** The notification `n` names no deleted participant (D44). */
const namesNoneGone = sql`not exists (
  select from participant a where a.id::text = any(n.about) and a.deleted_at is not null)`

/** No participant of the incident `i` is deleted (D44). */
const isNotDeleted = sql`not exists (
  select from participant a where a.id in (i.provider_id, i.issuer_id) and a.deleted_at is not null)`

/** What no one but its bank may read, left out: of saved views `w`, mails `m`, notifications `n` and entries `t`. */
const notPrivate = {
  view: sql`w.path <> all(${[...privateScreens]}::text[])`,
  mail: isNotPrivateMail,
  notification: sql`n.type <> all(${privateTypes}::text[]) and not n.for_use`,
  entry: sql`t.object_kind <> all(${[...privateKinds]}::text[])`,
}
const everything = sql`true`
const allShown = { view: everything, mail: everything, notification: everything, entry: everything }

/**
 * All data about a user (RGPD art. 15 and 20): account, sessions, activity, notifications and file access.
 * @param reader CCI's copy leaves out what its bank alone may read (BASE-11)
 */
async function userData(db: Db, id: string, reader: 'self' | 'centre'): Promise<Record<string, unknown>> {
  const shown = reader === 'self' ? allShown : notPrivate
  return {
    account: await rowsOf(db, sql`select * from portal_user where id = ${id}`),
    mailPreferences: await rowsOf(db, sql`select * from mail_preference where user_id = ${id}`),
    savedViews: await rowsOf(
      db,
      sql`select * from saved_view w where user_id = ${id} and ${shown.view} order by created_at`,
    ),
    sessions: await rowsOf(db, sql`select * from session where user_id = ${id} order by started_at`),
    identities: await rowsOf(db, sql`select * from provider_identity where user_id = ${id} order by bound_at`),
    passkeys: await rowsOf(
      db,
      sql`select id, name, transports, created_at, last_used_at from passkey where user_id = ${id} order by created_at`,
    ),
    apps: await rowsOf(db, sql`select created_at from totp_factor where user_id = ${id}`),
    recoveryCodes: await rowsOf(db, sql`select used_at from recovery_code where user_id = ${id} order by used_at`),
    unfinishedSignIns: await rowsOf(
      db,
      sql`select begun_at, address, user_agent from pending_sign_in where user_id = ${id} order by begun_at`,
    ),
    passwordResets: await rowsOf(db, sql`select * from password_reset where user_id = ${id} order by created_at`),
    mails: await rowsOf(
      db,
      // The notifications carry the text; earlier mails belong to the address's previous owner.
      sql`select m.id, m.recipient, m.template, m.created_at, m.sent_at, m.given_up_at from outbox_mail m
          join portal_user u on u.email = m.recipient and m.created_at >= u.created_at
        where u.id = ${id} and ${shown.mail} order by m.created_at`,
    ),
    notifications: await rowsOf(
      db,
      sql`select n.*, r.read_at from notification n join portal_user u on u.participant_id = n.participant_id
            and (n.user_id is null or n.user_id = u.id)
          left join notification_read r on r.notification_id = n.id and r.user_id = u.id
        where u.id = ${id} and ${namesNoneGone} and ${shown.notification}
        order by n.created_at`,
    ),
    uploads: await rowsOf(
      db,
      sql`select * from document_version where uploaded_by = ${id} and deleted_at is null order by uploaded_at`,
    ),
    incidentsRaised: await rowsOf(
      db,
      sql`select i.id, i.title, i.created_at from incident i
        where i.raised_by = ${id} and ${isNotDeleted} order by i.created_at`,
    ),
    incidentUploads: await rowsOf(
      db,
      sql`select o.* from incident_document o join incident i on i.id = o.incident_id
        where o.uploaded_by = ${id} and ${isNotDeleted} order by o.uploaded_at`,
    ),
    findingUploads: await rowsOf(
      db,
      sql`select f.* from finding_file f join finding d on d.id = f.finding_id
          join participant p on p.id = d.provider_id and p.deleted_at is null
        where f.uploaded_by = ${id} order by f.uploaded_at`,
    ),
    clarificationsAsked: await rowsOf(
      db,
      sql`select c.* from clarification c join validation v on v.id = c.validation_id
          join participant p on p.id = v.participant_id and p.deleted_at is null
        where c.asked_by = ${id} order by c.created_at, c.id`,
    ),
    clarificationMessages: await rowsOf(
      db,
      sql`select m.*, (select jsonb_agg(to_jsonb(f) order by f.position) from clarification_file f where f.message_id = m.id)
            as files
          from clarification_message m join clarification c on c.id = m.clarification_id
          join validation v on v.id = c.validation_id
          join participant p on p.id = v.participant_id and p.deleted_at is null
        where m.user_id = ${id} order by m.at, m.id`,
    ),
    filesRead: await rowsOf(db, sql`select * from file_read where user_id = ${id} and key_id is null order by read_at`),
    // Only the bare facts of the user's own acts: their details may concern others.
    activity: await rowsOf(
      db,
      sql`select number, at, event, object_kind, object_id,
          case when object_kind in ('session', 'user') then data end as data
        from trail t where (actor_id = ${id} or object_kind = 'user' and object_id = ${id}) and ${shown.entry}
        order by number`,
    ),
  }
}

async function participantData(db: Db, id: string): Promise<Record<string, unknown>> {
  const users = await db
    .selectFrom('portal_user')
    .select('id')
    .where('participant_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const validations = sql`(select id from validation where participant_id = ${id})`
  return {
    participant: await rowsOf(db, sql`select * from participant where id = ${id}`),
    invitations: await rowsOf(db, sql`select * from invitation where participant_id = ${id}`),
    favourites: await rowsOf(db, sql`select * from favourite where entity_id = ${id}`),
    validations: await rowsOf(db, sql`select * from validation where participant_id = ${id} order by id`),
    documents: await rowsOf(
      db,
      sql`select d.name, w.* from document_version w join document d on d.id = w.document_id
        where d.validation_id in ${validations} order by w.id`,
    ),
    scores: await rowsOf(db, sql`select * from score where validation_id in ${validations} order by id`),
    findings: await rowsOf(db, sql`select * from finding where provider_id = ${id} order by id`),
    clarifications: await rowsOf(
      db,
      sql`select c.*, (
            select jsonb_agg(to_jsonb(m) order by m.number) from clarification_message m where m.clarification_id = c.id
          ) as messages
        from clarification c join validation v on v.id = c.validation_id
          join participant p on p.id = v.participant_id and p.deleted_at is null
        where (v.participant_id = ${id} and p.kind in (c.asked_by_role, c.asked_of))
          or (v.evaluator_id = ${id} and 'AUDIT' in (c.asked_by_role, c.asked_of)) order by c.id`,
    ),
    certificates: await rowsOf(
      db,
      sql`select c.* from certificate c join score k on k.id = c.score_id
        where k.validation_id in ${validations} order by c.score_id`,
    ),
    declarations: await rowsOf(
      db,
      sql`select * from independence_declaration d where d.evaluator_id = ${id}
        and not exists (
          select from validation v join participant p on p.id = v.participant_id
          where v.id = d.validation_id and p.deleted_at is not null)
        order by d.id`,
    ),
    incidents: await rowsOf(
      db,
      sql`select i.* from incident i
        where (i.provider_id = ${id} or i.issuer_id = ${id}) and ${isNotDeleted} order by i.id`,
    ),
    documentAssignments: await rowsOf(
      db,
      sql`select a.* from document_assignment a join validation v on v.id = a.validation_id
        where v.participant_id = ${id} order by a.at, a.document_name`,
    ),
    invitationRequests: await rowsOf(db, sql`select * from invitation_request where entity_id = ${id} order by id`),
    bulletins: await rowsOf(db, sql`select * from bulletin where provider_id = ${id} order by id`),
    notifications: await rowsOf(
      db,
      sql`select * from notification n where n.participant_id = ${id} and ${namesNoneGone}
        and ${notPrivate.notification} order by n.id`,
    ),
    registerIdentity: await rowsOf(db, sql`select * from company_identity where participant_id = ${id}`),
    serviceFacts: await rowsOf(db, sql`select * from service_facts where participant_id = ${id} order by id`),
    subcontracts: await rowsOf(db, sql`select * from subcontract where provider_id = ${id} order by id`),
    chainConfirmations: await rowsOf(
      db,
      sql`select * from chain_confirmation where provider_id = ${id} order by confirmed_at`,
    ),
    supervision: await countSupervision(db, id),
    users: await Promise.all(users.map(user => userData(db, user.id, 'centre'))),
  }
}

/** 'Descargar mis datos': all data about the caller. The audit log records the download. */
export function exportOwnData(app: AppContext, actor: Actor): Promise<FileAnswer> {
  return inTransaction(app, actor, async tx => {
    const { userId, participantId } = actor
    const data = { exportedAt: tx.now, ...(await userData(tx.db, userId, 'self')) }
    tx.record({ event: 'user.exported', object: { kind: 'user', id: userId }, participantId })
    return fileOf(data, `mis-datos-${tx.today}.json`)
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
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new DomainError('notFound')
    const data = { exportedAt: tx.now, ...(await participantData(tx.db, id)) }
    tx.record({ event: 'participant.exported', object: { kind: 'participant', id }, participantId: id })
    return fileOf(data, `datos-${id}-${tx.today}.json`)
  })
}
