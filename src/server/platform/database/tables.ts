// What the migrations build, written by `npm run database:snapshot`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: a JSON column's shape is checked by the schema that reads it
type Read = any
/** JSON is written as text. */
type Json = ColumnType<Read, string, string>
type NullableJson = ColumnType<Read, string | null, string | null>
type DefaultedJson = ColumnType<Read, string | undefined, string>

type Acceptance = {
  id: string
  use_id: string
  status: string
  reason: string
  accepted_rating: string | null
  required_rating: string
  until: string
  decided_by: string
  decided_at: string
  ended_at: string | null
  end_reason: Generated<string>
}

type Acknowledgement = {
  id: string
  bulletin_id: string
  entity_id: string
  user_id: string
  impact: string
  shared: Generated<boolean>
  note: Generated<string>
  at: string
  version: Generated<number>
}

type ApiKey = {
  id: string
  entity_id: string
  name: string
  prefix: string
  key_hash: string
  scopes: string[]
  status: string
  expires_on: string
  created_by: string
  created_at: string
  revoked_at: string | null
  last_used_at: string | null
  told_step: number | null
}

type Arrangement = {
  id: string
  entity_id: string
  reference: string
  type: string | null
  overarching_id: string | null
  provider_id: string | null
  company_id: string | null
  currency: string | null
  annual_cost: number | null
  starts_on: string | null
  ends_on: string | null
  end_reason: string | null
  notice_entity_days: number | null
  notice_provider_days: number | null
  law_country: string | null
  created_at: string
  version: Generated<number>
  chain_is_whole: boolean | null
  kind: Generated<string>
  outsourcing: DefaultedJson
  inside_id: string | null
}

type ArrangementClauses = {
  arrangement_id: string
  answers: Json
  version: Generated<number>
}

type ArrangementLine = {
  id: string
  arrangement_id: string
  use_id: string | null
  function_id: string
  ict_type: string | null
  provision_country: string | null
  holds_data: boolean | null
  storage_country: string | null
  processing_country: string | null
  sensitivity: string | null
  reliance: string | null
  substitutability: string | null
  no_substitute_reason: string | null
  own_audit_on: string | null
  exit_plan: boolean | null
  reintegration: string | null
  impact: string | null
  alternatives: string | null
  alternative_names: Generated<string>
  created_at: string
  version: Generated<number>
  provision_countries: Generated<string[]>
  storage_countries: Generated<string[]>
  processing_countries: Generated<string[]>
}

type ArrangementMember = {
  arrangement_id: string
  role: string
  member_id: string | null
}

type ArrangementSubcontract = {
  id: string
  arrangement_id: string
  place: number
  ict_type: string
  company_id: string
  recipient_id: string | null
  created_at: string
}

type Assessment = {
  id: string
  validation_id: string
  framework_id: string
  origin: string
  status: string
  target: string
  scope: Generated<string>
  standard: string | null
  opinion: string | null
  period_from: string | null
  period_to: string | null
  report_date: string | null
  subservices: string | null
  user_controls: Generated<string>
  created_at: string
  confirmed_by: string | null
  confirmed_at: string | null
  version: Generated<number>
  asked: Generated<number>
  answered: Generated<number>
  levels: DefaultedJson
  read_version_id: string | null
}

type AssessmentAnswer = {
  assessment_id: string
  control_key: string
  answer: string | null
  note: Generated<string>
  justification: Generated<string>
  inherited: Generated<boolean>
}

type AssessmentDomain = {
  assessment_id: string
  domain: string
  lowest: number
}

type Bulletin = {
  id: string
  incident_id: string
  provider_id: string
  number: number
  phase: string
  severity: string
  text: string
  services: Generated<string[]>
  audience: string
  started_at: string | null
  detected_at: string | null
  ended_at: string | null
  proposed_by: string | null
  published_by: string
  published_at: string
}

type BulletinProposal = {
  incident_id: string
  text: string
  proposed_by: string
  proposed_at: string
  version: Generated<number>
}

type BulletinSent = {
  bulletin_id: string
  entity_id: string
  reminded: Generated<number>
}

type BusinessFunction = {
  id: string
  entity_id: string
  code: string
  name: Generated<string>
  activity: string | null
  critical: string | null
  reason: Generated<string>
  assessed_on: string | null
  rto_hours: number | null
  rpo_hours: number | null
  impact: string | null
  created_at: string
  version: Generated<number>
  member_id: string | null
}

type CalendarFeed = {
  user_id: string
  token_hash: string
  created_at: string
  last_read_at: string | null
}

type CentreRule = {
  key: string
  value: Json
  version: number
  changed_by: string
  changed_at: string
}

type Certificate = {
  code_hash: string
  score_id: string
  canonical: string
  signature: string
  key_id: string
  issued_at: string
  hidden_at: string | null
  first_read_at: string | null
}

type CertificateKey = {
  id: string
  public_key: string
  first_signed_at: string
  last_signed_at: string
}

type ChainConfirmation = {
  provider_id: string
  service_id: string
  confirmed_by: string
  confirmed_at: string
}

type ChainReminder = {
  use_id: string
  subcontract_id: string
  due_on: string
  reminded_at: string
}

type ChainStance = {
  use_id: string
  subcontract_id: string
  stance: string
  text: Generated<string>
  noted_by: string
  at: string
  version: Generated<number>
}

type Clarification = {
  id: string
  validation_id: string
  document_id: string | null
  kind: string
  subject: string
  asked_by: string
  asked_by_role: string
  asked_of: string
  status: string
  due_on: string
  told: string | null
  created_at: string
  closed_at: string | null
  closed_by: string | null
  version: Generated<number>
  score_id: string | null
  outcome: string | null
  assigned_to: string | null
}

type ClarificationFile = {
  id: string
  message_id: string
  position: number
  file_name: string
  sha256: string
}

type ClarificationMessage = {
  id: string
  clarification_id: string
  number: number
  party: string
  user_id: string
  text: string
  at: string
}

type Company = {
  id: string
  owner_id: string | null
  name: string
  latin_name: Generated<string>
  lei: string | null
  euid: string | null
  country: string
  person_type: Generated<string>
  parent_company_id: string | null
  created_at: string
  version: Generated<number>
  other_code: string | null
  other_code_type: string | null
}

type CompanyIdentity = {
  participant_id: string
  lei: string | null
  lei_renewal_on: string | null
  euid: string | null
  other_code: string | null
  other_code_type: string | null
  person_type: string | null
  country: string | null
  latin_name: Generated<string>
  parent_company_id: string | null
  version: Generated<number>
}

type Control = {
  framework_id: string
  key: string
  domain: string
  position: number
  statement: string
  dimensions: string[]
  level: string
}

type ControlFramework = {
  id: string
  name: string
  edition: string
  illustrative: boolean
  status: string
  created_at: string
  published_at: string | null
  version: Generated<number>
}

type DamageOwner = {
  key: string
  participant_id: string | null
  issuer_id: string | null
}

type DataCatalogue = {
  type: string
  version: Generated<number>
}

type DigestLine = {
  user_id: string
  notification_id: string
  path: string
  thing: string | null
  expires_on: string | null
}

type Document = {
  id: string
  validation_id: string
  name: string
  created_at: string
}

type DocumentAssignment = {
  validation_id: string
  document_name: string
  user_id: string
  assigned_by: string
  at: string
}

type DocumentCatalogue = {
  id: string
  type: string
  version: Generated<number>
}

type DocumentHelp = {
  catalogue_id: string
  document_name: string
  help_text: Generated<string>
  template_sha256: string | null
  template_name: string | null
  version: Generated<number>
}

type DocumentVersion = {
  id: string
  document_id: string
  number: number
  file_name: string
  sha256: string
  status: string
  expires_on: string | null
  rejected_reason: Generated<string>
  is_current: Generated<boolean>
  uploaded_by: string
  uploaded_at: string
  decided_by: string | null
  decided_at: string | null
  deleted_at: string | null
  version: Generated<number>
  lapse_announced_at: string | null
  read_as_assessment: boolean | null
  reused_from: string | null
}

type ExpiryStep = {
  kind: string
  object_id: string
  audience: string
  expires_on: string
  step: number
  told_at: string
}

type Favourite = {
  entity_id: string
  provider_id: string
  created_at: string
}

type FileDamage = {
  name: string
  kind: string
  found_at: string
  told_at: string | null
  report_id: string | null
}

type FileRead = {
  id: string
  user_id: string
  session_id: string | null
  kind: string
  version_id: string | null
  score_id: string | null
  incident_document_id: string | null
  by_centre: boolean
  read_at: string
  key_id: string | null
}

type FileVerdict = {
  sha256: string
  signature: string | null
  scanned_at: string
}

type Finding = {
  id: string
  provider_id: string
  service_id: string
  validation_id: string
  assessment_id: string | null
  control_key: string | null
  domain: Generated<string>
  dimension: string
  title: string
  detail: Generated<string>
  priority: string
  status: string
  raised_by: string
  raised_at: string
  measure: Generated<string>
  owner_name: Generated<string>
  due_on: string | null
  delay_reason: Generated<string>
  told: string | null
  proof: Generated<string>
  done_at: string | null
  returned_reason: Generated<string>
  returned_at: string | null
  verified_by: string | null
  ended_at: string | null
  end_reason: Generated<string>
  version: Generated<number>
}

type FindingFile = {
  id: string
  finding_id: string
  file_name: string
  sha256: string
  uploaded_by: string
  uploaded_at: string
}

type GleifLei = {
  lei: string
  name: string
  country: string | null
  status: string
  renewal_on: string | null
}

type GleifLoad = {
  kind: string
  published_on: string
  is_part: boolean
  rows: number
  loaded_at: string
}

type GleifParent = {
  lei: string
  parent_lei: string
}

type GuessBudget = {
  key: string
  busy_until: string
}

type IdempotentCall = {
  user_id: string
  key: string
  request_hash: string
  status: number
  body: NullableJson
  created_at: string
}

type ImpactClock = {
  id: string
  bulletin_id: string
  entity_id: string
  aware_at: string | null
  classified_at: string | null
  initial_sent_at: string | null
  intermediate_sent_at: string | null
  version: Generated<number>
}

type Incident = {
  id: string
  title: string
  detail: string
  provider_id: string
  issuer_id: string
  raised_by: string
  status: string
  created_at: string
  updated_at: string
  version: Generated<number>
  search: GeneratedAlways<string>
  opened_at: string | null
  services: Generated<string[]>
  severity: string | null
  kind: string | null
  started_at: string | null
  detected_at: string | null
  ended_at: string | null
}

type IncidentDocument = {
  id: string
  incident_id: string
  name: string
  file_name: string
  sha256: string
  uploaded_by: string
  uploaded_at: string
}

type IndependenceDeclaration = {
  id: string
  validation_id: string
  evaluator_id: string
  status: string
  answers: Json
  text: Generated<string>
  declared_by: string
  declared_at: string
  cci_reason: Generated<string>
  decided_by: string | null
  decided_at: string | null
  ended_at: string | null
  version: Generated<number>
}

type IndependenceReminder = {
  validation_id: string
  sent_at: string
  days: number
}

type Installation = {
  id: string
  in_place: Generated<boolean>
  key_print: string | null
  only_one: Generated<boolean>
}

type Invitation = {
  id: string
  kind: string
  email: string
  name: Generated<string>
  nrbe: Generated<string>
  contact_person: Generated<string>
  participant_id: string
  user_id: string
  status: string
  created_at: string
  sent_at: string
  decided_at: string | null
  version: Generated<number>
  hidden: Generated<boolean>
}

type InvitationRequest = {
  id: string
  entity_id: string
  requested_by: string
  name: string
  cif: string
  email: string
  reason: string
  status: string
  asked_at: string
  invitation_id: string | null
  decision_reason: Generated<string>
  decided_by: string | null
  decided_at: string | null
  version: Generated<number>
}

type Job = {
  name: string
  started_at: string | null
  ended_at: string | null
  duration_ms: number | null
  failures: Generated<number>
  failed_at: string | null
  fault: string | null
  detail: Generated<string>
  told_at: string | null
  asked_at: string | null
  stuck_since: string | null
  stuck_seen_at: string | null
}

type KeptFact = {
  id: string
  entity_id: string
  provider_id: string
  service_id: string | null
  facts: Json
  refused: string | null
  kept_at: string
}

type LastChange = {
  kind: string
  object_id: string
  changed_by: string | null
  changed_at: string
}

type LevelPolicy = {
  entity_id: string
  critical_rating: string | null
  other_rating: string | null
  version: Generated<number>
}

type MailPreference = {
  user_id: string
  type: string
  by_mail: boolean
  version: Generated<number>
  mode: string | null
}

type MarkVerdict = {
  sha256: string
  mark_version: number
  fault: string | null
  judged_at: string
}

type Notification = {
  id: string
  participant_id: string
  type: string
  reason: string
  message: string
  info: DefaultedJson
  created_at: string
  once_key: string | null
  about: Generated<string[]>
  user_id: string | null
  for_use: Generated<boolean>
  message_english: string | null
}

type NotificationRead = {
  notification_id: string
  user_id: string
  read_at: string
}

type OutboxMail = {
  id: string
  recipient: string
  template: string
  data: Json
  message_id: string
  created_at: string
  next_attempt_at: string
  attempts: Generated<number>
  last_error: Generated<string>
  sent_at: string | null
  given_up_at: string | null
  refused: Generated<boolean>
  told_at: string | null
  about: Generated<string[]>
  caused_by: string | null
  failure_told_at: string | null
  language: Generated<string>
  claimed_until: string | null
}

type OverviewCount = {
  kind: string
  facet: string
  value: string
  day: string
  published: boolean
  sent: boolean
  rows: number
}

type OverviewRename = {
  cause: string
  object_id: string
  after: Generated<string>
}

type OverviewRow = {
  id: string
  participant_id: string
  validation_id: string | null
  kind: string
  published: boolean
  sent: boolean
  name: string
  search: string
  words: string
  service_id: string | null
  service: string | null
  evaluator_id: string | null
  evaluator: string | null
  status: string | null
  expires_on: string | null
  rating: string | null
  sent_at: string | null
  documentation_id: string | null
  documentation_status: string | null
  lapses_on: string | null
  incident: string | null
  covered_until: string | null
}

type OverviewStale = {
  transaction: string
  cause: string
  object_id: string
}

type Participant = {
  id: string
  kind: string
  name: Generated<string>
  commercial_name: Generated<string>
  business_name: Generated<string>
  cif: Generated<string>
  web: Generated<string>
  billing_contact: Generated<string>
  billing_email: Generated<string>
  cnae: Generated<string>
  security_leader: Generated<string>
  incident_contact: Generated<string>
  employees: Generated<string>
  email: Generated<string>
  roac: Generated<string>
  partner_audit: Generated<string>
  partner_isae: Generated<string>
  phone: Generated<string>
  nrbe: Generated<string>
  company_type: Generated<string>
  contact: DefaultedJson
  address: NullableJson
  billing_address: NullableJson
  economic_info: NullableJson
  extra_data: DefaultedJson
  accredited_until: string | null
  onboarded_at: string | null
  created_at: string
  deleted_at: string | null
  version: Generated<number>
  display_name: GeneratedAlways<string>
  search: GeneratedAlways<string | null>
  destroyed_at: string | null
  requests: Generated<number>
  documentations: Generated<number>
  identity_version: Generated<number>
  economic_year: number | null
  accreditation_announced: string | null
}

type Passkey = {
  id: string
  user_id: string
  credential_id: string
  public_key: string
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: string
  last_used_at: string | null
}

type PasskeyChallenge = {
  challenge_hash: string
  user_id: string
  purpose: string
  bound_to: string
  expires_at: string
}

type PasswordReset = {
  id: string
  user_id: string
  code_hash: string
  secret_nonce: string
  created_at: string
  expires_at: string
  used_at: string | null
}

type PendingSignIn = {
  id: string
  user_id: string
  token_hash: string
  expires_at: string
  issuer: string | null
  subject: string | null
  begun_at: string | null
  address: string | null
  user_agent: string | null
  known_device: string | null
}

type PortalUser = {
  id: string
  participant_id: string
  email: string
  name: Generated<string>
  surnames: Generated<string>
  position: Generated<string>
  phone: Generated<string>
  billing_email: Generated<string>
  is_principal: Generated<boolean>
  status: string
  password_hash: string | null
  temporary_until: string | null
  secret_nonce: string | null
  last_password_change: string | null
  policy_accepted_at: string | null
  created_at: string
  deleted_at: string | null
  version: Generated<number>
  search: GeneratedAlways<string>
  destroyed_at: string | null
  half_open_told_at: string | null
  ending_announced: string | null
  language: Generated<string>
  confirmation_asked_at: string | null
}

type Precheck = {
  version_id: string
  code: string
  outcome: string
  detail: DefaultedJson
  page: number | null
  checked_at: string
}

type PrecheckTask = {
  version_id: string
  tries: Generated<number>
  asked_at: string
}

type Proposal = {
  act: string
  object_id: string
  content_hash: string
  user_id: string
  proposed_at: string
}

type ProviderIdentity = {
  issuer: string
  subject: string
  user_id: string
  bound_at: string
}

type QueueAssignment = {
  kind: string
  object_id: string
  user_id: string | null
  since: string | null
  overdue_told_for: string | null
  version: Generated<number>
}

type ReadingUnderWay = {
  id: string
  user_id: string
  role: string
  happening: Json
  heard_at: string
  key_id: string | null
}

type RecoveryCode = {
  user_id: string
  code_hash: string
  used_at: string | null
}

type RegisterAsk = {
  provider_id: string
  asked_at: string
}

type RegisterEdition = {
  id: string
  place: number
  number: string
  content: Json
  name: string
  loaded_by: string
  loaded_at: string
}

type RegisterEntity = {
  entity_id: string
  lei: string | null
  lei_renewal_on: string | null
  country: string | null
  type: string | null
  authority: Generated<string>
  hierarchy: string | null
  parent_lei: string | null
  currency: string | null
  total_assets: number | null
  created_on: string
  changed_on: string
  version: Generated<number>
  parent_name: Generated<string>
  parent_country: string | null
  parent_type: string | null
  parent_hierarchy: string | null
  filing_on: string | null
}

type RegisterFeedback = {
  package_id: string
  entity_id: string
  name: string
  columns: Json
  faults: Json
  read_by: string
  read_at: string
}

type RegisterMember = {
  id: string
  entity_id: string
  kind: string
  name: string
  lei: string | null
  code: Generated<string>
  country: string | null
  type: string | null
  hierarchy: string | null
  parent_lei: string | null
  joined_on: string | null
  left_on: string | null
  currency: string | null
  total_assets: number | null
  created_on: string
  changed_on: string
  version: Generated<number>
}

type RegisterPackage = {
  id: string
  entity_id: string
  format: string
  edition: string
  reference_date: string
  name: string
  made_by: string
  made_at: string
  sha256: string
  content: Buffer
  lint_summary: Json
  rows: Json
  faults: NullableJson
  edition_load: string | null
}

type RegisterRate = {
  entity_id: string
  reference_date: string
  currency: string
  rate: number
}

type RegisterTerm = {
  entity_id: string
  term: string
  definition: string
}

type RejectionPhrases = {
  id: Generated<boolean>
  phrases: string[]
  version: Generated<number>
}

type RejectionReason = {
  document_name: string
  texts: string[]
  version: Generated<number>
}

type RelianceFile = {
  id: string
  entity_id: string
  use_id: string | null
  number: number
  status: string
  facts: DefaultedJson
  answers: DefaultedJson
  plan: DefaultedJson
  conclusion: string | null
  conditions_text: Generated<string>
  review_on: string | null
  created_at: string
  signed_by: string | null
  signed_at: string | null
  content: string | null
  content_hash: string | null
  told: Generated<string[]>
  version: Generated<number>
}

type RequiredDatum = {
  type: string
  field: string
  required: boolean
  position: number
}

type RequiredDocument = {
  catalogue_id: string
  name: string
  description: string
  required: boolean
  position: number
}

type ResetWish = {
  id: string
  sealed_email: string
}

type SavedView = {
  id: string
  user_id: string
  path: string
  search: string
  name: string
  pinned: boolean
  created_at: string
  shared: Generated<boolean>
  alert: Generated<boolean>
  seen: string[] | null
  looked_on: string | null
}

type Score = {
  id: string
  validation_id: string
  rating: string
  expires_on: string
  file_name: string
  sha256: string
  is_current: Generated<boolean>
  correction_reason: Generated<string>
  scored_by: string
  scored_at: string
  announced: string | null
  assessment_id: string | null
  computed: string | null
  override_reason: Generated<string>
  independence_id: string | null
  proposed_by: string | null
  review_since: string | null
  review_reason: Generated<string>
}

type SecondFactorRule = {
  role: string
  required: boolean
  version: Generated<number>
}

type ServerState = {
  name: string
  version: string
  started_at: string
  seen_at: string
  checked_at: string | null
  checks: DefaultedJson
  asked_at: string | null
}

type Service = {
  id: string
  key: string
  type: string
  description: string
  created_at: string
  deleted_at: string | null
  version: Generated<number>
  search: GeneratedAlways<string>
}

type ServiceFacts = {
  id: string
  participant_id: string
  service_id: string
  ict_type: string | null
  provision_countries: Generated<string[]>
  holds_data: boolean | null
  storage_countries: Generated<string[]>
  processing_countries: Generated<string[]>
  version: Generated<number>
}

type ServiceUse = {
  id: string
  entity_id: string
  provider_id: string
  service_id: string
  critical: string
  required_rating: string | null
  since: string | null
  until: string | null
  note: Generated<string>
  created_at: string
  version: Generated<number>
  noted_situation: string | null
  noted_on: string | null
}

type Session = {
  id: string
  user_id: string
  token_hash: string
  device_id: string
  address: Generated<string>
  user_agent: Generated<string>
  started_at: string
  last_seen_at: string
  ended_at: string | null
  proved_at: string | null
  second_factor_elsewhere: Generated<boolean>
  second_factor_shown: boolean | null
}

type SignInAttempt = {
  account: string
  device: string
  failed_at: DefaultedJson
  last_at: string
  blocked_until: string | null
}

type SignOnAttempt = {
  secret_hash: string
  provider: string
  expires_at: string
}

type StoredFile = {
  sha256: string
  size: number
  media_type: string
  warnings: Generated<string[]>
  created_at: string
  checked_at: string | null
}

type Subcontract = {
  id: string
  provider_id: string
  service_id: string
  participant_id: string | null
  company_id: string | null
  recipient_id: string | null
  ict_type: string | null
  description: Generated<string>
  underpins: boolean
  handles_data: boolean
  countries: Generated<string[]>
  since: string
  until: string | null
  urgent_reason: Generated<string>
  changed_on: string | null
  changed_from: string | null
  created_at: string
  version: Generated<number>
}

type TotpEnrolment = {
  user_id: string
  sealed_secret: string
  expires_at: string
}

type TotpFactor = {
  user_id: string
  sealed_secret: string
  last_step: number
  created_at: string
}

type Trail = {
  number: number
  at: string
  event: string
  actor_id: string | null
  actor_role: string | null
  participant_id: string | null
  object_kind: string
  object_id: string
  data: NullableJson
  previous_hash: string
  hash: string
  salt: string | null
  data_hash: string | null
}

type TwoPeople = {
  id: Generated<boolean>
  enabled: boolean
  version: Generated<number>
}

type UndoableAct = {
  id: string
  user_id: string
  act: string
  object_id: string
  at: string
  noted: Json
}

type Validation = {
  id: string
  participant_id: string
  kind: string
  status: string | null
  service_id: string | null
  evaluator_id: string | null
  concept: Generated<string>
  request_type: string | null
  created_at: string
  sent_at: string | null
  decided_at: string | null
  deleted_at: string | null
  superseded_at: string | null
  version: Generated<number>
  renews_id: string | null
  superseded_by: string | null
  report_date: string | null
}

type Watermark = {
  id: Generated<boolean>
  enabled: boolean
  version: Generated<number>
}

type Webhook = {
  id: string
  entity_id: string
  url: string
  events: string[]
  secrets: Json
  status: string
  failing_since: string | null
  busy_until: string | null
  created_at: string
  version: Generated<number>
}

type WebhookDelivery = {
  id: string
  webhook_id: string
  event_id: string
  type: string
  body: string
  about: Generated<string[]>
  created_at: string
  next_attempt_at: string
  tries: Generated<number>
  first_try_at: string | null
  last_try_at: string | null
  duration_ms: number | null
  answer: number | null
  fault: string | null
  delivered_at: string | null
  given_up_at: string | null
  caused_by: string | null
}

export type Tables = {
  acceptance: Acceptance
  acknowledgement: Acknowledgement
  api_key: ApiKey
  arrangement: Arrangement
  arrangement_clauses: ArrangementClauses
  arrangement_line: ArrangementLine
  arrangement_member: ArrangementMember
  arrangement_subcontract: ArrangementSubcontract
  assessment: Assessment
  assessment_answer: AssessmentAnswer
  assessment_domain: AssessmentDomain
  bulletin: Bulletin
  bulletin_proposal: BulletinProposal
  bulletin_sent: BulletinSent
  business_function: BusinessFunction
  calendar_feed: CalendarFeed
  centre_rule: CentreRule
  certificate: Certificate
  certificate_key: CertificateKey
  chain_confirmation: ChainConfirmation
  chain_reminder: ChainReminder
  chain_stance: ChainStance
  clarification: Clarification
  clarification_file: ClarificationFile
  clarification_message: ClarificationMessage
  company: Company
  company_identity: CompanyIdentity
  control: Control
  control_framework: ControlFramework
  damage_owner: DamageOwner
  data_catalogue: DataCatalogue
  digest_line: DigestLine
  document: Document
  document_assignment: DocumentAssignment
  document_catalogue: DocumentCatalogue
  document_help: DocumentHelp
  document_version: DocumentVersion
  expiry_step: ExpiryStep
  favourite: Favourite
  file_damage: FileDamage
  file_read: FileRead
  file_verdict: FileVerdict
  finding: Finding
  finding_file: FindingFile
  gleif_lei: GleifLei
  gleif_load: GleifLoad
  gleif_parent: GleifParent
  guess_budget: GuessBudget
  idempotent_call: IdempotentCall
  impact_clock: ImpactClock
  incident: Incident
  incident_document: IncidentDocument
  independence_declaration: IndependenceDeclaration
  independence_reminder: IndependenceReminder
  installation: Installation
  invitation: Invitation
  invitation_request: InvitationRequest
  job: Job
  kept_fact: KeptFact
  last_change: LastChange
  level_policy: LevelPolicy
  mail_preference: MailPreference
  mark_verdict: MarkVerdict
  notification: Notification
  notification_read: NotificationRead
  outbox_mail: OutboxMail
  overview_count: OverviewCount
  overview_rename: OverviewRename
  overview_row: OverviewRow
  overview_stale: OverviewStale
  participant: Participant
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  password_reset: PasswordReset
  pending_sign_in: PendingSignIn
  portal_user: PortalUser
  precheck: Precheck
  precheck_task: PrecheckTask
  proposal: Proposal
  provider_identity: ProviderIdentity
  queue_assignment: QueueAssignment
  reading_under_way: ReadingUnderWay
  recovery_code: RecoveryCode
  register_ask: RegisterAsk
  register_edition: RegisterEdition
  register_entity: RegisterEntity
  register_feedback: RegisterFeedback
  register_member: RegisterMember
  register_package: RegisterPackage
  register_rate: RegisterRate
  register_term: RegisterTerm
  rejection_phrases: RejectionPhrases
  rejection_reason: RejectionReason
  reliance_file: RelianceFile
  required_datum: RequiredDatum
  required_document: RequiredDocument
  reset_wish: ResetWish
  saved_view: SavedView
  score: Score
  second_factor_rule: SecondFactorRule
  server_state: ServerState
  service: Service
  service_facts: ServiceFacts
  service_use: ServiceUse
  session: Session
  sign_in_attempt: SignInAttempt
  sign_on_attempt: SignOnAttempt
  stored_file: StoredFile
  subcontract: Subcontract
  totp_enrolment: TotpEnrolment
  totp_factor: TotpFactor
  trail: Trail
  two_people: TwoPeople
  undoable_act: UndoableAct
  validation: Validation
  watermark: Watermark
  webhook: Webhook
  webhook_delivery: WebhookDelivery
}

/** The portal's own tables: those that the serving role gets its rights on. */
export const tableNames: readonly (keyof Tables)[] = [
  'acceptance',
  'acknowledgement',
  'api_key',
  'arrangement',
  'arrangement_clauses',
  'arrangement_line',
  'arrangement_member',
  'arrangement_subcontract',
  'assessment',
  'assessment_answer',
  'assessment_domain',
  'bulletin',
  'bulletin_proposal',
  'bulletin_sent',
  'business_function',
  'calendar_feed',
  'centre_rule',
  'certificate',
  'certificate_key',
  'chain_confirmation',
  'chain_reminder',
  'chain_stance',
  'clarification',
  'clarification_file',
  'clarification_message',
  'company',
  'company_identity',
  'control',
  'control_framework',
  'damage_owner',
  'data_catalogue',
  'digest_line',
  'document',
  'document_assignment',
  'document_catalogue',
  'document_help',
  'document_version',
  'expiry_step',
  'favourite',
  'file_damage',
  'file_read',
  'file_verdict',
  'finding',
  'finding_file',
  'gleif_lei',
  'gleif_load',
  'gleif_parent',
  'guess_budget',
  'idempotent_call',
  'impact_clock',
  'incident',
  'incident_document',
  'independence_declaration',
  'independence_reminder',
  'installation',
  'invitation',
  'invitation_request',
  'job',
  'kept_fact',
  'last_change',
  'level_policy',
  'mail_preference',
  'mark_verdict',
  'notification',
  'notification_read',
  'outbox_mail',
  'overview_count',
  'overview_rename',
  'overview_row',
  'overview_stale',
  'participant',
  'passkey',
  'passkey_challenge',
  'password_reset',
  'pending_sign_in',
  'portal_user',
  'precheck',
  'precheck_task',
  'proposal',
  'provider_identity',
  'queue_assignment',
  'reading_under_way',
  'recovery_code',
  'register_ask',
  'register_edition',
  'register_entity',
  'register_feedback',
  'register_member',
  'register_package',
  'register_rate',
  'register_term',
  'rejection_phrases',
  'rejection_reason',
  'reliance_file',
  'required_datum',
  'required_document',
  'reset_wish',
  'saved_view',
  'score',
  'second_factor_rule',
  'server_state',
  'service',
  'service_facts',
  'service_use',
  'session',
  'sign_in_attempt',
  'sign_on_attempt',
  'stored_file',
  'subcontract',
  'totp_enrolment',
  'totp_factor',
  'trail',
  'two_people',
  'undoable_act',
  'validation',
  'watermark',
  'webhook',
  'webhook_delivery',
]
