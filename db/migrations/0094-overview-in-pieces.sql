-- One edit holds up no other write for long (decision 047).

-- A new name that more rows show than a commit refreshes: of a 'service', or of an 'evaluator'. A job refreshes them in
-- the order of their participants; those up to `after` are done. Until then such a row shows the earlier name.
create table overview_rename (
  cause text not null check (cause in ('service', 'evaluator')),
  object_id identifier not null,
  after text not null default '',
  primary key (cause, object_id)
);

-- As in 0053, but linear in the number of rows.
create or replace function refresh_overview(ids text[]) returns void language sql security definer set search_path = public, pg_temp
as $$
  with source as materialized (select * from overview_source where participant_id = any(ids)),
    gone as (
      delete from overview_row o
      where o.participant_id = any(ids) and not exists (select from source s where s.id = o.id))
  insert into overview_row as o select * from source s
  where not exists (select from overview_row r where r.id = s.id and row(r.*) is not distinct from row(s.*))
  on conflict (id) do update set (participant_id, validation_id, kind, published, sent, name, search, words, service_id, service,
    evaluator_id, evaluator, status, expires_on, rating, sent_at, documentation_id, documentation_status, lapses_on,
    incident, covered_until) = (excluded.participant_id, excluded.validation_id, excluded.kind, excluded.published, excluded.sent,
    excluded.name, excluded.search, excluded.words, excluded.service_id, excluded.service, excluded.evaluator_id, excluded.evaluator,
    excluded.status, excluded.expires_on, excluded.rating, excluded.sent_at, excluded.documentation_id,
    excluded.documentation_status, excluded.lapses_on, excluded.incident, excluded.covered_until)
$$;

-- One row of cause 'commit' for each transaction has its refresh run once.
create or replace function mark_overview_stale(cause text, ids text[]) returns void language sql
security definer set search_path = public, pg_temp
as $$
  with marked as (
    insert into overview_stale (transaction, cause, object_id)
      select pg_current_xact_id(), cause, id from (select distinct unnest(ids) as id) i where id is not null
    on conflict do nothing returning transaction)
  insert into overview_stale (transaction, cause, object_id) select distinct transaction, 'commit', '' from marked
  on conflict do nothing
$$;

drop trigger overview_stale_refreshed on overview_stale;
create constraint trigger overview_stale_refreshed after insert on overview_stale
  deferrable initially deferred for each row when (new.cause = 'commit') execute function refresh_stale_overview();

-- The deletion of a participant changes whether the incidents that it raised count; a new name does not.
create or replace function participant_in_overview() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_overview_stale('participant', array(select id from changed where kind <> 'CCI'));
    return null;
  end if;
  perform mark_overview_stale('participant', array(
    select n.id from changed n join before o on o.id = n.id
    where (o.display_name, o.search, o.onboarded_at is null, o.accredited_until, o.deleted_at)
      is distinct from (n.display_name, n.search, n.onboarded_at is null, n.accredited_until, n.deleted_at)));
  perform mark_overview_stale('evaluator', array(
    select n.id from changed n join before o on o.id = n.id
    where (o.display_name, o.deleted_at) is distinct from (n.display_name, n.deleted_at)));
  perform mark_overview_stale('issuer', array(
    select n.id from changed n join before o on o.id = n.id where o.deleted_at is distinct from n.deleted_at));
  return null;
end $$;

-- As in 0053, but a name in more than 100 rows is left to the job: whatever else changes is right when the transaction
-- commits.
create or replace function refresh_stale_overview() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  ids text[];
  named text[];
begin
  perform pg_advisory_xact_lock(72616001);
  select array_agg(participant_id) into named from (
    select o.participant_id from overview_stale d join overview_row o on o.service_id = d.object_id
      where d.transaction = pg_current_xact_id() and d.cause = 'service'
    union all
    select o.participant_id from overview_stale d join overview_row o on o.evaluator_id = d.object_id
      where d.transaction = pg_current_xact_id() and d.cause = 'evaluator'
    limit 101) shows;
  if cardinality(named) > 100 then
    insert into overview_rename (cause, object_id)
      select cause, object_id from overview_stale
      where transaction = pg_current_xact_id() and cause in ('service', 'evaluator')
    on conflict (cause, object_id) do update set after = '';
    named := '{}';
  end if;
  with done as (delete from overview_stale where transaction = pg_current_xact_id() returning cause, object_id)
  select array_agg(id) into ids from (
    select unnest(named) as id
    union
    select object_id from done where cause = 'participant'
    union
    select i.provider_id from done join incident i on i.issuer_id = done.object_id where cause = 'issuer'
    union
    -- Most documentations lapse when they did before.
    select o.participant_id from done join overview_row o on o.kind = done.object_id
      left join (
        select d.validation_id, c.type, min(w.expires_on) as lapses_on
        from document d join document_version w on w.document_id = d.id and w.is_current and w.status = 'ACCEPTED'
          join required_document r on r.name = d.name and r.required join document_catalogue c on c.id = r.catalogue_id
        group by d.validation_id, c.type) n on n.validation_id = o.documentation_id and n.type = o.kind
      where cause = 'catalogue' and (o.documentation_status = 'PENDING' or o.lapses_on is distinct from n.lapses_on)) shows;
  perform refresh_overview(ids);
  return null;
end $$;

-- Refreshes the rows of some participants that show a new name. Returns whether there was one.
create function refresh_renamed(piece integer) returns boolean language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  renamed overview_rename;
  ids text[];
begin
  select * into renamed from overview_rename order by cause, object_id limit 1;
  if not found then
    return false;
  end if;
  -- Before the lock: a row that is added meanwhile shows the new name.
  ids := case renamed.cause
    when 'service' then array(
      select distinct participant_id from overview_row
      where service_id = renamed.object_id and participant_id > renamed.after order by participant_id limit piece)
    else array(
      select distinct participant_id from overview_row
      where evaluator_id = renamed.object_id and participant_id > renamed.after order by participant_id limit piece)
    end;
  perform pg_advisory_xact_lock(72616001);
  perform refresh_overview(ids);
  -- A later name begins again.
  if cardinality(ids) < piece then
    delete from overview_rename where (cause, object_id, after) = (renamed.cause, renamed.object_id, renamed.after);
  else
    update overview_rename set after = ids[piece]
    where (cause, object_id, after) = (renamed.cause, renamed.object_id, renamed.after);
  end if;
  return true;
end $$;

-- As in 0043, but what an update does not change is not counted.
create or replace function count_overview() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into overview_count as c (kind, facet, value, day, published, sent, rows)
      select o.kind, f.facet, f.value, f.day, o.published, o.sent, count(*)
      from changed o cross join lateral overview_facets(o) f
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (kind, facet, value, day, published, sent) do update set rows = c.rows + excluded.rows;
    return null;
  end if;
  if tg_op = 'DELETE' then
    insert into overview_count as c (kind, facet, value, day, published, sent, rows)
      select o.kind, f.facet, f.value, f.day, o.published, o.sent, -count(*)
      from before o cross join lateral overview_facets(o) f
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (kind, facet, value, day, published, sent) do update set rows = c.rows + excluded.rows;
  else
    insert into overview_count as c (kind, facet, value, day, published, sent, rows)
      select kind, facet, value, day, published, sent, sum(one) from (
        select o.kind, f.facet, f.value, f.day, o.published, o.sent, 1 as one
        from changed o cross join lateral overview_facets(o) f
        union all
        select o.kind, f.facet, f.value, f.day, o.published, o.sent, -1
        from before o cross join lateral overview_facets(o) f) both_of
      group by 1, 2, 3, 4, 5, 6 having sum(one) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (kind, facet, value, day, published, sent) do update set rows = c.rows + excluded.rows;
  end if;
  delete from overview_count where rows = 0;
  return null;
end $$;

-- Makes the rows of some participants again, those after a participant. Returns how many were wrong, and the last of them,
-- null after all.
drop function rebuild_overview();
create function rebuild_overview(after text, piece integer, out wrong bigint, out last text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids text[] := array(
    (select distinct participant_id::text from overview_row where participant_id > after order by 1 limit piece)
    union
    (select id::text from participant where id > after order by 1 limit piece)
    order by 1 limit piece);
begin
  perform pg_advisory_xact_lock(72616001);
  select count(*) into wrong
    from (select * from overview_row where participant_id = any(ids)) o
      full join (select * from overview_source where participant_id = any(ids)) s on s.id = o.id
    where to_jsonb(o) is distinct from to_jsonb(s);
  perform refresh_overview(ids);
  last := ids[piece];
end $$;

-- Counts the rows again by one facet.
create function recount_overview(counted text) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(72616001);
  delete from overview_count where facet = counted;
  insert into overview_count (kind, facet, value, day, published, sent, rows)
    select o.kind, f.facet, f.value, f.day, o.published, o.sent, count(*)
    from overview_row o cross join lateral overview_facets(o) f where f.facet = counted group by 1, 2, 3, 4, 5, 6;
end $$;
