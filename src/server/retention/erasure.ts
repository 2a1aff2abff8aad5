import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { addressOfNobody } from '#domain/identity/user/user.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The subject of an erasure: a participant, after its users, or a single user. */
export type Subject = 'participant' | 'user'

/** The rows of a table that belong to the subject with an id. */
type Rows = (id: string) => RawBuilder<SqlBool>
/** The reason to keep a value, or its replacement. */
type Fate = string | { becomes: (id: string, now: string) => RawBuilder<unknown> }

/**
 * How the purge treats a table. A table that keeps a row of an erased subject classifies each of its columns, so that a
 * new column does not compile until it is classified as personal or not.
 */
type Erasure<Row> =
  /** Deletes the rows with their user, and with the participant if given. */
  | { user: Rows; participant?: Rows }
  /** Deletes the rows with their participant. `userAlone` is the reason to keep them when only a user is erased. */
  | { participant: Rows; userAlone: string }
  /**
   * Keeps the rows and clears the subject's personal columns. `user` and `participant` name rows to delete all the
   * same.
   */
  | ({ columns: { readonly [C in keyof Row]: Fate }; of?: Partial<Record<Subject, Rows>> } & Partial<
      Record<Subject, Rows>
    >)

const id = 'an identifier'
const when = 'a date or a time'
const count = 'a number'
const word = 'one of a fixed set of words, or a flag'
const hash = 'a hash'
const computed = 'computed from other columns'
const house = 'written by the operator about its own rules'

const empty = { becomes: () => sql`''` }
const none = { becomes: () => sql`null` }
const emptyObject = { becomes: () => sql`'{}'` }
const erasedAt = { becomes: (_id: string, now: string) => sql`${now}` }

const ofUser: Rows = user => sql`user_id = ${user}`
const ofParticipant: Rows = participant => sql`participant_id = ${participant}`
const about = (subject: string) => sql<SqlBool>`about @> array[${subject}]::text[]`

const validations = (participant: string) => sql`(select id from validation where participant_id = ${participant})`
const documents = (participant: string) =>
  sql`(select id from document where validation_id in ${validations(participant)})`
const versions = (participant: string) =>
  sql`(select id from document_version where document_id in ${documents(participant)})`
const scores = (participant: string) => sql`(select id from score where validation_id in ${validations(participant)})`
const incidents = (participant: string) =>
  sql`(select id from incident where provider_id = ${participant} or issuer_id = ${participant})`
const attached = (participant: string) =>
  sql`(select id from incident_document where incident_id in ${incidents(participant)})`
const notices = (subject: string) =>
  sql`(select id from notification where participant_id = ${subject} or ${about(subject)})`

const participants = 'It is the participant’s, which stays.'

/**
 * The single definition of what is erased (D44), in the order of the purge: referring rows before the rows they refer
 * to.
 */
export const erasures: { readonly [T in keyof Tables]: Erasure<Tables[T]> } = {
  last_change: {
    user: user => sql`object_id = ${user}`,
    participant: participant => sql`object_id = ${participant} or object_id in ${validations(participant)}
      or object_id in ${documents(participant)} or object_id in ${scores(participant)}
      or object_id in ${incidents(participant)}`,
    columns: { kind: word, object_id: id, changed_by: id, changed_at: when },
  },
  file_read: {
    participant: participant => sql`version_id in ${versions(participant)} or score_id in ${scores(participant)}
      or incident_document_id in ${attached(participant)}`,
    // The file access stays with the document, without its session.
    of: { user: ofUser },
    columns: {
      id,
      user_id: id,
      session_id: none,
      kind: word,
      version_id: id,
      score_id: id,
      incident_document_id: id,
      by_centre: word,
      read_at: when,
    },
  },
  incident_document: {
    participant: participant => sql`incident_id in ${incidents(participant)}`,
    userAlone: participants,
  },
  incident: {
    participant: participant => sql`provider_id = ${participant} or issuer_id = ${participant}`,
    userAlone: participants,
  },
  score: { participant: participant => sql`validation_id in ${validations(participant)}`, userAlone: participants },
  document_version: {
    participant: participant => sql`document_id in ${documents(participant)}`,
    userAlone: participants,
  },
  document: { participant: participant => sql`validation_id in ${validations(participant)}`, userAlone: participants },
  validation: { participant: ofParticipant, userAlone: participants },
  favourite: {
    participant: participant => sql`provider_id = ${participant} or entity_id = ${participant}`,
    userAlone: participants,
  },
  invitation: {
    participant: ofParticipant,
    userAlone: 'It is of the principal user, who is deleted only with the participant.',
  },
  notification_read: {
    user: user => sql`user_id = ${user} or notification_id in ${notices(user)}`,
    participant: participant => sql`notification_id in ${notices(participant)}`,
  },
  notification: {
    user: about,
    participant: participant => sql`participant_id = ${participant} or ${about(participant)}`,
  },
  outbox_mail: {
    // Later mails to this address belong to its next owner.
    user: user => sql`${about(user)} or exists (
      select from portal_user u where u.id = ${user} and u.email = recipient and outbox_mail.created_at <= u.deleted_at)`,
    participant: about,
  },
  mail_preference: { user: ofUser },
  idempotent_call: { user: ofUser },
  passkey: { user: ofUser },
  passkey_challenge: { user: ofUser },
  password_reset: { user: ofUser },
  pending_sign_in: { user: ofUser },
  provider_identity: { user: ofUser },
  reading_under_way: { user: ofUser },
  recovery_code: { user: ofUser },
  totp_enrolment: { user: ofUser },
  totp_factor: { user: ofUser },
  proposal: { user: ofUser, participant: participant => sql`object_id = ${participant}` },
  session: { user: ofUser },
  portal_user: {
    of: { user: user => sql`id = ${user}` },
    columns: {
      id,
      participant_id: id,
      email: { becomes: user => sql`${addressOfNobody(user)}` },
      name: empty,
      surnames: empty,
      position: empty,
      phone: empty,
      billing_email: empty,
      is_principal: word,
      status: word,
      password_hash: none,
      temporary_until: when,
      secret_nonce: none,
      last_password_change: when,
      policy_accepted_at: when,
      created_at: when,
      deleted_at: when,
      version: count,
      search: computed,
      destroyed_at: erasedAt,
      half_open_told_at: when,
      ending_announced: when,
    },
  },
  participant: {
    of: { participant: participant => sql`id = ${participant}` },
    columns: {
      id,
      kind: word,
      // The name of an evaluator stays on published scores of others (D44), until `emptyNames` finds none.
      name: { becomes: () => sql`case when kind = 'AUDIT' then display_name else '' end` },
      commercial_name: empty,
      business_name: empty,
      cif: empty,
      web: empty,
      billing_contact: empty,
      billing_email: empty,
      cnae: empty,
      security_leader: empty,
      incident_contact: empty,
      employees: word,
      email: empty,
      roac: empty,
      partner_audit: empty,
      partner_isae: empty,
      phone: empty,
      nrbe: empty,
      company_type: word,
      contact: emptyObject,
      address: none,
      billing_address: none,
      economic_info: none,
      extra_data: emptyObject,
      accredited_until: none,
      onboarded_at: when,
      created_at: when,
      deleted_at: when,
      version: count,
      display_name: computed,
      search: computed,
      destroyed_at: erasedAt,
      requests: count,
      documentations: count,
      identity_version: count,
      economic_year: none,
      accreditation_announced: none,
    },
  },
  trail: {
    columns: {
      number: count,
      at: when,
      event: word,
      actor_id: id,
      actor_role: word,
      participant_id: id,
      object_kind: word,
      object_id: id,
      data: '`destroy_trail_data` erases it with the participant. What a user did to what is not its own stays (D44).',
      previous_hash: hash,
      hash,
      salt: 'erased with the data',
      data_hash: hash,
    },
  },
  stored_file: {
    columns: {
      sha256: 'a hash; the row goes with the last document that has the file',
      size: count,
      media_type: word,
      warnings: word,
      created_at: when,
      checked_at: when,
    },
  },
  file_verdict: { columns: { sha256: hash, signature: 'the name of a virus', scanned_at: when } },
  mark_verdict: { columns: { sha256: hash, mark_version: count, fault: word, judged_at: when } },
  file_damage: { columns: { name: hash, kind: word, found_at: when, told_at: when } },
  guess_budget: { columns: { key: hash, busy_until: when } },
  sign_in_attempt: {
    columns: {
      account: 'deleted within a day',
      device: 'deleted within a day',
      failed_at: when,
      last_at: when,
      blocked_until: when,
    },
  },
  sign_on_attempt: { columns: { secret_hash: hash, provider: house, expires_at: when } },
  reset_wish: { columns: { id, sealed_email: 'sealed, and deleted within minutes' } },
  data_catalogue: { columns: { type: word, version: count } },
  document_catalogue: { columns: { id, type: word, version: count } },
  required_datum: { columns: { type: word, field: word, required: word, position: count } },
  required_document: {
    columns: { catalogue_id: id, name: house, description: house, required: word, position: count },
  },
  service: {
    columns: {
      id,
      key: house,
      type: house,
      description: house,
      created_at: when,
      deleted_at: when,
      version: count,
      search: computed,
    },
  },
  second_factor_rule: { columns: { role: word, required: word, version: count } },
  two_people: { columns: { id: word, enabled: word, version: count } },
  watermark: { columns: { id: word, enabled: word, version: count } },
  installation: { columns: { id, in_place: word, key_print: hash, only_one: word } },
}

type AnyErasure = {
  columns?: Readonly<Record<string, Fate>>
  of?: Partial<Record<Subject, Rows>>
  userAlone?: string
} & Partial<Record<Subject, Rows>>
const definition = Object.entries(erasures) as [keyof Tables, AnyErasure][]

/** The columns of a table that the purge overwrites. */
export const erasedColumns = (table: keyof Tables): string[] =>
  Object.entries((erasures[table] as AnyErasure).columns ?? {}).flatMap(([column, fate]) =>
    typeof fate === 'string' ? [] : [column],
  )

/** The reason why a column may keep its value after a subject is erased; undefined when it may not. */
export function whyKept(table: keyof Tables, column: string, subject: Subject): string | undefined {
  const { columns, userAlone } = erasures[table] as AnyErasure
  const fate = columns?.[column]
  return typeof fate === 'string' ? fate : subject === 'user' ? userAlone : undefined
}

/**
 * Erases the data that the definition names of a participant, after its users, or of a user.
 * @returns the hashes of the files that the deleted rows named
 */
export async function erase(db: Db, subject: Subject, id: string, now: string): Promise<string[]> {
  const files: string[] = []
  for (const [table, { columns = {}, of, ...deleted }] of definition) {
    const gone = deleted[subject]?.(id)
    if (gone) {
      const { rows } = await sql<{ sha256: string | null }>`
        delete from ${sql.table(table)} where ${gone} returning to_jsonb(${sql.table(table)}) ->> 'sha256' as sha256`.execute(
        db,
      )
      files.push(...rows.flatMap(row => row.sha256 ?? []))
    }
    const kept = of?.[subject]?.(id)
    if (kept) {
      const changes = Object.entries(columns).flatMap(([column, fate]) =>
        typeof fate === 'string' ? [] : [sql`${sql.ref(column)} = ${fate.becomes(id, now)}`],
      )
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${kept}`.execute(db)
    }
  }
  return files
}
