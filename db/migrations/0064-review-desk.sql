-- Whose a thing is that waits for CCI: one row for each thing that was ever assigned or announced as overdue. It counts
-- while `since` is not before the thing came in, so that finishing ends it and an undo brings it back. object_id: a
-- validation or an incident.
create table queue_assignment (
  kind text not null check (kind in ('documentation', 'report', 'incident')),
  object_id identifier not null,
  user_id identifier references portal_user,
  since timestamptz,
  -- The coming in that CCI was told is overdue; a thing that is sent again may be overdue again.
  overdue_told_for timestamptz,
  version integer not null default 0,
  primary key (kind, object_id),
  check ((user_id is null) = (since is null))
);
create index queue_assignment_user on queue_assignment (user_id) where user_id is not null;

-- What a machine sees in the file of a version, as a hint. The check TEXT is made of every file, so its row says that
-- the version was checked. What other rows of the portal say (DUPLICATE) is found when it is read.
create table precheck (
  version_id identifier not null references document_version on delete cascade,
  code text not null check (code in ('COMPANY', 'DATES', 'SIGNATURE', 'TEXT', 'REPORT')),
  outcome text not null check (outcome in ('OK', 'LOOK', 'UNKNOWN')),
  detail jsonb not null default '{}',
  page integer check (page > 0),
  checked_at timestamptz not null,
  primary key (version_id, code)
);
-- A version that waits for its checks. `tries` counts before each try, so that a file that ends the process is not tried
-- for ever.
create table precheck_task (
  version_id identifier primary key references document_version on delete cascade,
  tries integer not null default 0,
  asked_at timestamptz not null
);

-- The reasons that are offered for rejecting: one row for all documents (''), and one for each document of the catalogue
-- that has its own. No row until CCI edits it. The order is that of the array.
create table rejection_reason (
  document_name text primary key,
  texts text[] not null,
  version integer not null default 1
);
insert into rejection_reason (document_name, texts, version) select '', phrases, version from rejection_phrases;
