-- on line
-- The editions of the register that CCI loaded (REG-18). A row never changes; the last one of a number is in force.
create table if not exists register_edition (
  id identifier primary key,
  -- Their order: the moments of two servers may not agree.
  place integer not null unique,
  number text not null check (number <> ''),
  content jsonb not null,
  -- The file's.
  name text not null,
  loaded_by identifier not null references portal_user,
  loaded_at timestamptz not null
);
-- The edition that a package follows, as it was then; null: the one that came with the program.
alter table register_package add column if not exists edition_load identifier;
alter table register_package drop constraint if exists register_package_edition_load_fkey,
  add constraint register_package_edition_load_fkey foreign key (edition_load) references register_edition not valid;
alter table register_package validate constraint register_package_edition_load_fkey;
