-- The centre's rules that differ from those of the code. `version` is that of the whole set when the rule was changed.
create table centre_rule (
  key text primary key,
  value jsonb not null,
  version integer not null,
  changed_by identifier not null references portal_user,
  changed_at timestamptz not null
);

-- A list of controls that evaluations answer. At most one is PUBLISHED.
create table control_framework (
  id identifier primary key,
  name text not null check (name <> ''),
  edition text not null check (edition <> ''),
  illustrative boolean not null,
  status text not null check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  created_at timestamptz not null,
  published_at timestamptz,
  version integer not null default 1
);
create unique index control_framework_one_published on control_framework (status) where status = 'PUBLISHED';
create table control (
  framework_id identifier not null references control_framework on delete cascade,
  key text not null check (key <> ''),
  domain text not null check (domain <> ''),
  position integer not null,
  statement text not null check (statement <> ''),
  dimensions text[] not null check (dimensions <> '{}' and dimensions <@ array['C', 'I', 'D']),
  level text not null check (level in ('D', 'C', 'B', 'A', 'A+')),
  primary key (framework_id, key)
);

-- An evaluator's answers to a framework for one request. At most one of a request is open.
create table assessment (
  id identifier primary key,
  validation_id identifier not null references validation,
  framework_id identifier not null references control_framework,
  origin text not null check (origin in ('AUDIT', 'PROVIDER')),
  status text not null check (status in ('DRAFT', 'CONFIRMED', 'PUBLISHED')),
  target text not null,
  scope text not null default '',
  standard text,
  opinion text,
  period_from date,
  period_to date,
  report_date date,
  subservices text check (subservices in ('INCLUDED', 'EXCLUDED', 'NONE')),
  user_controls text not null default '',
  created_at timestamptz not null,
  confirmed_by identifier references portal_user,
  confirmed_at timestamptz,
  version integer not null default 1
);
create index assessment_validation on assessment (validation_id);
create unique index assessment_one_open on assessment (validation_id) where status in ('DRAFT', 'CONFIRMED');
create table assessment_answer (
  assessment_id identifier not null references assessment on delete cascade,
  control_key text not null,
  answer text check (answer in ('YES', 'NO', 'NOT_APPLICABLE')),
  note text not null default '',
  justification text not null default '',
  inherited boolean not null default false,
  primary key (assessment_id, control_key)
);

-- A service that a bank uses, and the level that it requires. Only that bank reads it.
create table service_use (
  id identifier primary key,
  entity_id identifier not null references participant,
  provider_id identifier not null references participant,
  service_id identifier not null references service,
  critical text not null check (critical in ('YES', 'NO', 'NOT_ASSESSED')),
  required_rating text,
  since date,
  until date,
  note text not null default '',
  created_at timestamptz not null,
  version integer not null default 1
);
create unique index service_use_live_once on service_use (entity_id, provider_id, service_id) where until is null;
create index service_use_provider on service_use (provider_id, service_id) include (entity_id) where until is null;
create table level_policy (
  entity_id identifier primary key references participant,
  critical_rating text,
  other_rating text,
  version integer not null default 1
);
-- A bank's decision to accept, until a day, that a use is below its required level. LAPSED is derived from the day.
create table acceptance (
  id identifier primary key,
  use_id identifier not null references service_use,
  status text not null check (status in ('ACTIVE', 'REVOKED', 'OUTGROWN')),
  reason text not null,
  accepted_rating text,
  required_rating text not null,
  until date not null,
  decided_by identifier not null references portal_user,
  decided_at timestamptz not null,
  ended_at timestamptz,
  end_reason text not null default ''
);
create index acceptance_use on acceptance (use_id, id);
create unique index acceptance_one_active on acceptance (use_id) where status = 'ACTIVE';

-- The personal address of a user's calendar, as a hash.
create table calendar_feed (
  user_id identifier primary key references portal_user,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_read_at timestamptz
);
