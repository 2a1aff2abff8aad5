import type { SqlBool } from 'kysely'
import { sql } from 'kysely'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import type { Erasures } from '#server/retention/erasure/definition.ts'
import {
  count,
  empty,
  emptyObject,
  hash,
  id,
  none,
  ofParticipant,
  ofUser,
  when,
  word,
} from '#server/retention/erasure/definition.ts'

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
const bulletins = (participant: string) => sql`(select id from bulletin where incident_id in ${incidents(participant)})`
/** What a bank got and answered, and what banks answered to bulletins of a participant’s incidents. */
const ofBulletins = (participant: string) =>
  sql<SqlBool>`entity_id = ${participant} or bulletin_id in ${bulletins(participant)}`
const answers = (participant: string) => sql`(
  select id from acknowledgement where ${ofBulletins(participant)} union all
  select id from impact_clock where ${ofBulletins(participant)})`
const assessments = (participant: string) =>
  sql`(select id from assessment where validation_id in ${validations(participant)})`
const findings = (participant: string) => sql`(select id from finding where provider_id = ${participant})`
const clarifications = (participant: string) =>
  sql`(select id from clarification where validation_id in ${validations(participant)})`
const uses = (participant: string) =>
  sql`(select id from service_use where entity_id = ${participant} or provider_id = ${participant})`
/** The contracts of a bank's register. Those with a provider are of the banks, which keep what they knew of it (REG-10). */
const arrangements = (participant: string) => sql`(select id from arrangement where entity_id = ${participant})`
const ofArrangement = (participant: string) => sql<SqlBool>`arrangement_id in ${arrangements(participant)}`
const registered = (participant: string) => sql`(
  select id from business_function where entity_id = ${participant} union all
  select id from register_member where entity_id = ${participant} union all
  select id from arrangement_line where arrangement_id in ${arrangements(participant)} union all
  select id from ${arrangements(participant)} a)`
const facts = (participant: string) => sql`(select id from service_facts where participant_id = ${participant})`
const keys = (participant: string) => sql`(select id from api_key where entity_id = ${participant})`
const hooks = (participant: string) => sql`(select id from webhook where entity_id = ${participant})`
const notices = (subject: string) =>
  sql`(select id from notification where participant_id = ${subject} or user_id = ${subject} or ${about(subject)})`

/** Whether the company of an alias is named by none but a participant. */
const namedByNoOther = (company: string, participant: string) => sql<SqlBool>`not exists (
  select from company_identity i
  where i.parent_company_id = ${sql.ref(`${company}.id`)} and i.participant_id <> ${participant})
  and not exists (
    select from subcontract l
    where l.company_id = ${sql.ref(`${company}.id`)} and l.provider_id <> ${participant})
  and not exists (
  select from arrangement a where a.company_id = ${sql.ref(`${company}.id`)} and a.entity_id <> ${participant})
  and not exists (
    select from arrangement_subcontract n join arrangement a on a.id = n.arrangement_id
    where n.company_id = ${sql.ref(`${company}.id`)} and a.entity_id <> ${participant})`

/** The companies outside that none but a participant names, and that are above none that others name. */
const companies = (participant: string) => sql<SqlBool>`(owner_id is null or owner_id = ${participant})
  and not exists (
    with recursive below as (
      select company.id union select c.id from company c join below b on c.parent_company_id = b.id)
    select from company k join below b on b.id = k.id where not (${namedByNoOther('k', participant)}))`
const signed = 'It is of a paper that the bank signed and keeps (BASE-12).'

const subcontracts = (participant: string) => sql`(select id from subcontract where provider_id = ${participant})`
const ofChain = (participant: string) =>
  sql<SqlBool>`use_id in ${uses(participant)} or subcontract_id in ${subcontracts(participant)}`

const ofEntity = (participant: string) => sql<SqlBool>`entity_id = ${participant}`
const participants = 'It is the participant’s, which stays.'

/** What participants did and got: their documents, requests, scores, incidents and notifications. */
export const records = {
  last_change: {
    user: user => sql`object_id = ${user}`,
    participant: participant => sql`object_id = ${participant} or object_id in ${validations(participant)}
      or object_id in ${documents(participant)} or object_id in ${scores(participant)}
      or object_id in ${incidents(participant)} or object_id in ${facts(participant)}
      or object_id in ${findings(participant)} or object_id in ${clarifications(participant)} or object_id in ${subcontracts(participant)}
      or object_id in ${registered(participant)} or object_id in ${answers(participant)}
      or object_id in (select id from invitation_request where entity_id = ${participant})`,
    columns: { kind: word, object_id: id, changed_by: id, changed_at: when },
  },
  file_read: {
    participant: participant => sql`version_id in ${versions(participant)} or score_id in ${scores(participant)}
      or incident_document_id in ${attached(participant)}`,
    // The file access stays with the document, without its session, and without a key of the participant.
    of: { user: ofUser, participant: participant => sql`key_id in ${keys(participant)}` },
    columns: {
      id,
      user_id: id,
      session_id: none,
      key_id: none,
      kind: word,
      version_id: id,
      score_id: id,
      incident_document_id: id,
      by_centre: word,
      read_at: when,
    },
  },
  impact_clock: { participant: ofBulletins, userAlone: participants },
  acknowledgement: { participant: ofBulletins, userAlone: participants },
  bulletin_sent: { participant: ofBulletins, userAlone: participants },
  bulletin_proposal: {
    participant: participant => sql`incident_id in ${incidents(participant)}`,
    userAlone: participants,
  },
  bulletin: { participant: participant => sql`id in ${bulletins(participant)}`, userAlone: participants },
  queue_assignment: {
    participant: participant => sql`object_id in ${validations(participant)} or object_id in ${incidents(participant)}`,
    columns: { kind: word, object_id: id, user_id: id, since: when, overdue_told_for: when, version: count },
  },
  incident_document: {
    participant: participant => sql`incident_id in ${incidents(participant)}`,
    userAlone: participants,
  },
  incident: {
    participant: participant => sql`provider_id = ${participant} or issuer_id = ${participant}`,
    userAlone: participants,
  },
  clarification_file: {
    participant: participant => sql`message_id in (
      select id from clarification_message where clarification_id in ${clarifications(participant)})`,
    userAlone: participants,
  },
  clarification_message: {
    participant: participant => sql`clarification_id in ${clarifications(participant)}`,
    userAlone: participants,
  },
  clarification: { participant: participant => sql`id in ${clarifications(participant)}`, userAlone: participants },
  finding_file: { participant: participant => sql`finding_id in ${findings(participant)}`, userAlone: participants },
  finding: { participant: participant => sql`provider_id = ${participant}`, userAlone: participants },
  assessment_answer: {
    participant: participant => sql`assessment_id in ${assessments(participant)}`,
    userAlone: participants,
  },
  assessment_domain: {
    participant: participant => sql`assessment_id in ${assessments(participant)}`,
    userAlone: participants,
  },
  assessment: { participant: participant => sql`id in ${assessments(participant)}`, userAlone: participants },
  reliance_file: {
    // What a bank signed stays, without the use that is erased with its provider.
    participant: participant => sql`entity_id = ${participant}
      or (use_id in ${uses(participant)} and ${hasStatus(sql`status`, relianceMachine.sets.draft)})`,
    of: { participant: participant => sql`use_id in ${uses(participant)}` },
    columns: {
      id,
      entity_id: id,
      use_id: none,
      number: count,
      status: word,
      facts: signed,
      answers: signed,
      plan: signed,
      conclusion: word,
      conditions_text: signed,
      review_on: when,
      created_at: when,
      signed_by: id,
      signed_at: when,
      content: signed,
      content_hash: hash,
      told: word,
      version: count,
    },
  },
  certificate: {
    participant: participant => sql`score_id in ${scores(participant)}`,
    userAlone: participants,
  },
  independence_reminder: {
    participant: participant => sql`validation_id in ${validations(participant)}`,
    userAlone: participants,
  },
  // That of an evaluator of others stays behind their scores, without its words.
  independence_declaration: {
    participant: participant => sql`validation_id in ${validations(participant)}`,
    of: { participant: participant => sql`evaluator_id = ${participant}` },
    columns: {
      id,
      validation_id: id,
      evaluator_id: id,
      status: word,
      answers: emptyObject,
      text: empty,
      declared_by: id,
      declared_at: when,
      cci_reason: empty,
      decided_by: id,
      decided_at: when,
      ended_at: when,
      version: count,
    },
  },
  arrangement_clauses: { participant: ofArrangement, userAlone: participants },
  arrangement_member: { participant: ofArrangement, userAlone: participants },
  arrangement_line: { participant: ofArrangement, userAlone: participants },
  arrangement_subcontract: { participant: ofArrangement, userAlone: participants },
  arrangement: { participant: participant => sql`id in ${arrangements(participant)}`, userAlone: participants },
  business_function: { participant: ofEntity, userAlone: participants },
  kept_fact: { participant: ofEntity, userAlone: participants },
  register_member: { participant: ofEntity, userAlone: participants },
  register_entity: { participant: ofEntity, userAlone: participants },
  register_term: { participant: ofEntity, userAlone: participants },
  register_rate: { participant: ofEntity, userAlone: participants },
  register_feedback: { participant: ofEntity, userAlone: participants },
  register_package: { participant: ofEntity, userAlone: participants },
  register_ask: { participant: participant => sql`provider_id = ${participant}`, userAlone: participants },
  acceptance: { participant: participant => sql`use_id in ${uses(participant)}`, userAlone: participants },
  chain_reminder: { participant: ofChain, userAlone: participants },
  chain_stance: { participant: ofChain, userAlone: participants },
  subcontract: { participant: participant => sql`provider_id = ${participant}`, userAlone: participants },
  chain_confirmation: { participant: participant => sql`provider_id = ${participant}`, userAlone: participants },
  company_identity: { participant: ofParticipant, userAlone: participants },
  service_facts: { participant: ofParticipant, userAlone: participants },
  company: { participant: companies, userAlone: participants },
  // A use that a contract of a bank is about stays with that contract.
  service_use: {
    participant: participant => sql`id in ${uses(participant)}
      and not exists (select from arrangement_line l where l.use_id = service_use.id)`,
    userAlone: participants,
  },
  webhook_delivery: {
    participant: participant => sql`webhook_id in ${hooks(participant)} or ${about(participant)}`,
    userAlone: participants,
  },
  webhook: { participant: participant => sql`entity_id = ${participant}`, userAlone: participants },
  // After what the key has read.
  api_key: { participant: participant => sql`entity_id = ${participant}`, userAlone: participants },
  level_policy: { participant: ofEntity, userAlone: participants },
  calendar_feed: { user: ofUser },
  expiry_step: {
    participant: participant => sql`object_id = ${participant} or object_id in ${validations(participant)}
      or object_id in ${versions(participant)}
      or object_id in (select id from acceptance where use_id in ${uses(participant)})`,
    userAlone: participants,
  },
  score: { participant: participant => sql`validation_id in ${validations(participant)}`, userAlone: participants },
  precheck: { participant: participant => sql`version_id in ${versions(participant)}`, userAlone: participants },
  precheck_task: { participant: participant => sql`version_id in ${versions(participant)}`, userAlone: participants },
  document_assignment: {
    user: user => sql`user_id = ${user} or assigned_by = ${user}`,
    participant: participant => sql`validation_id in ${validations(participant)}`,
  },
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
  invitation_request: {
    participant: participant => sql`entity_id = ${participant}
      or invitation_id in (select id from invitation where participant_id = ${participant})`,
    userAlone: participants,
  },
  invitation: {
    participant: ofParticipant,
    userAlone: 'It is of the principal user, who is deleted only with the participant.',
  },
  digest_line: {
    user: user => sql`user_id = ${user} or notification_id in ${notices(user)}`,
    participant: participant => sql`notification_id in ${notices(participant)}`,
  },
  notification_read: {
    user: user => sql`user_id = ${user} or notification_id in ${notices(user)}`,
    participant: participant => sql`notification_id in ${notices(participant)}`,
  },
  notification: {
    user: user => sql`user_id = ${user} or ${about(user)}`,
    participant: participant => sql`participant_id = ${participant} or ${about(participant)}`,
  },
  outbox_mail: {
    // Later mails to this address belong to its next owner.
    user: user => sql`${about(user)} or exists (
      select from portal_user u where u.id = ${user} and u.email = recipient and outbox_mail.created_at <= u.deleted_at)`,
    participant: about,
  },
} as const satisfies Erasures
