-- A company outside the portal: an ultimate parent, a subcontractor, a supplier of a bank. One with a LEI or EUID that a
-- provider or CCI names is one for all; any other belongs to the participant that names it, and a bank's to the bank.
create table company (
  id identifier primary key,
  owner_id identifier references participant,
  name text not null check (name <> ''),
  latin_name text not null default '',
  lei text,
  euid text,
  country text not null,
  person_type text not null default 'LEGAL' check (person_type in ('LEGAL', 'INDIVIDUAL')),
  parent_company_id identifier references company,
  created_at timestamptz not null,
  version integer not null default 1,
  check (owner_id is not null or lei is not null or euid is not null)
);
create unique index company_lei on company (lei) where owner_id is null;
create unique index company_euid on company (euid) where owner_id is null;
create unique index company_own_lei on company (owner_id, lei) where owner_id is not null;
create unique index company_own_euid on company (owner_id, euid) where owner_id is not null;
create index company_parent on company (parent_company_id) where parent_company_id is not null;

-- How a provider is named in its clients' registers of information. No row: nothing was given yet.
create table company_identity (
  participant_id identifier primary key references participant,
  lei text,
  lei_renewal_on date,
  euid text,
  other_code text,
  other_code_type text check (other_code_type in ('CRN', 'VAT', 'PNR', 'NIN')),
  person_type text check (person_type in ('LEGAL', 'INDIVIDUAL')),
  country text,
  latin_name text not null default '',
  parent_company_id identifier references company,
  version integer not null default 0,
  check ((other_code is null) = (other_code_type is null))
);
create index company_identity_parent on company_identity (parent_company_id) where parent_company_id is not null;

-- What a provider says of a service for those registers.
create table service_facts (
  id identifier primary key,
  participant_id identifier not null references participant,
  service_id identifier not null references service,
  ict_type text,
  provision_countries text[] not null default '{}',
  holds_data boolean,
  storage_countries text[] not null default '{}',
  processing_countries text[] not null default '{}',
  version integer not null default 0,
  unique (participant_id, service_id)
);
