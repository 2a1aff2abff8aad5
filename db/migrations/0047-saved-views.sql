-- A list with its filters and order, under a name of the user's own. Only that user reads it.
create table saved_view (
  id identifier primary key,
  user_id identifier not null references portal_user,
  path text not null,
  search text not null,
  name text not null check (name <> ''),
  pinned boolean not null,
  created_at timestamptz not null,
  unique (user_id, name)
);
