-- A key with which a bank's own systems call the API, as a hash. LAPSED is derived from its last day.
create table api_key (
  id identifier primary key,
  entity_id identifier not null references participant,
  name text not null check (name <> ''),
  -- Its first characters, by which its bank knows it.
  prefix text not null,
  key_hash text not null unique,
  scopes text[] not null check (scopes <> '{}'),
  status text not null check (status in ('ACTIVE', 'REVOKED')),
  expires_on date not null,
  created_by identifier not null references portal_user,
  created_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The least step, in days before its end, that was told.
  told_step integer
);
create index api_key_entity on api_key (entity_id);
create index api_key_created_by on api_key (created_by);
create index api_key_ending on api_key (expires_on) where status = 'ACTIVE';

-- An address of a bank that hears what happens. `secrets` holds the sealed secrets that sign, the newest first, each
-- with the instant until which it does; null for the present one.
create table webhook (
  id identifier primary key,
  entity_id identifier not null references participant,
  url text not null check (url <> ''),
  events text[] not null check (events <> '{}'),
  secrets jsonb not null,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  failing_since timestamptz,
  -- A server that sends to it holds it until this instant, so that a slow receiver waits for itself alone.
  busy_until timestamptz,
  created_at timestamptz not null,
  version integer not null default 1
);
create index webhook_entity on webhook (entity_id);

-- What was told to a webhook, written in the transaction of what it tells, and sent after it. It waits while neither
-- `delivered_at` nor `given_up_at` is set.
create table webhook_delivery (
  id identifier primary key,
  webhook_id identifier not null references webhook on delete cascade,
  -- The same in every try, and for every webhook that hears of the event.
  event_id identifier not null,
  type text not null,
  body text not null,
  -- The participants that it names: if one is deleted, so is the delivery (D44).
  about text[] not null default '{}',
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  tries integer not null default 0,
  first_try_at timestamptz,
  last_try_at timestamptz,
  duration_ms integer,
  answer integer,
  fault text,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index webhook_delivery_log on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at)
  where delivered_at is null and given_up_at is null;
create index webhook_delivery_old on webhook_delivery (created_at);
create index webhook_delivery_about on webhook_delivery using gin (about);
