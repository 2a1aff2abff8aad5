-- Whether acts of high value need two people of the centre. No row until CCI decides: they do not.
create table two_people (
  id boolean primary key default true check (id),
  enabled boolean not null,
  version integer not null default 1
);

-- What one of them proposed and nobody has done yet: one proposal of an act on an object, the newest.
create table proposal (
  act text not null,
  object_id text not null,
  -- Of everything that is decided, so that a second person never does another thing than the first proposed.
  content_hash text not null,
  user_id identifier not null references portal_user,
  proposed_at timestamptz not null,
  primary key (act, object_id)
);
