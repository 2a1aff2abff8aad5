-- on line
-- The situation of a use that its bank was last told of, and the day for which it was derived. LEVEL_BROKEN and
-- LEVEL_MET follow its changes; the day finds the uses whose rating has lapsed since.
alter table service_use add column if not exists noted_situation text;
alter table service_use add column if not exists noted_on date;
-- An acceptance whose last day has passed stays ACTIVE and gets `ended_at`, so that another may follow it.
create unique index concurrently if not exists acceptance_one_open on acceptance (use_id) where ended_at is null;
drop index concurrently if exists acceptance_one_active;
