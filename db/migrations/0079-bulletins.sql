-- What an incident may say besides its words, and what CCI tells the banks that it affects. A published bulletin never
-- changes. `provider_id` is that of its incident.
alter table incident
  add column services text[] not null default '{}',
  add column severity text,
  add column kind text,
  add column started_at timestamptz,
  add column detected_at timestamptz,
  add column ended_at timestamptz;

create table bulletin (
  id identifier primary key,
  incident_id identifier not null references incident,
  provider_id identifier not null references participant,
  number integer not null check (number > 0),
  phase text not null check (phase in ('INITIAL', 'UPDATE', 'FINAL')),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  text text not null check (text <> ''),
  services text[] not null default '{}',
  audience text not null check (audience in ('USERS', 'FOLLOWERS')),
  started_at timestamptz,
  detected_at timestamptz,
  ended_at timestamptz,
  proposed_by identifier references portal_user,
  published_by identifier not null references portal_user,
  published_at timestamptz not null,
  unique (incident_id, number)
);
create unique index bulletin_one_final on bulletin (incident_id) where phase = 'FINAL';
create unique index bulletin_one_initial on bulletin (incident_id) where phase = 'INITIAL';
create index bulletin_provider on bulletin (provider_id);

-- The text that a provider proposes for the next bulletin about itself.
create table bulletin_proposal (
  incident_id identifier primary key references incident,
  text text not null check (text <> ''),
  proposed_by identifier not null references portal_user,
  proposed_at timestamptz not null,
  version integer not null default 1
);

-- The banks that a bulletin told, and how many reminders each was due so far. Nobody reads the list.
create table bulletin_sent (
  bulletin_id identifier not null references bulletin,
  entity_id identifier not null references participant,
  reminded integer not null default 0,
  primary key (bulletin_id, entity_id)
);
create index bulletin_sent_entity on bulletin_sent (entity_id);

-- What a bank answers. CCI reads who, and the impact where it is shared; the note is the bank's alone.
create table acknowledgement (
  id identifier primary key,
  bulletin_id identifier not null references bulletin,
  entity_id identifier not null references participant,
  user_id identifier not null references portal_user,
  impact text not null check (impact in ('NONE', 'MINOR', 'SEVERE', 'UNKNOWN')),
  shared boolean not null default false,
  note text not null default '',
  at timestamptz not null,
  version integer not null default 1,
  unique (bulletin_id, entity_id)
);

-- The moments from which a bank's own deadlines of notification count. Only that bank reads it.
create table impact_clock (
  id identifier primary key,
  bulletin_id identifier not null references bulletin,
  entity_id identifier not null references participant,
  aware_at timestamptz,
  classified_at timestamptz,
  initial_sent_at timestamptz,
  intermediate_sent_at timestamptz,
  version integer not null default 1,
  unique (bulletin_id, entity_id)
);

-- CCI looks at a rating again; its status, rating and expiry stay.
alter table score
  add column review_since timestamptz,
  add column review_reason text not null default '';
