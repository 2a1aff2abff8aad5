-- What GLEIF publishes of every LEI (REG-23). `gleif load` fills new tables and puts them in the place of these, so that
-- no key may refer to them. C: a LEI is compared byte by byte.
create table gleif_lei (
  lei text collate "C" primary key,
  name text not null,
  country text,
  -- The status of the registration; INACTIVE where the company itself is.
  status text not null,
  renewal_on date
);
-- The ultimate parent of a company; the company itself where GLEIF publishes that it has none.
create table gleif_parent (
  lei text collate "C" not null,
  parent_lei text collate "C" not null
);
create index gleif_parent_lei on gleif_parent (lei);
-- What was loaded last of each kind of file.
create table gleif_load (
  kind text primary key check (kind in ('LEI', 'PARENT', 'EXCEPTION')),
  published_on date not null,
  -- Of a part nothing follows from a LEI that is not in it.
  is_part boolean not null,
  rows integer not null,
  loaded_at timestamptz not null
);
