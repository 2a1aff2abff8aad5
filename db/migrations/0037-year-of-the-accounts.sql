-- on line
-- The last fiscal year of a participant's figures: they stay those of their years when another one ends. Of what is there
-- already it is the year that every screen has called them by so far.
alter table participant add column if not exists economic_year integer;
-- until none
update participant set economic_year = extract(year from now() at time zone 'Europe/Madrid')::int - 1
  where id in (select id from participant where economic_info is not null and economic_year is null limit 1000);
