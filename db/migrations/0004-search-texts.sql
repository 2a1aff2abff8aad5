-- What the search over everything compares, folded once: unaccent is too slow to be asked of every row at each key.
alter table service add column search text not null generated always as (fold(description)) stored;
alter table incident add column search text not null generated always as (fold(title)) stored;
alter table portal_user add column search text not null generated always as (fold(name || ' ' || surnames || ' ' || email)) stored;
create index portal_user_search on portal_user using gin (search gin_trgm_ops) where deleted_at is null;
create index participant_evaluator on participant (id) where kind = 'AUDIT';
