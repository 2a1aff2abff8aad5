-- The portal's tables. Each constraint holds one invariant of the domain; the comment beside it says which.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Identifiers: 26 characters of Crockford base 32, sortable by creation, never a '-' (D3).
create domain identifier as text check (value ~ '^[0-9a-hjkmnp-tv-z]{26}$');

-- Search ignores case and accents (ux: "search ignores accents"). Immutable, so that columns and indexes may be built on it.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- D5: LAPSED and EXPIRED are what time makes of a stored QUALIFIED or ACCEPTED; never stored. The same table of cases
-- tests these two functions and src/domain/validation/validation.ts.
create function status_on(stored text, expires_on date, today date) returns text
  language sql immutable parallel safe
  return case
    when stored in ('QUALIFIED') and (expires_on + interval '1 year')::date < today then 'EXPIRED'
    when stored in ('QUALIFIED', 'ACCEPTED') and expires_on < today then 'LAPSED'
    else stored
  end;

create table participant (
  id identifier primary key,
  kind text not null check (kind in ('PROVIDER', 'AUDIT', 'ENTITY', 'CCI')),
  name text not null default '',
  commercial_name text not null default '',
  business_name text not null default '',
  cif text not null default '',
  web text not null default '',
  billing_contact text not null default '',
  billing_email text not null default '',
  cnae text not null default '',
  security_leader text not null default '',
  incident_contact text not null default '',
  employees text not null default '_1_9' check (employees in ('_1_9', '_10_49', '_50_249', '_250')),
  email text not null default '',
  roac text not null default '',
  partner_audit text not null default '',
  partner_isae text not null default '',
  phone text not null default '',
  nrbe text not null default '' check (nrbe = '' or nrbe ~ '^[0-9]{4}$'),
  company_type text not null default 'MICRO' check (company_type in ('MICRO', 'PYME', 'MEDIANA', 'GRANDE')),
  contact jsonb not null default '{}',
  address jsonb,
  billing_address jsonb,
  economic_info jsonb,
  extra_data jsonb not null default '{}',
  -- An evaluator's accreditation; null until CCI sets it (D35). Valid until the end of that day in Madrid (D4).
  accredited_until date check (accredited_until is null or kind = 'AUDIT'),
  -- The first acceptance of its documentation: from then on its side menu stays and others see it (D10, D49).
  onboarded_at timestamptz,
  created_at timestamptz not null,
  -- Deleted or its invitation withdrawn: invisible to every role, kept blocked until destruction (D44).
  deleted_at timestamptz,
  version integer not null default 1,
  -- What it is called in lists: displayName of src/domain/participant/participant.ts.
  display_name text not null generated always as (
    coalesce(nullif(name, ''), nullif(business_name, ''), nullif(commercial_name, ''), 'Sin nombre todavía')) stored,
  search text generated always as (fold(name || ' ' || commercial_name || ' ' || business_name || ' ' || cif || ' ' || nrbe)) stored
);
-- Each company once among the living (D44: deletion frees CIF and NRBE). An unfinished profile may still lack them, and
-- what is no CIF yet is kept as it was typed, whoever else typed the same.
create unique index participant_cif_once on participant (kind, cif)
  where cif ~ '^[A-Z][0-9]{7}[0-9A-J]$' and deleted_at is null;
create unique index participant_nrbe_once on participant (nrbe) where nrbe <> '' and deleted_at is null;
-- There is one centre.
create unique index participant_one_centre on participant (kind) where kind = 'CCI';
create index participant_search on participant using gin (search gin_trgm_ops);
create index participant_by_name on participant (kind, display_name collate "es-x-icu", id) where deleted_at is null;

create table portal_user (
  id identifier primary key,
  participant_id identifier not null references participant,
  email text not null check (email = lower(trim(email)) and email <> ''),
  name text not null default '',
  surnames text not null default '',
  position text not null default '',
  phone text not null default '',
  billing_email text not null default '',
  is_principal boolean not null default false,
  status text not null check (status in ('PENDING', 'ACCEPTED')),
  password_hash text,
  -- A one-time password ends here; null once the user chose its own (D7).
  temporary_until timestamptz,
  -- What the mailed one-time password is derived from; the password itself is stored nowhere.
  secret_nonce text,
  last_password_change timestamptz,
  policy_accepted_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);
-- One account per address among the living (ERR-06, D44).
create unique index portal_user_email_once on portal_user (email) where deleted_at is null;
-- One principal user per participant; the centre may have several administrators.
create index portal_user_participant on portal_user (participant_id);
-- Lists of users are searched as one types, ignoring accents (API-10).
create index portal_user_by_name on portal_user using gin (fold(name || ' ' || surnames) gin_trgm_ops) where deleted_at is null;
create index portal_user_by_email on portal_user using gin (email gin_trgm_ops) where deleted_at is null;

create table invitation (
  id identifier primary key,
  kind text not null check (kind in ('PROVIDER', 'AUDIT', 'ENTITY')),
  email text not null check (email = lower(trim(email)) and email <> ''),
  name text not null default '',
  nrbe text not null default '',
  contact_person text not null default '',
  participant_id identifier not null references participant,
  user_id identifier not null references portal_user,
  status text not null check (status in ('PENDING', 'ACCEPTED', 'REJECTED')),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  decided_at timestamptz,
  version integer not null default 1
);
-- One live invitation per address, whatever the kind (D6, ERR-03). A deleted participant's is closed as REJECTED.
create unique index invitation_live_email_once on invitation (email) where status in ('PENDING', 'ACCEPTED');
create index invitation_created on invitation (created_at desc);
create index invitation_participant on invitation (participant_id);

-- Services that a provider can be qualified for (service catalogue).
create table service (
  id identifier primary key,
  key text not null unique,
  type text not null check (type <> ''),
  description text not null check (description <> ''),
  created_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);

-- What each kind of participant must supply (document and data catalogues); ISSUE: what opening an incident needs (D53).
create table document_catalogue (
  id identifier primary key,
  type text not null unique check (type in ('PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE')),
  version integer not null default 1
);
create table required_document (
  catalogue_id identifier not null references document_catalogue,
  name text not null check (name <> ''),
  description text not null check (description <> ''),
  required boolean not null,
  position integer not null,
  primary key (catalogue_id, name)
);
create table data_catalogue (
  type text primary key check (type in ('PROVIDER', 'AUDIT', 'ENTITY')),
  version integer not null default 1
);
create table required_datum (
  type text not null references data_catalogue,
  field text not null check (field <> ''),
  required boolean not null,
  position integer not null,
  primary key (type, field)
);

-- A file is stored once, named by its content (D23).
create table stored_file (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size > 0),
  media_type text not null,
  -- What a reader is warned of before opening: scripts, encryption, nested archives (D57).
  warnings text[] not null default '{}',
  created_at timestamptz not null
);

-- A set of documents under review: DOC_MIN, the participant's documentation; AUDIT_REPORT, a request to verify a report.
create table validation (
  id identifier primary key,
  participant_id identifier not null references participant,
  kind text not null check (kind in ('DOC_MIN', 'AUDIT_REPORT')),
  -- null: a draft that only its participant sees (D10). LAPSED and EXPIRED are never stored (D5).
  status text check (status in ('PENDING', 'ACCEPTED', 'REJECTED', 'QUALIFIED')),
  service_id identifier references service,
  evaluator_id identifier references participant,
  concept text not null default '' check (char_length(concept) <= 200),
  request_type text check (request_type in ('NEW', 'UPDATE', 'RENEWAL')),
  created_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  deleted_at timestamptz,
  -- A request that lapsed over a year ago makes room for a new one.
  superseded_at timestamptz,
  version integer not null default 1,
  -- A request names its service and evaluator and is never a draft; a participant's documentation has neither.
  check ((kind = 'AUDIT_REPORT') = (service_id is not null and evaluator_id is not null and request_type is not null)),
  check (kind = 'DOC_MIN' or status in ('PENDING', 'REJECTED', 'QUALIFIED')),
  check (kind = 'AUDIT_REPORT' or status is null or status in ('PENDING', 'ACCEPTED', 'REJECTED'))
);
-- One set of mandatory documents for each participant (D7).
create unique index validation_documentation_once on validation (participant_id) where kind = 'DOC_MIN' and deleted_at is null;
-- At most one live request for a provider, service and evaluator (D11).
create unique index validation_live_request_once on validation (participant_id, service_id, evaluator_id)
  where kind = 'AUDIT_REPORT' and deleted_at is null and superseded_at is null;
create index validation_participant on validation (participant_id, kind) include (status, service_id, evaluator_id, deleted_at);
create index validation_evaluator on validation (evaluator_id) where kind = 'AUDIT_REPORT';
create index validation_queue on validation (sent_at) where status = 'PENDING' and deleted_at is null;

-- One required file of a validation; its versions are its history, nothing is overwritten (D8).
create table document (
  id identifier primary key,
  validation_id identifier not null references validation,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  unique (validation_id, name)
);
create table document_version (
  id identifier primary key,
  document_id identifier not null references document,
  number integer not null check (number > 0),
  file_name text not null check (file_name <> ''),
  sha256 text not null references stored_file,
  status text not null check (status in ('PENDING', 'ACCEPTED', 'REJECTED')),
  expires_on date,
  rejected_reason text not null default '',
  -- True for the version that stands now; at most one, none after a deletion.
  is_current boolean not null default true,
  uploaded_by identifier not null references portal_user,
  uploaded_at timestamptz not null,
  decided_by identifier references portal_user,
  decided_at timestamptz,
  deleted_at timestamptz,
  unique (document_id, number),
  -- A rejection says why (DOC-07).
  check (status <> 'REJECTED' or rejected_reason <> ''),
  check (status = 'PENDING' or (decided_by is not null and decided_at is not null)),
  check (deleted_at is null or not is_current)
);
create unique index document_version_one_current on document_version (document_id) where is_current;
create index document_version_accepted on document_version (document_id, number desc) where status = 'ACCEPTED' and deleted_at is null;
create index document_version_expiry on document_version (expires_on) where is_current;
create index document_version_file on document_version (sha256);

-- The published outcome of a request. The newest of a validation stands; older ones are its history (renewal, correction).
create table score (
  id identifier primary key,
  validation_id identifier not null references validation,
  rating text not null check (rating <> ''),
  expires_on date not null,
  file_name text not null check (file_name <> ''),
  sha256 text not null references stored_file,
  is_current boolean not null default true,
  correction_reason text not null default '',
  scored_by identifier not null references portal_user,
  scored_at timestamptz not null
);
create unique index score_one_current on score (validation_id) where is_current;

create table favourite (
  entity_id identifier not null references participant,
  provider_id identifier not null references participant,
  created_at timestamptz not null,
  primary key (entity_id, provider_id)
);
create index favourite_provider on favourite (provider_id);

create table incident (
  id identifier primary key,
  title text not null check (title <> ''),
  detail text not null check (detail <> '' and char_length(detail) <= 200),
  provider_id identifier not null references participant,
  issuer_id identifier not null references participant,
  raised_by identifier not null references portal_user,
  status text not null check (status in ('PENDING', 'OPEN', 'CLOSED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index incident_provider on incident (provider_id, status);
create index incident_issuer on incident (issuer_id);
create table incident_document (
  id identifier primary key,
  incident_id identifier not null references incident,
  name text not null check (name <> ''),
  file_name text not null check (file_name <> ''),
  sha256 text not null references stored_file,
  uploaded_by identifier not null references portal_user,
  uploaded_at timestamptz not null,
  unique (incident_id, name)
);

create table notification (
  id identifier primary key,
  participant_id identifier not null references participant,
  type text not null,
  reason text not null,
  message text not null,
  info jsonb not null default '{}',
  created_at timestamptz not null,
  -- What time announces is announced once (D5): the daily job's key, for instance 'SCORE_LAPSED:<score>'.
  once_key text,
  unique (participant_id, once_key)
);
create index notification_participant on notification (participant_id, created_at desc);
-- A notification goes to the participant; its read mark is each user's own (D51).
create table notification_read (
  notification_id identifier not null references notification,
  user_id identifier not null references portal_user,
  read_at timestamptz not null,
  primary key (notification_id, user_id)
);
-- Which notifications a user does not want by e-mail.
create table mail_preference (
  user_id identifier not null references portal_user,
  type text not null,
  by_mail boolean not null,
  primary key (user_id, type)
);

-- A signed-in session is also its login record (login statistics). Only the token's hash is kept (D19, D39).
create table session (
  id identifier primary key,
  user_id identifier not null references portal_user,
  token_hash text not null unique,
  device_id text not null,
  address text not null default '',
  user_agent text not null default '',
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id) where ended_at is null;
create index session_started on session (started_at desc);
-- Whether a device cookie was given here, and for which accounts it is known (D20).
create index session_device on session (device_id, user_id);

-- Guesses at one account's password from one device (D20). Held here so that every server sees the same count.
create table sign_in_attempt (
  account text not null,
  device text not null,
  -- When each guess of the last minutes was counted; a guess counts as failed until it proves right.
  failed_at jsonb not null default '[]',
  last_at timestamptz not null,
  blocked_until timestamptz,
  primary key (account, device)
);
create index sign_in_attempt_last on sign_in_attempt (last_at);

create table password_reset (
  id identifier primary key,
  user_id identifier not null references portal_user,
  code_hash text not null unique,
  secret_nonce text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_user on password_reset (user_id) where used_at is null;

-- Each complete reading of a file, as the server saw it (D40); also what the login statistics list.
create table file_read (
  id identifier primary key,
  user_id identifier not null references portal_user,
  session_id identifier references session,
  kind text not null check (kind in ('documents', 'score', 'documentIssue')),
  version_id identifier references document_version,
  score_id identifier references score,
  incident_document_id identifier references incident_document,
  by_centre boolean not null,
  read_at timestamptz not null,
  check (num_nonnulls(version_id, score_id, incident_document_id) = 1)
);
create index file_read_version on file_read (version_id) where by_centre;
create index file_read_session on file_read (session_id);

-- Mail leaves after the commit from here, is retried and never lost (D13). Secrets are derived when it is sent.
create table outbox_mail (
  id identifier primary key,
  recipient text not null,
  template text not null,
  data jsonb not null,
  message_id text not null unique,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  given_up_at timestamptz
);
create index outbox_mail_due on outbox_mail (next_attempt_at) where sent_at is null and given_up_at is null;

-- A repeated write with the same key is one effect with one answer (R9).
create table idempotent_call (
  user_id identifier not null references portal_user,
  key text not null,
  request_hash text not null,
  status integer not null,
  body jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotent_call_created on idempotent_call (created_at);

-- Everything that happened, in order, each entry sealed with the hash of the one before.
create table trail (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  event text not null,
  actor_id text,
  actor_role text,
  participant_id text,
  object_kind text not null,
  object_id text not null,
  data jsonb not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);
create index trail_object on trail (object_kind, object_id);
create index trail_participant on trail (participant_id);

create function trail_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the trail is append-only';
end $$;
create trigger trail_no_change before update or delete on trail for each row execute function trail_is_append_only();
create trigger trail_no_truncate before truncate on trail for each statement execute function trail_is_append_only();
