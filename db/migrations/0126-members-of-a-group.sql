-- on line
-- The entities of the group that a bank files for, and the branches of them all: rows of B_01.02 and B_01.03 (REG-25).
create table if not exists register_member (
  id identifier primary key,
  entity_id identifier not null references participant,
  kind text not null check (kind in ('MEMBER', 'BRANCH')),
  name text not null check (name <> ''),
  lei text,
  code text not null default '',
  country text,
  type text,
  hierarchy text,
  parent_lei text,
  joined_on date,
  left_on date,
  currency text,
  total_assets bigint,
  created_on date not null,
  changed_on date not null,
  version integer not null default 1,
  unique (entity_id, lei)
);
create index if not exists register_member_entity on register_member (entity_id);
