-- Its participant hears it only because it uses the service: no one else may know (BASE-10).
alter table notification add column for_use boolean not null default false;

-- A search that its user's organisation may see, and one that tells its user of new rows: `seen` holds the rows of the
-- day on which it was looked at last.
alter table saved_view
  add column shared boolean not null default false,
  add column alert boolean not null default false,
  add column seen text[],
  add column looked_on date;
