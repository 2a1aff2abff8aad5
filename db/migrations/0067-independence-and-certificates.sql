-- on line
-- What the evaluator of a request declares of its independence, once for each round of the request. A new round ends the
-- declaration of the one before; the one behind a published score never changes.
create table if not exists independence_declaration (
  id identifier primary key,
  validation_id identifier not null references validation,
  evaluator_id identifier not null references participant,
  status text not null check (status in ('DECLARED', 'CONFLICT', 'ADMITTED', 'REFUSED')),
  answers jsonb not null,
  text text not null default '',
  declared_by identifier not null references portal_user,
  declared_at timestamptz not null,
  cci_reason text not null default '',
  decided_by identifier references portal_user,
  decided_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1
);
create unique index if not exists independence_declaration_one_open on independence_declaration (validation_id)
  where ended_at is null;
create index if not exists independence_declaration_validation on independence_declaration (validation_id);
create index if not exists independence_declaration_evaluator on independence_declaration (evaluator_id);
alter table score add column if not exists independence_id identifier;

-- The last reminder that an evaluator got of a missing declaration: the round, by the time of its sending, and the working
-- days since then.
create table if not exists independence_reminder (
  validation_id identifier primary key references validation,
  sent_at timestamptz not null,
  days integer not null check (days > 0)
);

-- The keys that sign certificates. Earlier ones stay, so that what they signed can be verified.
create table if not exists certificate_key (
  id text primary key,
  public_key text not null,
  first_signed_at timestamptz not null,
  last_signed_at timestamptz not null
);

-- The signed facts of a score. Its code is in the facts; only the hash is indexed.
create table if not exists certificate (
  code_hash text primary key,
  score_id identifier not null unique references score on delete cascade,
  canonical text not null,
  signature text not null,
  key_id text not null references certificate_key,
  issued_at timestamptz not null,
  hidden_at timestamptz,
  -- A publication whose certificate was read cannot be undone.
  first_read_at timestamptz
);
