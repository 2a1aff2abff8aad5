-- The register of information of a bank (Regulation (EU) 2022/2554, art. 28.3). Only that bank reads it. Coded values
-- are codes of the lists of an edition, which the code holds. Amounts are in cents.
create table register_entity (
  entity_id identifier primary key references participant,
  lei text,
  lei_renewal_on date,
  country text,
  type text,
  authority text not null default '',
  hierarchy text,
  parent_lei text,
  currency text,
  total_assets bigint,
  created_on date not null,
  changed_on date not null,
  version integer not null default 1
);
-- The bank's definition of a term, by the column of B_99.01.
create table register_term (
  entity_id identifier not null references participant,
  term text not null,
  definition text not null check (definition <> ''),
  primary key (entity_id, term)
);
create table business_function (
  id identifier primary key,
  entity_id identifier not null references participant,
  code text not null check (code <> ''),
  name text not null default '',
  activity text,
  critical text,
  reason text not null default '',
  assessed_on date,
  rto_hours integer,
  rpo_hours integer,
  impact text,
  created_at timestamptz not null,
  version integer not null default 1,
  unique (entity_id, code)
);
-- A contract with a provider of the portal or a company outside.
create table arrangement (
  id identifier primary key,
  entity_id identifier not null references participant,
  reference text not null check (reference <> ''),
  type text,
  overarching_id identifier references arrangement on delete set null,
  provider_id identifier references participant,
  company_id identifier references company,
  currency text,
  annual_cost bigint,
  starts_on date,
  ends_on date,
  end_reason text,
  notice_entity_days integer,
  notice_provider_days integer,
  law_country text,
  created_at timestamptz not null,
  version integer not null default 1,
  check (num_nonnulls(provider_id, company_id) = 1),
  unique (entity_id, reference)
);
create index arrangement_provider on arrangement (provider_id) where provider_id is not null;
create index arrangement_company on arrangement (company_id) where company_id is not null;
create index arrangement_overarching on arrangement (overarching_id) where overarching_id is not null;
-- A service that a contract provides to a function. Null values of the first five are those of the provider's facts.
create table arrangement_line (
  id identifier primary key,
  arrangement_id identifier not null references arrangement,
  use_id identifier references service_use,
  function_id identifier not null references business_function,
  ict_type text,
  provision_country text,
  holds_data boolean,
  storage_country text,
  processing_country text,
  sensitivity text,
  reliance text,
  substitutability text,
  no_substitute_reason text,
  own_audit_on date,
  exit_plan boolean,
  reintegration text,
  impact text,
  alternatives text,
  alternative_names text not null default '',
  created_at timestamptz not null,
  version integer not null default 1
);
create index arrangement_line_arrangement on arrangement_line (arrangement_id);
create index arrangement_line_function on arrangement_line (function_id);
create index arrangement_line_use on arrangement_line (use_id) where use_id is not null;

-- A file that was made of a register, as it was downloaded, and its rows, for comparisons.
create table register_package (
  id identifier primary key,
  entity_id identifier not null references participant,
  format text not null check (format in ('XBRL_CSV', 'CSV', 'XLSX')),
  edition text not null,
  reference_date date not null,
  name text not null,
  made_by identifier not null references portal_user,
  made_at timestamptz not null,
  sha256 text not null,
  content bytea not null,
  lint_summary jsonb not null,
  rows jsonb not null
);
create index register_package_entity on register_package (entity_id, id);

-- When a provider was last asked for what registers need of it, by whichever bank.
create table register_ask (
  provider_id identifier primary key references participant,
  asked_at timestamptz not null
);

-- The date of the report of a request without an evaluation.
alter table validation add column report_date date;
