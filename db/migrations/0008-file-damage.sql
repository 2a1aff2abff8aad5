-- What the scrub knows of the stored files (R8): when each was last read whole, and which are not what was stored.
alter table stored_file add column checked_at timestamptz;
create index stored_file_checked on stored_file (checked_at nulls first);

create table file_damage (
  name text primary key,
  kind text not null check (kind in ('corrupt', 'missing', 'orphan')),
  found_at timestamptz not null,
  -- When CCI was told; orphans are nobody's and told to nobody.
  told_at timestamptz
);
