-- The rows that overviews, exports and searches list, kept in the transaction that changes what they show (decision 025).
-- Derived from other tables, so without foreign keys: overview_source says what every row must be.
create table overview_row (
  -- The request's, else the documentation's, else the provider's.
  id identifier primary key,
  participant_id identifier not null,
  validation_id identifier,
  kind text not null,
  published boolean not null,
  sent boolean not null,
  name text not null,
  search text not null,
  -- What a search for requests looks in: the names of the provider, the service and the evaluator.
  words text not null,
  service_id identifier,
  service text,
  evaluator_id identifier,
  evaluator text,
  status text,
  expires_on date,
  rating text,
  sent_at timestamptz,
  documentation_id identifier,
  documentation_status text,
  lapses_on date,
  incident text
);

-- The number of overview rows by one facet: a list with one filter reads its total here. '' and infinity stand for null.
create table overview_count (
  kind text not null,
  facet text not null,
  value text not null,
  day date not null,
  published boolean not null,
  sent boolean not null,
  rows bigint not null,
  primary key (kind, facet, value, day, published, sent)
);

-- What a transaction changed, to refresh the rows that show it before it commits: a 'participant', the 'name' of a
-- participant in the rows of others, a 'service', or the required documents of a kind ('catalogue').
create table overview_stale (
  transaction xid8 not null,
  cause text not null,
  object_id text not null,
  primary key (transaction, cause, object_id)
);

-- The earliest expiry of an accepted required document: the documentation lapses the day after.
create function documentation_lapses_on(documentation text, kind text) returns date language sql stable as $$
  select min(w.expires_on)
  from document d join document_version w on w.document_id = d.id and w.is_current and w.status = 'ACCEPTED'
    join document_catalogue c on c.type = kind
    join required_document r on r.catalogue_id = c.id and r.name = d.name and r.required
  where d.validation_id = documentation
$$;

-- The laterals with an offset are looked up one participant at a time: the planner would rather join everything.
create view overview_source as
select coalesce(v.id, case p.kind when 'PROVIDER' then p.id else m.id end) as id,
  p.id as participant_id,
  case p.kind when 'PROVIDER' then v.id else m.id end as validation_id,
  p.kind,
  p.onboarded_at is not null as published,
  m.status is not null as sent,
  p.display_name as name,
  coalesce(p.search, '') as search,
  concat_ws(' ', coalesce(p.search, ''), fold(v.service), fold(v.evaluator)) as words,
  v.service_id,
  v.service,
  v.evaluator_id,
  v.evaluator,
  v.status,
  case p.kind when 'PROVIDER' then v.expires_on else p.accredited_until end as expires_on,
  v.rating,
  case p.kind when 'PROVIDER' then v.sent_at else m.sent_at end as sent_at,
  m.id as documentation_id,
  m.status as documentation_status,
  m.lapses_on,
  i.state as incident
from participant p
  left join lateral (
    select m.id, m.status, m.sent_at, documentation_lapses_on(m.id, p.kind) as lapses_on
    from validation m where m.participant_id = p.id and m.kind = 'DOC_MIN' and m.deleted_at is null
    offset 0) m on true
  left join lateral (
    select v.id, v.status, v.sent_at, v.service_id, s.description as service, v.evaluator_id,
      -- The name of a deleted evaluator stays on published scores.
      case when e.deleted_at is null or exists (select from score h where h.validation_id = v.id) then e.display_name end
        as evaluator,
      q.expires_on, q.rating
    from validation v
      join service s on s.id = v.service_id
      join participant e on e.id = v.evaluator_id
      left join score q on q.validation_id = v.id and q.is_current
    where v.participant_id = p.id and v.kind = 'AUDIT_REPORT' and v.deleted_at is null
    offset 0) v on p.kind = 'PROVIDER'
  left join lateral (
    select case when bool_or(i.status = 'OPEN') then 'OPEN' when bool_or(i.status = 'CLOSED') then 'CLOSED' end as state
    from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null
    where i.provider_id = p.id
    offset 0) i on true
where p.deleted_at is null and (p.kind = 'PROVIDER' or p.kind in ('ENTITY', 'AUDIT') and m.status is not null);

-- Makes the rows of some participants what overview_source says; leaves rows that are right untouched.
create function refresh_overview(ids text[]) returns void language sql security definer set search_path = public, pg_temp
as $$
  with source as materialized (select * from overview_source where participant_id = any(ids)),
    gone as (
      delete from overview_row o
      where o.participant_id = any(ids) and o.id <> all(array(select s.id from source s)))
  insert into overview_row as o select * from source s
  where not exists (select from overview_row r where r.id = s.id and row(r.*) is not distinct from row(s.*))
  on conflict (id) do update set (participant_id, validation_id, kind, published, sent, name, search, words, service_id, service,
    evaluator_id, evaluator, status, expires_on, rating, sent_at, documentation_id, documentation_status, lapses_on,
    incident) = (excluded.participant_id, excluded.validation_id, excluded.kind, excluded.published, excluded.sent,
    excluded.name, excluded.search, excluded.words, excluded.service_id, excluded.service, excluded.evaluator_id, excluded.evaluator,
    excluded.status, excluded.expires_on, excluded.rating, excluded.sent_at, excluded.documentation_id,
    excluded.documentation_status, excluded.lapses_on, excluded.incident)
$$;

-- Runs at the end of the transaction, once for all that it changed, and behind the lock of the audit log, which
-- transactions take last: each sees what was committed before it, and waits for it with no other lock to take. What shows
-- a change is looked up here for that reason: another transaction may have added a row since the change.
create function refresh_stale_overview() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  ids text[];
begin
  if not exists (select from overview_stale where transaction = pg_current_xact_id()) then
    return null;
  end if;
  perform pg_advisory_xact_lock(72616001);
  with done as (delete from overview_stale where transaction = pg_current_xact_id() returning cause, object_id)
  select array_agg(id) into ids from (
    select object_id as id from done where cause = 'participant'
    union
    select v.participant_id from done join validation v on v.evaluator_id = done.object_id and v.kind = 'AUDIT_REPORT'
      where cause = 'name'
    union
    select i.provider_id from done join incident i on i.issuer_id = done.object_id where cause = 'name'
    union
    select v.participant_id from done join validation v on v.service_id = done.object_id and v.kind = 'AUDIT_REPORT'
      where cause = 'service'
    union
    -- Most documentations lapse when they did before.
    select o.participant_id from done join overview_row o on o.kind = done.object_id
      left join (
        select d.validation_id, c.type, min(w.expires_on) as lapses_on
        from document d join document_version w on w.document_id = d.id and w.is_current and w.status = 'ACCEPTED'
          join required_document r on r.name = d.name and r.required join document_catalogue c on c.id = r.catalogue_id
        group by d.validation_id, c.type) n on n.validation_id = o.documentation_id and n.type = o.kind
      where cause = 'catalogue' and o.lapses_on is distinct from n.lapses_on) shows;
  perform refresh_overview(ids);
  return null;
end $$;
create constraint trigger overview_stale_refreshed after insert on overview_stale
  deferrable initially deferred for each row execute function refresh_stale_overview();

create function mark_overview_stale(cause text, ids text[]) returns void language sql
security definer set search_path = public, pg_temp
as $$
  insert into overview_stale (transaction, cause, object_id)
    select pg_current_xact_id(), cause, id from (select distinct unnest(ids) as id) i where id is not null
  on conflict do nothing
$$;

-- A participant shows in its own rows, in those of the providers that it evaluates, and in those that it raised an
-- incident about.
create function participant_in_overview() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_overview_stale('participant', array(select id from changed where kind <> 'CCI'));
    return null;
  end if;
  perform mark_overview_stale('participant', array(
    select n.id from changed n join before o on o.id = n.id
    where (o.display_name, o.search, o.onboarded_at is null, o.accredited_until, o.deleted_at)
      is distinct from (n.display_name, n.search, n.onboarded_at is null, n.accredited_until, n.deleted_at)));
  perform mark_overview_stale('name', array(
    select n.id from changed n join before o on o.id = n.id
    where (o.display_name, o.deleted_at) is distinct from (n.display_name, n.deleted_at)));
  return null;
end $$;
create trigger participant_in_overview_inserted after insert on participant
  referencing new table as changed for each statement execute function participant_in_overview();
create trigger participant_in_overview_updated after update on participant
  referencing old table as before new table as changed for each statement execute function participant_in_overview();

create function participant_left_overview() returns trigger language plpgsql as $$
begin
  perform mark_overview_stale('participant', array(select id from before));
  return null;
end $$;
create trigger participant_in_overview_deleted after delete on participant
  referencing old table as before for each statement execute function participant_left_overview();

-- `changed` holds the rows after an insert or an update, or those before a deletion. Marking too much does no harm:
-- refresh_overview leaves rows that are right untouched.
create function validation_in_overview() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform mark_overview_stale('participant', array(
      select n.participant_id from changed n join before o on o.id = n.id
      where (o.status, o.service_id, o.evaluator_id, o.sent_at, o.deleted_at)
        is distinct from (n.status, n.service_id, n.evaluator_id, n.sent_at, n.deleted_at)));
  else
    perform mark_overview_stale('participant', array(select participant_id from changed));
  end if;
  return null;
end $$;
create trigger validation_in_overview_inserted after insert on validation
  referencing new table as changed for each statement execute function validation_in_overview();
create trigger validation_in_overview_updated after update on validation
  referencing old table as before new table as changed for each statement execute function validation_in_overview();
create trigger validation_in_overview_deleted after delete on validation
  referencing old table as changed for each statement execute function validation_in_overview();

create function score_in_overview() returns trigger language plpgsql as $$
begin
  perform mark_overview_stale('participant', array(
    select (select v.participant_id from validation v where v.id = c.validation_id) from changed c));
  return null;
end $$;
create trigger score_in_overview_inserted after insert on score
  referencing new table as changed for each statement execute function score_in_overview();
create trigger score_in_overview_updated after update on score
  referencing new table as changed for each statement execute function score_in_overview();
create trigger score_in_overview_deleted after delete on score
  referencing old table as changed for each statement execute function score_in_overview();

create function document_in_overview() returns trigger language plpgsql as $$
begin
  perform mark_overview_stale('participant', array(
    select (select v.participant_id from document d join validation v on v.id = d.validation_id and v.kind = 'DOC_MIN'
      where d.id = c.document_id) from changed c));
  return null;
end $$;
create trigger document_in_overview_inserted after insert on document_version
  referencing new table as changed for each statement execute function document_in_overview();
create trigger document_in_overview_updated after update on document_version
  referencing new table as changed for each statement execute function document_in_overview();
create trigger document_in_overview_deleted after delete on document_version
  referencing old table as changed for each statement execute function document_in_overview();

create function incident_in_overview() returns trigger language plpgsql as $$
begin
  perform mark_overview_stale('participant', array(select provider_id from changed));
  return null;
end $$;
create trigger incident_in_overview_inserted after insert on incident
  referencing new table as changed for each statement execute function incident_in_overview();
create trigger incident_in_overview_updated after update on incident
  referencing new table as changed for each statement execute function incident_in_overview();
create trigger incident_in_overview_deleted after delete on incident
  referencing old table as changed for each statement execute function incident_in_overview();

create function service_in_overview() returns trigger language plpgsql as $$
begin
  perform mark_overview_stale('service', array(
    select n.id from changed n join before o on o.id = n.id and o.description <> n.description));
  return null;
end $$;
create trigger service_in_overview_updated after update on service
  referencing old table as before new table as changed for each statement execute function service_in_overview();

-- Which documents are required decides when a documentation lapses.
create function catalogue_in_overview() returns trigger language plpgsql as $$
begin
  perform mark_overview_stale('catalogue', array(
    select c.type from changed r join document_catalogue c on c.id = r.catalogue_id));
  return null;
end $$;
create trigger catalogue_in_overview_inserted after insert on required_document
  referencing new table as changed for each statement execute function catalogue_in_overview();
create trigger catalogue_in_overview_updated after update on required_document
  referencing new table as changed for each statement execute function catalogue_in_overview();
create trigger catalogue_in_overview_deleted after delete on required_document
  referencing old table as changed for each statement execute function catalogue_in_overview();

-- What a row is counted by.
create function overview_facets(o overview_row) returns table (facet text, value text, day date) language sql immutable as $$
  values ('status', coalesce(o.status, ''), coalesce(o.expires_on, 'infinity'::date)),
    ('documentation', coalesce(o.documentation_status, ''), coalesce(o.lapses_on, 'infinity'::date)),
    ('incident', coalesce(o.incident, ''), 'infinity'::date),
    ('service', coalesce(o.service_id, ''), 'infinity'::date),
    ('evaluator', coalesce(o.evaluator_id, ''), 'infinity'::date),
    ('rating', coalesce(o.rating, ''), 'infinity'::date)
$$;

create function count_overview() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into overview_count as c (kind, facet, value, day, published, sent, rows)
      select o.kind, f.facet, f.value, f.day, o.published, o.sent, -count(*)
      from before o cross join lateral overview_facets(o) f
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (kind, facet, value, day, published, sent) do update set rows = c.rows + excluded.rows;
  end if;
  if tg_op <> 'DELETE' then
    insert into overview_count as c (kind, facet, value, day, published, sent, rows)
      select o.kind, f.facet, f.value, f.day, o.published, o.sent, count(*)
      from changed o cross join lateral overview_facets(o) f
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (kind, facet, value, day, published, sent) do update set rows = c.rows + excluded.rows;
  end if;
  delete from overview_count where rows = 0;
  return null;
end $$;
create trigger overview_row_inserted after insert on overview_row
  referencing new table as changed for each statement execute function count_overview();
create trigger overview_row_updated after update on overview_row
  referencing old table as before new table as changed for each statement execute function count_overview();
create trigger overview_row_deleted after delete on overview_row
  referencing old table as before for each statement execute function count_overview();

-- Makes all rows and counts again from their source. Returns how many rows were wrong.
create function rebuild_overview() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong bigint;
begin
  perform pg_advisory_xact_lock(72616001);
  select count(*) into wrong from overview_row o full join overview_source s on s.id = o.id
    where to_jsonb(o) is distinct from to_jsonb(s);
  perform refresh_overview(array(select participant_id from overview_row union select id from participant));
  delete from overview_count;
  insert into overview_count (kind, facet, value, day, published, sent, rows)
    select o.kind, f.facet, f.value, f.day, o.published, o.sent, count(*)
    from overview_row o cross join lateral overview_facets(o) f group by 1, 2, 3, 4, 5, 6;
  return wrong;
end $$;

create index overview_count_none on overview_count (kind) where rows = 0;

create index overview_row_participant on overview_row (participant_id);
create index overview_row_search on overview_row using gin (search gin_trgm_ops);
create index overview_row_words on overview_row using gin (words gin_trgm_ops) where status is not null;
-- One for each order of a list; the columns beside it are what its pages are most often filtered by.
create index overview_row_by_name on overview_row (kind, name collate "es-x-icu", participant_id, id)
  include (published, sent, status, expires_on);
create index overview_row_by_service on overview_row (kind, service collate "es-x-icu", participant_id, id)
  include (published, sent, status, expires_on);
create index overview_row_by_evaluator on overview_row (kind, evaluator collate "es-x-icu", participant_id, id)
  include (published, sent, status, expires_on);
create index overview_row_by_expiry on overview_row (kind, expires_on, participant_id, id)
  include (published, sent, status);
create index overview_row_by_sending on overview_row (kind, sent_at, participant_id, id)
  include (published, sent, status, expires_on);
create index overview_row_by_status on overview_row (kind, status, expires_on, participant_id, id)
  include (published, sent);
create index overview_row_by_documentation on overview_row (kind, documentation_status, lapses_on, participant_id, id)
  include (published, sent);
create index overview_row_by_incident on overview_row (kind, incident, participant_id, id) include (published, sent)
  where incident is not null;
create index overview_row_by_rating on overview_row (kind, rating, participant_id, id) include (published, sent)
  where rating is not null;
create index overview_row_of_service on overview_row (service_id, status, expires_on, participant_id, id)
  include (published, sent) where service_id is not null;
create index overview_row_of_evaluator on overview_row (evaluator_id, name collate "es-x-icu", participant_id, id)
  where evaluator_id is not null;
create index overview_row_of_evaluator_by_status on overview_row (evaluator_id, status, expires_on, participant_id, id)
  where evaluator_id is not null;
create index overview_row_of_evaluator_by_expiry on overview_row (evaluator_id, expires_on, participant_id, id)
  where evaluator_id is not null;
create index overview_row_of_evaluator_by_service on overview_row
  (evaluator_id, service collate "es-x-icu", participant_id, id) where evaluator_id is not null;
create index overview_row_of_evaluator_by_sending on overview_row (evaluator_id, sent_at, participant_id, id)
  where evaluator_id is not null;
