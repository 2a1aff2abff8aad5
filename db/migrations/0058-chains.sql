-- Who works for a service of a provider: a participant or a company outside, at any rank. `recipient_id` is the
-- subcontract of the company that takes the work; null: the provider itself. Nothing is deleted, it ends: PLANNED,
-- CURRENT and ENDED are derived from the dates.
create table subcontract (
  id identifier primary key,
  provider_id identifier not null references participant,
  service_id identifier not null references service,
  participant_id identifier references participant,
  company_id identifier references company,
  recipient_id identifier references subcontract,
  ict_type text,
  description text not null default '',
  underpins boolean not null,
  handles_data boolean not null,
  countries text[] not null default '{}',
  since date not null,
  until date,
  urgent_reason text not null default '',
  -- The day of the last material change that banks were not notified of yet, and the day from which it holds.
  changed_on date,
  changed_from date,
  created_at timestamptz not null,
  version integer not null default 1,
  check (num_nonnulls(participant_id, company_id) = 1)
);
create index subcontract_chain on subcontract (provider_id, service_id);
create index subcontract_company on subcontract (company_id) where company_id is not null;
create index subcontract_participant on subcontract (participant_id) where participant_id is not null;
create index subcontract_recipient on subcontract (recipient_id) where recipient_id is not null;
create index subcontract_untold on subcontract (changed_on) where changed_on is not null;

-- When a provider last said that the chain of a service is up to date.
create table chain_confirmation (
  provider_id identifier not null references participant,
  service_id identifier not null references service,
  confirmed_by identifier not null references portal_user,
  confirmed_at timestamptz not null,
  primary key (provider_id, service_id)
);

-- What a bank notes for its use of a service about a subcontractor. Only that bank reads it.
create table chain_stance (
  use_id identifier not null references service_use,
  subcontract_id identifier not null references subcontract,
  stance text not null check (stance in ('NO_OBJECTION', 'OBJECTION')),
  text text not null default '',
  noted_by identifier not null references portal_user,
  at timestamptz not null,
  version integer not null default 1,
  primary key (use_id, subcontract_id)
);
create index chain_stance_subcontract on chain_stance (subcontract_id);
-- The changes that a bank was reminded to take a stance on, by the day from which they hold.
create table chain_reminder (
  use_id identifier not null references service_use,
  subcontract_id identifier not null references subcontract,
  due_on date not null,
  reminded_at timestamptz not null,
  primary key (use_id, subcontract_id, due_on)
);
create index chain_reminder_subcontract on chain_reminder (subcontract_id);
