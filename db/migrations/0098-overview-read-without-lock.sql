-- A rebuild reads without the lock of the audit log and takes it only to mend (decision 047).

-- Makes the wrong rows of some participants again, those after a participant. Returns how many were wrong, and the last of
-- the participants, null after all.
create or replace function rebuild_overview(after text, piece integer, out wrong bigint, out last text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids text[] := array(
    (select distinct participant_id::text from overview_row where participant_id > after order by 1 limit piece)
    union
    (select id::text from participant where id > after order by 1 limit piece)
    order by 1 limit piece);
  differing text[];
begin
  -- Rows are refreshed in the transaction that changes them: one snapshot shows both.
  select count(*), array_agg(distinct participant_id) into wrong, differing from (
    select coalesce(o.participant_id, s.participant_id) as participant_id
    from (select * from overview_row where participant_id = any(ids)) o
      full join (select * from overview_source where participant_id = any(ids)) s on s.id = o.id
    where to_jsonb(o) is distinct from to_jsonb(s)) d;
  if wrong > 0 then
    perform pg_advisory_xact_lock(72616001);
    perform refresh_overview(differing);
  end if;
  last := ids[piece];
end $$;

-- Counts the rows again. Counts change in the transaction of their rows: what one snapshot shows as missing is missing
-- whatever other transactions add meanwhile.
drop function recount_overview(text);
create function recount_overview() returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  missing overview_count[];
begin
  -- Two at once would add it twice.
  perform pg_advisory_xact_lock(72616072);
  select array_agg(row(kind, facet, value, day, published, sent, rows)::overview_count
      order by kind, facet, value, day, published, sent) into missing from (
    select kind, facet, value, day, published, sent, sum(one)::bigint as rows from (
      select o.kind, f.facet, f.value, f.day, o.published, o.sent, 1 as one
      from overview_row o cross join lateral overview_facets(o) f
      union all
      select kind, facet, value, day, published, sent, -rows from overview_count) both_of
    group by 1, 2, 3, 4, 5, 6 having sum(one) <> 0) d;
  if missing is null then
    return;
  end if;
  perform pg_advisory_xact_lock(72616001);
  insert into overview_count as c select * from unnest(missing)
  on conflict (kind, facet, value, day, published, sent) do update set rows = c.rows + excluded.rows;
  delete from overview_count where rows = 0;
end $$;
