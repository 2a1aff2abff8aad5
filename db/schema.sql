-- What the migrations build, written by `npm run database:snapshot`. Do not edit.

create domain identifier as text CHECK ((VALUE ~ '^[0-9a-hjkmnp-tv-z]{26}$'::text));

CREATE OR REPLACE FUNCTION public.append_to_trail(entries jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  entry jsonb;
  last_number bigint;
  last_hash text;
  seal text;
begin
  perform pg_advisory_xact_lock(72616001);
  -- A statement of its own, so that it sees what was committed while the lock was waited for.
  select number, hash into last_number, last_hash from public.trail order by number desc limit 1;
  if not found then
    last_number := 0;
    last_hash := repeat('0', 64);
  end if;
  for entry in select value from jsonb_array_elements(entries) with ordinality order by ordinality loop
    last_number := last_number + 1;
    seal := encode(sha256(convert_to(
      last_hash || chr(10) || (entry ->> 'before') || last_number || (entry ->> 'after'), 'UTF8')), 'hex');
    insert into public.trail (number, at, event, actor_id, actor_role, participant_id, object_kind, object_id, data, salt,
      data_hash, previous_hash, hash)
    values (last_number, (entry ->> 'at')::timestamptz, entry ->> 'event', entry ->> 'actorId', entry ->> 'actorRole',
      entry ->> 'participantId', entry ->> 'objectKind', entry ->> 'objectId', entry -> 'data', entry ->> 'salt',
      entry ->> 'dataHash', last_hash, seal);
    last_hash := seal;
  end loop;
end $function$
;
CREATE OR REPLACE FUNCTION public.catalogue_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_overview_stale('catalogue', array(
    select c.type from changed r join document_catalogue c on c.id = r.catalogue_id));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.count_overview()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.count_validation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  more_requests integer := 0;
  more_documentations integer := 0;
begin
  if tg_op = 'UPDATE' and new.participant_id <> old.participant_id then
    raise exception 'a validation stays with its participant';
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then
    more_requests := -(old.kind = 'AUDIT_REPORT')::integer;
    more_documentations := -(old.kind = 'DOC_MIN' and old.status is not null)::integer;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    more_requests := more_requests + (new.kind = 'AUDIT_REPORT')::integer;
    more_documentations := more_documentations + (new.kind = 'DOC_MIN' and new.status is not null)::integer;
  end if;
  if more_requests <> 0 or more_documentations <> 0 then
    update participant
    set requests = requests + more_requests, documentations = documentations + more_documentations
    where id = coalesce(new.participant_id, old.participant_id);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.destroy_trail_data(kind text, id text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  today timestamptz := trail_now();
  whose text;
  users text[];
  lived bigint;
  deletion bigint;
  since timestamptz;
  numbers bigint[];
  noted jsonb;
  salt text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  data_hash text;
  told_at text := to_char(today at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
begin
  if kind = 'participant' then
    select p.id into whose from participant p where p.id = destroy_trail_data.id and p.deleted_at is not null;
  else
    select u.participant_id into whose from portal_user u where u.id = destroy_trail_data.id and u.deleted_at is not null;
  end if;
  -- Whose entries tell of another participant was put to this one behind the trail's back. Of sessions only their start tells: CCI
  -- ends those of others.
  select coalesce(array_agg(u.id), '{}') into users from portal_user u
    where case when kind = 'participant' then u.participant_id = whose else u.id = destroy_trail_data.id end
      and not exists (select from trail t where t.object_kind = 'user' and t.object_id = u.id and t.participant_id <> whose)
      and not exists (select from trail t where t.event = 'session.started' and t.actor_id = u.id and t.participant_id <> whose);
  -- A withdrawn invitation that is sent again revives the participant and whom it invited, and nobody else.
  if kind = 'participant' then
    select max(t.number) into lived from trail t
      where t.event in ('session.started', 'invitation.sent-again') and t.participant_id = whose;
  else
    select max(t.number) into lived from trail t
      where t.event = 'session.started' and t.actor_id = destroy_trail_data.id
        or t.event = 'user.created' and t.object_id = destroy_trail_data.id
        or t.event = 'invitation.sent-again' and t.participant_id = whose
          and t.object_id in (select i.id from invitation i where i.user_id = destroy_trail_data.id);
  end if;
  select min(t.number) into deletion from trail t
    where t.number > coalesce(lived, 0)
      and (t.event = 'participant.deleted' and t.object_id = whose
        or t.event = 'invitation.withdrawn' and t.participant_id = whose
        or kind = 'user' and t.event = 'user.deleted' and t.object_id = destroy_trail_data.id);
  select max(t.at) into since from trail t where t.number <= deletion and (t.at <= today or t.number = deletion);
  if since is null or since > today - interval '364 days' or (kind <> 'participant' and users = '{}') then
    raise exception 'the data of % % are not to be destroyed', kind, id;
  end if;
  -- As entries are added: nobody adds one of theirs meanwhile.
  perform pg_advisory_xact_lock(72616001);
  select coalesce(array_agg(t.number order by t.number), '{}') into numbers from trail t
    where t.data is not null and t.data_hash is not null and t.event not like '%.destroyed' and case when kind = 'participant'
      then t.participant_id = whose or t.actor_id = any(users) or t.object_kind = 'user' and t.object_id = any(users)
        or t.data ->> 'providerId' = whose or t.data ->> 'issuerId' = whose or t.data ->> 'participantId' = whose
      else t.object_kind = 'user' and t.object_id = any(users)
        or t.actor_id = any(users) and t.object_kind in ('session', 'user')
        or t.data ->> 'proposerId' = any(users) end;
  update trail t set data = null, salt = null where t.number = any(numbers);
  select jsonb_build_object('entries', coalesce(jsonb_agg(jsonb_build_array(f.first, f.last) order by f.first), '[]')) into noted
    from (select min(n) as first, max(n) as last
      from (select n, n - row_number() over (order by n) as run from unnest(numbers) n) r group by run) f;
  -- As `canonical` of src/domain/trail/trail.ts writes it: numbers and brackets only.
  data_hash := encode(sha256(convert_to(salt || chr(10) || replace(noted::text, ' ', ''), 'UTF8')), 'hex');
  perform append_to_trail(jsonb_build_array(jsonb_build_object(
    'at', told_at, 'event', kind || '.destroyed', 'participantId', whose, 'objectKind', kind, 'objectId', id,
    'data', noted, 'salt', salt, 'dataHash', data_hash,
    'before', '{"actorId":null,"actorRole":null,"at":"' || told_at || '","dataHash":"' || data_hash
      || '","event":"' || kind || '.destroyed","number":',
    'after', ',"objectId":"' || id || '","objectKind":"' || kind || '","participantId":"' || whose || '"}')));
end $function$
;
CREATE OR REPLACE FUNCTION public.document_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_overview_stale('participant', array(
    select (select v.participant_id from document d join validation v on v.id = d.validation_id and v.kind = 'DOC_MIN'
      where d.id = c.document_id) from changed c));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.documentation_covered_until(documentation text, kind text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select case when bool_and(n.expires_on is not null) is not false then coalesce(min(n.expires_on), 'infinity') end
  from document_catalogue c
    join required_document r on r.catalogue_id = c.id and r.required
    left join lateral (
      select coalesce(w.expires_on, 'infinity') as expires_on
      from document d join document_version w on w.document_id = d.id and w.status = 'ACCEPTED' and w.deleted_at is null
      where d.validation_id = documentation and d.name = r.name
      order by w.number desc limit 1) n on true
  where c.type = kind
$function$
;
CREATE OR REPLACE FUNCTION public.documentation_lapses_on(documentation text, kind text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select min(w.expires_on)
  from document d join document_version w on w.document_id = d.id and w.is_current and w.status = 'ACCEPTED'
    join document_catalogue c on c.type = kind
    join required_document r on r.catalogue_id = c.id and r.name = d.name and r.required
  where d.validation_id = documentation
$function$
;
CREATE OR REPLACE FUNCTION public.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, value))
;
CREATE OR REPLACE FUNCTION public.incident_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_overview_stale('participant', array(select provider_id from changed));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_countries_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.provision_countries = coalesce(old.provision_countries, '{}')
      and new.provision_country is distinct from new.provision_countries[1] then
    new.provision_countries := array_remove(array[new.provision_country], null);
  end if;
  if new.storage_countries = coalesce(old.storage_countries, '{}')
      and new.storage_country is distinct from new.storage_countries[1] then
    new.storage_countries := array_remove(array[new.storage_country], null);
  end if;
  if new.processing_countries = coalesce(old.processing_countries, '{}')
      and new.processing_country is distinct from new.processing_countries[1] then
    new.processing_countries := array_remove(array[new.processing_country], null);
  end if;
  new.provision_country := new.provision_countries[1];
  new.storage_country := new.storage_countries[1];
  new.processing_country := new.processing_countries[1];
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_signed_reliance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.content is not null and (new.content, new.content_hash, new.facts, new.answers, new.plan, new.conclusion,
      new.conditions_text, new.review_on, new.signed_by, new.signed_at, new.number, new.entity_id)
    is distinct from (old.content, old.content_hash, old.facts, old.answers, old.plan, old.conclusion,
      old.conditions_text, old.review_on, old.signed_by, old.signed_at, old.number, old.entity_id)
  then
    raise exception 'A signed reliance file does not change.' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.mark_overview_stale(cause text, ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with marked as (
    insert into overview_stale (transaction, cause, object_id)
      select pg_current_xact_id(), cause, id from (select distinct unnest(ids) as id) i where id is not null
    on conflict do nothing returning transaction)
  insert into overview_stale (transaction, cause, object_id) select distinct transaction, 'commit', '' from marked
  on conflict do nothing
$function$
;
CREATE OR REPLACE FUNCTION public.overview_facets(o overview_row)
 RETURNS TABLE(facet text, value text, day date)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  values ('status', coalesce(o.status, ''), coalesce(o.expires_on, 'infinity'::date)),
    ('documentation', coalesce(o.documentation_status, ''), coalesce(o.lapses_on, 'infinity'::date)),
    ('incident', coalesce(o.incident, ''), 'infinity'::date),
    ('service', coalesce(o.service_id, ''), 'infinity'::date),
    ('evaluator', coalesce(o.evaluator_id, ''), 'infinity'::date),
    ('rating', coalesce(o.rating, ''), 'infinity'::date)
$function$
;
CREATE OR REPLACE FUNCTION public.participant_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.participant_left_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_overview_stale('participant', array(select id from before));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.rating_level(rating text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (sum(array_position(ARRAY['D'::text, 'C'::text, 'B'::text, 'A'::text, 'A+'::text], level.level)))::integer AS sum FROM unnest(string_to_array(rating_level.rating, '/'::text)) level(level))
;
CREATE OR REPLACE FUNCTION public.rebuild_overview(after text, piece integer, OUT wrong bigint, OUT last text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.recount_overview()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.refresh_overview(ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$
;
CREATE OR REPLACE FUNCTION public.refresh_renamed(piece integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.refresh_stale_overview()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.score_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_overview_stale('participant', array(
    select (select v.participant_id from validation v where v.id = c.validation_id) from changed c));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.service_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_overview_stale('service', array(
    select n.id from changed n join before o on o.id = n.id and o.description <> n.description));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.status_on(stored text, expires_on date, today date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((stored = 'QUALIFIED'::text) AND (((expires_on + '1 year'::interval))::date < today)) THEN 'EXPIRED'::text WHEN ((stored = ANY (ARRAY['QUALIFIED'::text, 'ACCEPTED'::text])) AND (expires_on < today)) THEN 'LAPSED'::text ELSE stored END
;
CREATE OR REPLACE FUNCTION public.trail_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The one change there is: the data of an entry, and with them their salt, are destroyed.
  if tg_op = 'UPDATE' and new.data is null and new.salt is null and old.data_hash is not null
    and to_jsonb(new) - 'data' - 'salt' = to_jsonb(old) - 'data' - 'salt' then
    return new;
  end if;
  raise exception 'the trail is append-only';
end $function$
;
CREATE OR REPLACE FUNCTION public.trail_no_destruction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    raise exception 'what was destroyed is noted by destroy_trail_data alone';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.trail_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$ select clock_timestamp() $function$
;
CREATE OR REPLACE FUNCTION public.validation_in_overview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform mark_overview_stale('participant', array(
      select n.participant_id from changed n join before o on o.id = n.id
      where (o.status, o.service_id, o.evaluator_id, o.sent_at, o.deleted_at, o.renews_id, o.superseded_by)
        is distinct from (n.status, n.service_id, n.evaluator_id, n.sent_at, n.deleted_at, n.renews_id, n.superseded_by)));
  else
    perform mark_overview_stale('participant', array(select participant_id from changed));
  end if;
  return null;
end $function$
;

create table acceptance (
  id identifier not null,
  use_id identifier not null,
  status text not null,
  reason text not null,
  accepted_rating text,
  required_rating text not null,
  until date not null,
  decided_by identifier not null,
  decided_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text default ''::text not null
);
create table acknowledgement (
  id identifier not null,
  bulletin_id identifier not null,
  entity_id identifier not null,
  user_id identifier not null,
  impact text not null,
  shared boolean default false not null,
  note text default ''::text not null,
  at timestamp with time zone not null,
  version integer default 1 not null
);
create table api_key (
  id identifier not null,
  entity_id identifier not null,
  name text not null,
  prefix text not null,
  key_hash text not null,
  scopes text[] not null,
  status text not null,
  expires_on date not null,
  created_by identifier not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  told_step integer
);
create table arrangement (
  id identifier not null,
  entity_id identifier not null,
  reference text not null,
  type text,
  overarching_id identifier,
  provider_id identifier,
  company_id identifier,
  currency text,
  annual_cost bigint,
  starts_on date,
  ends_on date,
  end_reason text,
  notice_entity_days integer,
  notice_provider_days integer,
  law_country text,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  chain_is_whole boolean,
  kind text default 'ICT'::text not null,
  outsourcing jsonb default '{}'::jsonb not null,
  inside_id identifier
);
create table arrangement_clauses (
  arrangement_id identifier not null,
  answers jsonb not null,
  version integer default 1 not null
);
create table arrangement_line (
  id identifier not null,
  arrangement_id identifier not null,
  use_id identifier,
  function_id identifier not null,
  ict_type text,
  provision_country text,
  holds_data boolean,
  storage_country text,
  processing_country text,
  sensitivity text,
  reliance text,
  substitutability text,
  no_substitute_reason text,
  own_audit_on date,
  exit_plan boolean,
  reintegration text,
  impact text,
  alternatives text,
  alternative_names text default ''::text not null,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  provision_countries text[] default '{}'::text[] not null,
  storage_countries text[] default '{}'::text[] not null,
  processing_countries text[] default '{}'::text[] not null
);
create table arrangement_member (
  arrangement_id identifier not null,
  role text not null,
  member_id identifier
);
create table arrangement_subcontract (
  id identifier not null,
  arrangement_id identifier not null,
  place integer not null,
  ict_type text not null,
  company_id identifier not null,
  recipient_id identifier,
  created_at timestamp with time zone not null
);
create table assessment (
  id identifier not null,
  validation_id identifier not null,
  framework_id identifier not null,
  origin text not null,
  status text not null,
  target text not null,
  scope text default ''::text not null,
  standard text,
  opinion text,
  period_from date,
  period_to date,
  report_date date,
  subservices text,
  user_controls text default ''::text not null,
  created_at timestamp with time zone not null,
  confirmed_by identifier,
  confirmed_at timestamp with time zone,
  version integer default 1 not null,
  asked integer default 0 not null,
  answered integer default 0 not null,
  levels jsonb default '{"C": null, "D": null, "I": null}'::jsonb not null,
  read_version_id identifier
);
create table assessment_answer (
  assessment_id identifier not null,
  control_key text not null,
  answer text,
  note text default ''::text not null,
  justification text default ''::text not null,
  inherited boolean default false not null
);
create table assessment_domain (
  assessment_id identifier not null,
  domain text not null,
  lowest integer not null
);
create table bulletin (
  id identifier not null,
  incident_id identifier not null,
  provider_id identifier not null,
  number integer not null,
  phase text not null,
  severity text not null,
  text text not null,
  services text[] default '{}'::text[] not null,
  audience text not null,
  started_at timestamp with time zone,
  detected_at timestamp with time zone,
  ended_at timestamp with time zone,
  proposed_by identifier,
  published_by identifier not null,
  published_at timestamp with time zone not null
);
create table bulletin_proposal (
  incident_id identifier not null,
  text text not null,
  proposed_by identifier not null,
  proposed_at timestamp with time zone not null,
  version integer default 1 not null
);
create table bulletin_sent (
  bulletin_id identifier not null,
  entity_id identifier not null,
  reminded integer default 0 not null
);
create table business_function (
  id identifier not null,
  entity_id identifier not null,
  code text not null,
  name text default ''::text not null,
  activity text,
  critical text,
  reason text default ''::text not null,
  assessed_on date,
  rto_hours integer,
  rpo_hours integer,
  impact text,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  member_id identifier
);
create table calendar_feed (
  user_id identifier not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  last_read_at timestamp with time zone
);
create table centre_rule (
  key text not null,
  value jsonb not null,
  version integer not null,
  changed_by identifier not null,
  changed_at timestamp with time zone not null
);
create table certificate (
  code_hash text not null,
  score_id identifier not null,
  canonical text not null,
  signature text not null,
  key_id text not null,
  issued_at timestamp with time zone not null,
  hidden_at timestamp with time zone,
  first_read_at timestamp with time zone
);
create table certificate_key (
  id text not null,
  public_key text not null,
  first_signed_at timestamp with time zone not null,
  last_signed_at timestamp with time zone not null
);
create table chain_confirmation (
  provider_id identifier not null,
  service_id identifier not null,
  confirmed_by identifier not null,
  confirmed_at timestamp with time zone not null
);
create table chain_reminder (
  use_id identifier not null,
  subcontract_id identifier not null,
  due_on date not null,
  reminded_at timestamp with time zone not null
);
create table chain_stance (
  use_id identifier not null,
  subcontract_id identifier not null,
  stance text not null,
  text text default ''::text not null,
  noted_by identifier not null,
  at timestamp with time zone not null,
  version integer default 1 not null
);
create table clarification (
  id identifier not null,
  validation_id identifier not null,
  document_id identifier,
  kind text not null,
  subject text not null,
  asked_by identifier not null,
  asked_by_role text not null,
  asked_of text not null,
  status text not null,
  due_on date not null,
  told text,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by text,
  version integer default 1 not null,
  score_id identifier,
  outcome text,
  assigned_to identifier
);
create table clarification_file (
  id identifier not null,
  message_id identifier not null,
  position integer not null,
  file_name text not null,
  sha256 text not null
);
create table clarification_message (
  id identifier not null,
  clarification_id identifier not null,
  number integer not null,
  party text not null,
  user_id identifier not null,
  text text not null,
  at timestamp with time zone not null
);
create table company (
  id identifier not null,
  owner_id identifier,
  name text not null,
  latin_name text default ''::text not null,
  lei text,
  euid text,
  country text not null,
  person_type text default 'LEGAL'::text not null,
  parent_company_id identifier,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  other_code text,
  other_code_type text
);
create table company_identity (
  participant_id identifier not null,
  lei text,
  lei_renewal_on date,
  euid text,
  other_code text,
  other_code_type text,
  person_type text,
  country text,
  latin_name text default ''::text not null,
  parent_company_id identifier,
  version integer default 0 not null
);
create table control (
  framework_id identifier not null,
  key text not null,
  domain text not null,
  position integer not null,
  statement text not null,
  dimensions text[] not null,
  level text not null
);
create table control_framework (
  id identifier not null,
  name text not null,
  edition text not null,
  illustrative boolean not null,
  status text not null,
  created_at timestamp with time zone not null,
  published_at timestamp with time zone,
  version integer default 1 not null
);
create table damage_owner (
  key text not null,
  participant_id identifier,
  issuer_id identifier
);
create table data_catalogue (
  type text not null,
  version integer default 1 not null
);
create table digest_line (
  user_id identifier not null,
  notification_id identifier not null,
  path text not null,
  thing text,
  expires_on date
);
create table document (
  id identifier not null,
  validation_id identifier not null,
  name text not null,
  created_at timestamp with time zone not null
);
create table document_assignment (
  validation_id identifier not null,
  document_name text not null,
  user_id identifier not null,
  assigned_by identifier not null,
  at timestamp with time zone not null
);
create table document_catalogue (
  id identifier not null,
  type text not null,
  version integer default 1 not null
);
create table document_help (
  catalogue_id identifier not null,
  document_name text not null,
  help_text text default ''::text not null,
  template_sha256 text,
  template_name text,
  version integer default 1 not null
);
create table document_version (
  id identifier not null,
  document_id identifier not null,
  number integer not null,
  file_name text not null,
  sha256 text not null,
  status text not null,
  expires_on date,
  rejected_reason text default ''::text not null,
  is_current boolean default true not null,
  uploaded_by identifier not null,
  uploaded_at timestamp with time zone not null,
  decided_by identifier,
  decided_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  lapse_announced_at timestamp with time zone,
  read_as_assessment boolean,
  reused_from identifier
);
create table expiry_step (
  kind text not null,
  object_id identifier not null,
  audience text not null,
  expires_on date not null,
  step integer not null,
  told_at timestamp with time zone not null
);
create table favourite (
  entity_id identifier not null,
  provider_id identifier not null,
  created_at timestamp with time zone not null
);
create table file_damage (
  name text not null,
  kind text not null,
  found_at timestamp with time zone not null,
  told_at timestamp with time zone,
  report_id identifier
);
create table file_read (
  id identifier not null,
  user_id identifier not null,
  session_id identifier,
  kind text not null,
  version_id identifier,
  score_id identifier,
  incident_document_id identifier,
  by_centre boolean not null,
  read_at timestamp with time zone not null,
  key_id identifier
);
create table file_verdict (
  sha256 text not null,
  signature text,
  scanned_at timestamp with time zone not null
);
create table finding (
  id identifier not null,
  provider_id identifier not null,
  service_id identifier not null,
  validation_id identifier not null,
  assessment_id identifier,
  control_key text,
  domain text default ''::text not null,
  dimension text not null,
  title text not null,
  detail text default ''::text not null,
  priority text not null,
  status text not null,
  raised_by identifier not null,
  raised_at timestamp with time zone not null,
  measure text default ''::text not null,
  owner_name text default ''::text not null,
  due_on date,
  delay_reason text default ''::text not null,
  told text,
  proof text default ''::text not null,
  done_at timestamp with time zone,
  returned_reason text default ''::text not null,
  returned_at timestamp with time zone,
  verified_by identifier,
  ended_at timestamp with time zone,
  end_reason text default ''::text not null,
  version integer default 1 not null
);
create table finding_file (
  id identifier not null,
  finding_id identifier not null,
  file_name text not null,
  sha256 text not null,
  uploaded_by identifier not null,
  uploaded_at timestamp with time zone not null
);
create table gleif_lei (
  lei text not null,
  name text not null,
  country text,
  status text not null,
  renewal_on date
);
create table gleif_load (
  kind text not null,
  published_on date not null,
  is_part boolean not null,
  rows integer not null,
  loaded_at timestamp with time zone not null
);
create table gleif_parent (
  lei text not null,
  parent_lei text not null
);
create table guess_budget (
  key text not null,
  busy_until timestamp with time zone not null
);
create table idempotent_call (
  user_id identifier not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  body jsonb,
  created_at timestamp with time zone not null
);
create table impact_clock (
  id identifier not null,
  bulletin_id identifier not null,
  entity_id identifier not null,
  aware_at timestamp with time zone,
  classified_at timestamp with time zone,
  initial_sent_at timestamp with time zone,
  intermediate_sent_at timestamp with time zone,
  version integer default 1 not null
);
create table incident (
  id identifier not null,
  title text not null,
  detail text not null,
  provider_id identifier not null,
  issuer_id identifier not null,
  raised_by identifier not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  search text generated always as (fold(title)) stored not null,
  opened_at timestamp with time zone,
  services text[] default '{}'::text[] not null,
  severity text,
  kind text,
  started_at timestamp with time zone,
  detected_at timestamp with time zone,
  ended_at timestamp with time zone
);
create table incident_document (
  id identifier not null,
  incident_id identifier not null,
  name text not null,
  file_name text not null,
  sha256 text not null,
  uploaded_by identifier not null,
  uploaded_at timestamp with time zone not null
);
create table independence_declaration (
  id identifier not null,
  validation_id identifier not null,
  evaluator_id identifier not null,
  status text not null,
  answers jsonb not null,
  text text default ''::text not null,
  declared_by identifier not null,
  declared_at timestamp with time zone not null,
  cci_reason text default ''::text not null,
  decided_by identifier,
  decided_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer default 1 not null
);
create table independence_reminder (
  validation_id identifier not null,
  sent_at timestamp with time zone not null,
  days integer not null
);
create table installation (
  id identifier not null,
  in_place boolean default false not null,
  key_print text,
  only_one boolean default true not null
);
create table invitation (
  id identifier not null,
  kind text not null,
  email text not null,
  name text default ''::text not null,
  nrbe text default ''::text not null,
  contact_person text default ''::text not null,
  participant_id identifier not null,
  user_id identifier not null,
  status text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  version integer default 1 not null,
  hidden boolean default false not null
);
create table invitation_request (
  id identifier not null,
  entity_id identifier not null,
  requested_by identifier not null,
  name text not null,
  cif text not null,
  email text not null,
  reason text not null,
  status text not null,
  asked_at timestamp with time zone not null,
  invitation_id identifier,
  decision_reason text default ''::text not null,
  decided_by identifier,
  decided_at timestamp with time zone,
  version integer default 1 not null
);
create table job (
  name text not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  duration_ms integer,
  failures integer default 0 not null,
  failed_at timestamp with time zone,
  fault text,
  detail text default ''::text not null,
  told_at timestamp with time zone,
  asked_at timestamp with time zone,
  stuck_since timestamp with time zone,
  stuck_seen_at timestamp with time zone
);
create table kept_fact (
  id identifier not null,
  entity_id identifier not null,
  provider_id identifier not null,
  service_id identifier,
  facts jsonb not null,
  refused text,
  kept_at timestamp with time zone not null
);
create table last_change (
  kind text not null,
  object_id text not null,
  changed_by identifier,
  changed_at timestamp with time zone not null
);
create table level_policy (
  entity_id identifier not null,
  critical_rating text,
  other_rating text,
  version integer default 1 not null
);
create table mail_preference (
  user_id identifier not null,
  type text not null,
  by_mail boolean not null,
  version integer default 1 not null,
  mode text
);
create table mark_verdict (
  sha256 text not null,
  mark_version integer not null,
  fault text,
  judged_at timestamp with time zone not null
);
create table notification (
  id identifier not null,
  participant_id identifier not null,
  type text not null,
  reason text not null,
  message text not null,
  info jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  once_key text,
  about text[] default '{}'::text[] not null,
  user_id identifier,
  for_use boolean default false not null,
  message_english text
);
create table notification_read (
  notification_id identifier not null,
  user_id identifier not null,
  read_at timestamp with time zone not null
);
create table outbox_mail (
  id identifier not null,
  recipient text not null,
  template text not null,
  data jsonb not null,
  message_id text not null,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone not null,
  attempts integer default 0 not null,
  last_error text default ''::text not null,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  refused boolean default false not null,
  told_at timestamp with time zone,
  about text[] default '{}'::text[] not null,
  caused_by text,
  failure_told_at timestamp with time zone,
  language text default 'es'::text not null,
  claimed_until timestamp with time zone
);
create table overview_count (
  kind text not null,
  facet text not null,
  value text not null,
  day date not null,
  published boolean not null,
  sent boolean not null,
  rows bigint not null
);
create table overview_rename (
  cause text not null,
  object_id identifier not null,
  after text default ''::text not null
);
create table overview_row (
  id identifier not null,
  participant_id identifier not null,
  validation_id identifier,
  kind text not null,
  published boolean not null,
  sent boolean not null,
  name text not null,
  search text not null,
  words text not null,
  service_id identifier,
  service text,
  evaluator_id identifier,
  evaluator text,
  status text,
  expires_on date,
  rating text,
  sent_at timestamp with time zone,
  documentation_id identifier,
  documentation_status text,
  lapses_on date,
  incident text,
  covered_until date
);
create table overview_stale (
  transaction xid8 not null,
  cause text not null,
  object_id text not null
);
create table participant (
  id identifier not null,
  kind text not null,
  name text default ''::text not null,
  commercial_name text default ''::text not null,
  business_name text default ''::text not null,
  cif text default ''::text not null,
  web text default ''::text not null,
  billing_contact text default ''::text not null,
  billing_email text default ''::text not null,
  cnae text default ''::text not null,
  security_leader text default ''::text not null,
  incident_contact text default ''::text not null,
  employees text default '_1_9'::text not null,
  email text default ''::text not null,
  roac text default ''::text not null,
  partner_audit text default ''::text not null,
  partner_isae text default ''::text not null,
  phone text default ''::text not null,
  nrbe text default ''::text not null,
  company_type text default 'MICRO'::text not null,
  contact jsonb default '{}'::jsonb not null,
  address jsonb,
  billing_address jsonb,
  economic_info jsonb,
  extra_data jsonb default '{}'::jsonb not null,
  accredited_until date,
  onboarded_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  display_name text generated always as (COALESCE(NULLIF(name, ''::text), NULLIF(business_name, ''::text), NULLIF(commercial_name, ''::text), 'Sin nombre todavía'::text)) stored not null,
  search text generated always as (fold(((((((((name || ' '::text) || commercial_name) || ' '::text) || business_name) || ' '::text) || cif) || ' '::text) || nrbe))) stored,
  destroyed_at timestamp with time zone,
  requests integer default 0 not null,
  documentations integer default 0 not null,
  identity_version integer default 0 not null,
  economic_year integer,
  accreditation_announced date
);
create table passkey (
  id identifier not null,
  user_id identifier not null,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);
create table passkey_challenge (
  challenge_hash text not null,
  user_id identifier not null,
  purpose text not null,
  bound_to identifier not null,
  expires_at timestamp with time zone not null
);
create table password_reset (
  id identifier not null,
  user_id identifier not null,
  code_hash text not null,
  secret_nonce text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);
create table pending_sign_in (
  id identifier not null,
  user_id identifier not null,
  token_hash text not null,
  expires_at timestamp with time zone not null,
  issuer text,
  subject text,
  begun_at timestamp with time zone,
  address text,
  user_agent text,
  known_device text
);
create table portal_user (
  id identifier not null,
  participant_id identifier not null,
  email text not null,
  name text default ''::text not null,
  surnames text default ''::text not null,
  position text default ''::text not null,
  phone text default ''::text not null,
  billing_email text default ''::text not null,
  is_principal boolean default false not null,
  status text not null,
  password_hash text,
  temporary_until timestamp with time zone,
  secret_nonce text,
  last_password_change timestamp with time zone,
  policy_accepted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  search text generated always as (fold(((((name || ' '::text) || surnames) || ' '::text) || email))) stored not null,
  destroyed_at timestamp with time zone,
  half_open_told_at timestamp with time zone,
  ending_announced timestamp with time zone,
  language text default 'es'::text not null,
  confirmation_asked_at timestamp with time zone
);
create table precheck (
  version_id identifier not null,
  code text not null,
  outcome text not null,
  detail jsonb default '{}'::jsonb not null,
  page integer,
  checked_at timestamp with time zone not null
);
create table precheck_task (
  version_id identifier not null,
  tries integer default 0 not null,
  asked_at timestamp with time zone not null
);
create table proposal (
  act text not null,
  object_id text not null,
  content_hash text not null,
  user_id identifier not null,
  proposed_at timestamp with time zone not null
);
create table provider_identity (
  issuer text not null,
  subject text not null,
  user_id identifier not null,
  bound_at timestamp with time zone not null
);
create table queue_assignment (
  kind text not null,
  object_id identifier not null,
  user_id identifier,
  since timestamp with time zone,
  overdue_told_for timestamp with time zone,
  version integer default 0 not null
);
create table reading_under_way (
  id identifier not null,
  user_id identifier not null,
  role text not null,
  happening jsonb not null,
  heard_at timestamp with time zone not null,
  key_id identifier
);
create table recovery_code (
  user_id identifier not null,
  code_hash text not null,
  used_at timestamp with time zone
);
create table register_ask (
  provider_id identifier not null,
  asked_at timestamp with time zone not null
);
create table register_edition (
  id identifier not null,
  place integer not null,
  number text not null,
  content jsonb not null,
  name text not null,
  loaded_by identifier not null,
  loaded_at timestamp with time zone not null
);
create table register_entity (
  entity_id identifier not null,
  lei text,
  lei_renewal_on date,
  country text,
  type text,
  authority text default ''::text not null,
  hierarchy text,
  parent_lei text,
  currency text,
  total_assets bigint,
  created_on date not null,
  changed_on date not null,
  version integer default 1 not null,
  parent_name text default ''::text not null,
  parent_country text,
  parent_type text,
  parent_hierarchy text,
  filing_on date
);
create table register_feedback (
  package_id identifier not null,
  entity_id identifier not null,
  name text not null,
  columns jsonb not null,
  faults jsonb not null,
  read_by identifier not null,
  read_at timestamp with time zone not null
);
create table register_member (
  id identifier not null,
  entity_id identifier not null,
  kind text not null,
  name text not null,
  lei text,
  code text default ''::text not null,
  country text,
  type text,
  hierarchy text,
  parent_lei text,
  joined_on date,
  left_on date,
  currency text,
  total_assets bigint,
  created_on date not null,
  changed_on date not null,
  version integer default 1 not null
);
create table register_package (
  id identifier not null,
  entity_id identifier not null,
  format text not null,
  edition text not null,
  reference_date date not null,
  name text not null,
  made_by identifier not null,
  made_at timestamp with time zone not null,
  sha256 text not null,
  content bytea not null,
  lint_summary jsonb not null,
  rows jsonb not null,
  faults jsonb,
  edition_load identifier
);
create table register_rate (
  entity_id identifier not null,
  reference_date date not null,
  currency text not null,
  rate bigint not null
);
create table register_term (
  entity_id identifier not null,
  term text not null,
  definition text not null
);
create table rejection_phrases (
  id boolean default true not null,
  phrases text[] not null,
  version integer default 1 not null
);
create table rejection_reason (
  document_name text not null,
  texts text[] not null,
  version integer default 1 not null
);
create table reliance_file (
  id identifier not null,
  entity_id identifier not null,
  use_id identifier,
  number integer not null,
  status text not null,
  facts jsonb default '{}'::jsonb not null,
  answers jsonb default '{}'::jsonb not null,
  plan jsonb default '{}'::jsonb not null,
  conclusion text,
  conditions_text text default ''::text not null,
  review_on date,
  created_at timestamp with time zone not null,
  signed_by identifier,
  signed_at timestamp with time zone,
  content text,
  content_hash text,
  told text[] default '{}'::text[] not null,
  version integer default 1 not null
);
create table required_datum (
  type text not null,
  field text not null,
  required boolean not null,
  position integer not null
);
create table required_document (
  catalogue_id identifier not null,
  name text not null,
  description text not null,
  required boolean not null,
  position integer not null
);
create table reset_wish (
  id identifier not null,
  sealed_email text not null
);
create table saved_view (
  id identifier not null,
  user_id identifier not null,
  path text not null,
  search text not null,
  name text not null,
  pinned boolean not null,
  created_at timestamp with time zone not null,
  shared boolean default false not null,
  alert boolean default false not null,
  seen text[],
  looked_on date
);
create table score (
  id identifier not null,
  validation_id identifier not null,
  rating text not null,
  expires_on date not null,
  file_name text not null,
  sha256 text not null,
  is_current boolean default true not null,
  correction_reason text default ''::text not null,
  scored_by identifier not null,
  scored_at timestamp with time zone not null,
  announced text,
  assessment_id identifier,
  computed text,
  override_reason text default ''::text not null,
  independence_id identifier,
  proposed_by identifier,
  review_since timestamp with time zone,
  review_reason text default ''::text not null
);
create table second_factor_rule (
  role text not null,
  required boolean not null,
  version integer default 1 not null
);
create table server_state (
  name text not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  checks jsonb default '[]'::jsonb not null,
  asked_at timestamp with time zone
);
create table service (
  id identifier not null,
  key text not null,
  type text not null,
  description text not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  search text generated always as (fold(description)) stored not null
);
create table service_facts (
  id identifier not null,
  participant_id identifier not null,
  service_id identifier not null,
  ict_type text,
  provision_countries text[] default '{}'::text[] not null,
  holds_data boolean,
  storage_countries text[] default '{}'::text[] not null,
  processing_countries text[] default '{}'::text[] not null,
  version integer default 0 not null
);
create table service_use (
  id identifier not null,
  entity_id identifier not null,
  provider_id identifier not null,
  service_id identifier not null,
  critical text not null,
  required_rating text,
  since date,
  until date,
  note text default ''::text not null,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  noted_situation text,
  noted_on date
);
create table session (
  id identifier not null,
  user_id identifier not null,
  token_hash text not null,
  device_id text not null,
  address text default ''::text not null,
  user_agent text default ''::text not null,
  started_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  proved_at timestamp with time zone,
  second_factor_elsewhere boolean default false not null,
  second_factor_shown boolean
);
create table sign_in_attempt (
  account text not null,
  device text not null,
  failed_at jsonb default '[]'::jsonb not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone
);
create table sign_on_attempt (
  secret_hash text not null,
  provider text not null,
  expires_at timestamp with time zone not null
);
create table stored_file (
  sha256 text not null,
  size bigint not null,
  media_type text not null,
  warnings text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone
);
create table subcontract (
  id identifier not null,
  provider_id identifier not null,
  service_id identifier not null,
  participant_id identifier,
  company_id identifier,
  recipient_id identifier,
  ict_type text,
  description text default ''::text not null,
  underpins boolean not null,
  handles_data boolean not null,
  countries text[] default '{}'::text[] not null,
  since date not null,
  until date,
  urgent_reason text default ''::text not null,
  changed_on date,
  changed_from date,
  created_at timestamp with time zone not null,
  version integer default 1 not null
);
create table totp_enrolment (
  user_id identifier not null,
  sealed_secret text not null,
  expires_at timestamp with time zone not null
);
create table totp_factor (
  user_id identifier not null,
  sealed_secret text not null,
  last_step bigint not null,
  created_at timestamp with time zone not null
);
create table trail (
  number bigint not null,
  at timestamp with time zone not null,
  event text not null,
  actor_id text,
  actor_role text,
  participant_id text,
  object_kind text not null,
  object_id text not null,
  data jsonb,
  previous_hash text not null,
  hash text not null,
  salt text,
  data_hash text
);
create table two_people (
  id boolean default true not null,
  enabled boolean not null,
  version integer default 1 not null
);
create table undoable_act (
  id identifier not null,
  user_id identifier not null,
  act text not null,
  object_id identifier not null,
  at timestamp with time zone not null,
  noted jsonb not null
);
create table validation (
  id identifier not null,
  participant_id identifier not null,
  kind text not null,
  status text,
  service_id identifier,
  evaluator_id identifier,
  concept text default ''::text not null,
  request_type text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  decided_at timestamp with time zone,
  deleted_at timestamp with time zone,
  superseded_at timestamp with time zone,
  version integer default 1 not null,
  renews_id identifier,
  superseded_by identifier,
  report_date date
);
create table watermark (
  id boolean default true not null,
  enabled boolean not null,
  version integer default 1 not null
);
create table webhook (
  id identifier not null,
  entity_id identifier not null,
  url text not null,
  events text[] not null,
  secrets jsonb not null,
  status text not null,
  failing_since timestamp with time zone,
  busy_until timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer default 1 not null
);
create table webhook_delivery (
  id identifier not null,
  webhook_id identifier not null,
  event_id identifier not null,
  type text not null,
  body text not null,
  about text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone not null,
  tries integer default 0 not null,
  first_try_at timestamp with time zone,
  last_try_at timestamp with time zone,
  duration_ms integer,
  answer integer,
  fault text,
  delivered_at timestamp with time zone,
  given_up_at timestamp with time zone,
  caused_by text
);

create view overview_source as
 SELECT COALESCE(v.id,
        CASE p.kind
            WHEN 'PROVIDER'::text THEN p.id
            ELSE m.id
        END) AS id,
    p.id AS participant_id,
        CASE p.kind
            WHEN 'PROVIDER'::text THEN v.id
            ELSE m.id
        END AS validation_id,
    COALESCE(v.kind, p.kind) AS kind,
    (p.onboarded_at IS NOT NULL) AS published,
    (m.status IS NOT NULL) AS sent,
    p.display_name AS name,
    COALESCE(p.search, ''::text) AS search,
    concat_ws(' '::text, COALESCE(p.search, ''::text), fold(v.service), fold(v.evaluator)) AS words,
    v.service_id,
    v.service,
    v.evaluator_id,
    v.evaluator,
    v.status,
        CASE p.kind
            WHEN 'PROVIDER'::text THEN v.expires_on
            ELSE p.accredited_until
        END AS expires_on,
    v.rating,
        CASE p.kind
            WHEN 'PROVIDER'::text THEN v.sent_at
            ELSE m.sent_at
        END AS sent_at,
    m.id AS documentation_id,
    m.status AS documentation_status,
    m.lapses_on,
    i.state AS incident,
    m.covered_until
   FROM (((participant p
     LEFT JOIN LATERAL ( SELECT m_1.id,
            m_1.status,
            m_1.sent_at,
            documentation_lapses_on((m_1.id)::text, p.kind) AS lapses_on,
                CASE
                    WHEN ((m_1.status = 'PENDING'::text) AND (p.onboarded_at IS NOT NULL)) THEN documentation_covered_until((m_1.id)::text, p.kind)
                    ELSE NULL::date
                END AS covered_until
           FROM validation m_1
          WHERE (((m_1.participant_id)::text = (p.id)::text) AND (m_1.kind = 'DOC_MIN'::text) AND (m_1.deleted_at IS NULL))
         OFFSET 0) m ON (true))
     LEFT JOIN LATERAL ( SELECT v_1.id,
            v_1.status,
            v_1.sent_at,
            v_1.service_id,
            s.description AS service,
            v_1.evaluator_id,
                CASE
                    WHEN (v_1.renews_id IS NULL) THEN p.kind
                    ELSE 'RENEWAL'::text
                END AS kind,
                CASE
                    WHEN ((e.deleted_at IS NULL) OR (EXISTS ( SELECT
                       FROM score h
                      WHERE ((h.validation_id)::text = (v_1.id)::text)))) THEN e.display_name
                    ELSE NULL::text
                END AS evaluator,
            q.expires_on,
            q.rating
           FROM ((((validation v_1
             JOIN service s ON (((s.id)::text = (v_1.service_id)::text)))
             JOIN participant e ON (((e.id)::text = (v_1.evaluator_id)::text)))
             LEFT JOIN score q ON ((((q.validation_id)::text = (v_1.id)::text) AND q.is_current)))
             LEFT JOIN validation o ON (((o.id)::text = (v_1.renews_id)::text)))
          WHERE (((v_1.participant_id)::text = (p.id)::text) AND (v_1.kind = 'AUDIT_REPORT'::text) AND (v_1.deleted_at IS NULL) AND (v_1.superseded_by IS NULL) AND ((o.evaluator_id)::text IS DISTINCT FROM (v_1.evaluator_id)::text))
         OFFSET 0) v ON ((p.kind = 'PROVIDER'::text)))
     LEFT JOIN LATERAL ( SELECT
                CASE
                    WHEN bool_or((i_1.status = 'OPEN'::text)) THEN 'OPEN'::text
                    WHEN bool_or((i_1.status = 'CLOSED'::text)) THEN 'CLOSED'::text
                    ELSE NULL::text
                END AS state
           FROM (incident i_1
             JOIN participant r ON ((((r.id)::text = (i_1.issuer_id)::text) AND (r.deleted_at IS NULL))))
          WHERE ((i_1.provider_id)::text = (p.id)::text)
         OFFSET 0) i ON (true))
  WHERE ((p.deleted_at IS NULL) AND ((p.kind = 'PROVIDER'::text) OR ((p.kind = ANY (ARRAY['ENTITY'::text, 'AUDIT'::text])) AND (m.status IS NOT NULL))));

alter table acceptance add constraint acceptance_pkey PRIMARY KEY (id);
alter table acceptance add constraint acceptance_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES portal_user(id);
alter table acceptance add constraint acceptance_use_id_fkey FOREIGN KEY (use_id) REFERENCES service_use(id);
alter table acceptance add constraint acceptance_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'REVOKED'::text, 'OUTGROWN'::text])));
alter table acknowledgement add constraint acknowledgement_bulletin_id_entity_id_key UNIQUE (bulletin_id, entity_id);
alter table acknowledgement add constraint acknowledgement_pkey PRIMARY KEY (id);
alter table acknowledgement add constraint acknowledgement_bulletin_id_fkey FOREIGN KEY (bulletin_id) REFERENCES bulletin(id);
alter table acknowledgement add constraint acknowledgement_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table acknowledgement add constraint acknowledgement_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table acknowledgement add constraint acknowledgement_impact_check CHECK ((impact = ANY (ARRAY['NONE'::text, 'MINOR'::text, 'SEVERE'::text, 'UNKNOWN'::text])));
alter table api_key add constraint api_key_key_hash_key UNIQUE (key_hash);
alter table api_key add constraint api_key_pkey PRIMARY KEY (id);
alter table api_key add constraint api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES portal_user(id);
alter table api_key add constraint api_key_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table api_key add constraint api_key_name_check CHECK ((name <> ''::text));
alter table api_key add constraint api_key_scopes_check CHECK ((scopes <> '{}'::text[]));
alter table api_key add constraint api_key_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'REVOKED'::text])));
alter table arrangement add constraint arrangement_entity_id_reference_key UNIQUE (entity_id, reference);
alter table arrangement add constraint arrangement_pkey PRIMARY KEY (id);
alter table arrangement add constraint arrangement_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id);
alter table arrangement add constraint arrangement_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table arrangement add constraint arrangement_inside_id_fkey FOREIGN KEY (inside_id) REFERENCES arrangement(id);
alter table arrangement add constraint arrangement_overarching_id_fkey FOREIGN KEY (overarching_id) REFERENCES arrangement(id) ON DELETE SET NULL;
alter table arrangement add constraint arrangement_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table arrangement add constraint arrangement_check CHECK ((num_nonnulls(provider_id, company_id) = 1));
alter table arrangement add constraint arrangement_kind_check CHECK ((kind = ANY (ARRAY['ICT'::text, 'OTHER'::text])));
alter table arrangement add constraint arrangement_reference_check CHECK ((reference <> ''::text));
alter table arrangement_clauses add constraint arrangement_clauses_pkey PRIMARY KEY (arrangement_id);
alter table arrangement_clauses add constraint arrangement_clauses_arrangement_id_fkey FOREIGN KEY (arrangement_id) REFERENCES arrangement(id) ON DELETE CASCADE;
alter table arrangement_line add constraint arrangement_line_pkey PRIMARY KEY (id);
alter table arrangement_line add constraint arrangement_line_arrangement_id_fkey FOREIGN KEY (arrangement_id) REFERENCES arrangement(id);
alter table arrangement_line add constraint arrangement_line_function_id_fkey FOREIGN KEY (function_id) REFERENCES business_function(id);
alter table arrangement_line add constraint arrangement_line_use_id_fkey FOREIGN KEY (use_id) REFERENCES service_use(id);
alter table arrangement_member add constraint arrangement_member_arrangement_id_role_member_id_key UNIQUE NULLS NOT DISTINCT (arrangement_id, role, member_id);
alter table arrangement_member add constraint arrangement_member_arrangement_id_fkey FOREIGN KEY (arrangement_id) REFERENCES arrangement(id) ON DELETE CASCADE;
alter table arrangement_member add constraint arrangement_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES register_member(id);
alter table arrangement_member add constraint arrangement_member_role_check CHECK ((role = ANY (ARRAY['SIGNS'::text, 'USES'::text])));
alter table arrangement_subcontract add constraint arrangement_subcontract_pkey PRIMARY KEY (id);
alter table arrangement_subcontract add constraint arrangement_subcontract_arrangement_id_fkey FOREIGN KEY (arrangement_id) REFERENCES arrangement(id) ON DELETE CASCADE;
alter table arrangement_subcontract add constraint arrangement_subcontract_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id);
alter table arrangement_subcontract add constraint arrangement_subcontract_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES arrangement_subcontract(id) ON DELETE CASCADE;
alter table arrangement_subcontract add constraint arrangement_subcontract_check CHECK (((recipient_id)::text <> (id)::text));
alter table assessment add constraint assessment_pkey PRIMARY KEY (id);
alter table assessment add constraint assessment_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES portal_user(id);
alter table assessment add constraint assessment_framework_id_fkey FOREIGN KEY (framework_id) REFERENCES control_framework(id);
alter table assessment add constraint assessment_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table assessment add constraint assessment_origin_check CHECK ((origin = ANY (ARRAY['AUDIT'::text, 'PROVIDER'::text])));
alter table assessment add constraint assessment_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'CONFIRMED'::text, 'PUBLISHED'::text])));
alter table assessment add constraint assessment_subservices_check CHECK ((subservices = ANY (ARRAY['INCLUDED'::text, 'EXCLUDED'::text, 'NONE'::text])));
alter table assessment_answer add constraint assessment_answer_pkey PRIMARY KEY (assessment_id, control_key);
alter table assessment_answer add constraint assessment_answer_assessment_id_fkey FOREIGN KEY (assessment_id) REFERENCES assessment(id) ON DELETE CASCADE;
alter table assessment_answer add constraint assessment_answer_answer_check CHECK ((answer = ANY (ARRAY['YES'::text, 'NO'::text, 'NOT_APPLICABLE'::text])));
alter table assessment_domain add constraint assessment_domain_pkey PRIMARY KEY (assessment_id, domain);
alter table assessment_domain add constraint assessment_domain_assessment_id_fkey FOREIGN KEY (assessment_id) REFERENCES assessment(id) ON DELETE CASCADE;
alter table assessment_domain add constraint assessment_domain_lowest_check CHECK (((lowest >= 0) AND (lowest <= 5)));
alter table bulletin add constraint bulletin_incident_id_number_key UNIQUE (incident_id, number);
alter table bulletin add constraint bulletin_pkey PRIMARY KEY (id);
alter table bulletin add constraint bulletin_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id);
alter table bulletin add constraint bulletin_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES portal_user(id);
alter table bulletin add constraint bulletin_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table bulletin add constraint bulletin_published_by_fkey FOREIGN KEY (published_by) REFERENCES portal_user(id);
alter table bulletin add constraint bulletin_audience_check CHECK ((audience = ANY (ARRAY['USERS'::text, 'FOLLOWERS'::text])));
alter table bulletin add constraint bulletin_number_check CHECK ((number > 0));
alter table bulletin add constraint bulletin_phase_check CHECK ((phase = ANY (ARRAY['INITIAL'::text, 'UPDATE'::text, 'FINAL'::text])));
alter table bulletin add constraint bulletin_severity_check CHECK ((severity = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])));
alter table bulletin add constraint bulletin_text_check CHECK ((text <> ''::text));
alter table bulletin_proposal add constraint bulletin_proposal_pkey PRIMARY KEY (incident_id);
alter table bulletin_proposal add constraint bulletin_proposal_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id);
alter table bulletin_proposal add constraint bulletin_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES portal_user(id);
alter table bulletin_proposal add constraint bulletin_proposal_text_check CHECK ((text <> ''::text));
alter table bulletin_sent add constraint bulletin_sent_pkey PRIMARY KEY (bulletin_id, entity_id);
alter table bulletin_sent add constraint bulletin_sent_bulletin_id_fkey FOREIGN KEY (bulletin_id) REFERENCES bulletin(id);
alter table bulletin_sent add constraint bulletin_sent_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table business_function add constraint business_function_pkey PRIMARY KEY (id);
alter table business_function add constraint business_function_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table business_function add constraint business_function_member_id_fkey FOREIGN KEY (member_id) REFERENCES register_member(id);
alter table business_function add constraint business_function_code_check CHECK ((code <> ''::text));
alter table calendar_feed add constraint calendar_feed_token_hash_key UNIQUE (token_hash);
alter table calendar_feed add constraint calendar_feed_pkey PRIMARY KEY (user_id);
alter table calendar_feed add constraint calendar_feed_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table centre_rule add constraint centre_rule_pkey PRIMARY KEY (key);
alter table centre_rule add constraint centre_rule_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES portal_user(id);
alter table certificate add constraint certificate_score_id_key UNIQUE (score_id);
alter table certificate add constraint certificate_pkey PRIMARY KEY (code_hash);
alter table certificate add constraint certificate_key_id_fkey FOREIGN KEY (key_id) REFERENCES certificate_key(id);
alter table certificate add constraint certificate_score_id_fkey FOREIGN KEY (score_id) REFERENCES score(id) ON DELETE CASCADE;
alter table certificate_key add constraint certificate_key_pkey PRIMARY KEY (id);
alter table chain_confirmation add constraint chain_confirmation_pkey PRIMARY KEY (provider_id, service_id);
alter table chain_confirmation add constraint chain_confirmation_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES portal_user(id);
alter table chain_confirmation add constraint chain_confirmation_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table chain_confirmation add constraint chain_confirmation_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table chain_reminder add constraint chain_reminder_pkey PRIMARY KEY (use_id, subcontract_id, due_on);
alter table chain_reminder add constraint chain_reminder_subcontract_id_fkey FOREIGN KEY (subcontract_id) REFERENCES subcontract(id);
alter table chain_reminder add constraint chain_reminder_use_id_fkey FOREIGN KEY (use_id) REFERENCES service_use(id);
alter table chain_stance add constraint chain_stance_pkey PRIMARY KEY (use_id, subcontract_id);
alter table chain_stance add constraint chain_stance_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES portal_user(id);
alter table chain_stance add constraint chain_stance_subcontract_id_fkey FOREIGN KEY (subcontract_id) REFERENCES subcontract(id);
alter table chain_stance add constraint chain_stance_use_id_fkey FOREIGN KEY (use_id) REFERENCES service_use(id);
alter table chain_stance add constraint chain_stance_stance_check CHECK ((stance = ANY (ARRAY['NO_OBJECTION'::text, 'OBJECTION'::text])));
alter table clarification add constraint clarification_pkey PRIMARY KEY (id);
alter table clarification add constraint clarification_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES portal_user(id);
alter table clarification add constraint clarification_assigned_to FOREIGN KEY (assigned_to) REFERENCES portal_user(id);
alter table clarification add constraint clarification_document_id_fkey FOREIGN KEY (document_id) REFERENCES document(id);
alter table clarification add constraint clarification_score FOREIGN KEY (score_id) REFERENCES score(id);
alter table clarification add constraint clarification_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table clarification add constraint clarification_asked_by_role_check CHECK ((asked_by_role = ANY (ARRAY['CCI'::text, 'PROVIDER'::text, 'AUDIT'::text])));
alter table clarification add constraint clarification_asked_of_check CHECK ((asked_of = ANY (ARRAY['CCI'::text, 'PROVIDER'::text, 'AUDIT'::text])));
alter table clarification add constraint clarification_closed_by_check CHECK ((closed_by = ANY (ARRAY['ASKER'::text, 'CCI'::text, 'DECISION'::text])));
alter table clarification add constraint clarification_kind_check CHECK ((kind = ANY (ARRAY['QUESTION'::text, 'APPEAL'::text])));
alter table clarification add constraint clarification_outcome CHECK ((outcome = ANY (ARRAY['UPHELD'::text, 'DISMISSED'::text])));
alter table clarification add constraint clarification_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'ANSWERED'::text, 'CLOSED'::text])));
alter table clarification add constraint clarification_subject_check CHECK ((subject <> ''::text));
alter table clarification add constraint clarification_told_check CHECK ((told = ANY (ARRAY['2'::text, '0'::text])));
alter table clarification_file add constraint clarification_file_pkey PRIMARY KEY (id);
alter table clarification_file add constraint clarification_file_message_id_fkey FOREIGN KEY (message_id) REFERENCES clarification_message(id);
alter table clarification_file add constraint clarification_file_sha256_fkey FOREIGN KEY (sha256) REFERENCES stored_file(sha256);
alter table clarification_file add constraint clarification_file_file_name_check CHECK ((file_name <> ''::text));
alter table clarification_message add constraint clarification_message_clarification_id_number_key UNIQUE (clarification_id, number);
alter table clarification_message add constraint clarification_message_pkey PRIMARY KEY (id);
alter table clarification_message add constraint clarification_message_clarification_id_fkey FOREIGN KEY (clarification_id) REFERENCES clarification(id);
alter table clarification_message add constraint clarification_message_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table clarification_message add constraint clarification_message_number_check CHECK ((number > 0));
alter table clarification_message add constraint clarification_message_party_check CHECK ((party = ANY (ARRAY['CCI'::text, 'PROVIDER'::text, 'AUDIT'::text])));
alter table clarification_message add constraint clarification_message_text_check CHECK ((text <> ''::text));
alter table company add constraint company_pkey PRIMARY KEY (id);
alter table company add constraint company_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES participant(id);
alter table company add constraint company_parent_company_id_fkey FOREIGN KEY (parent_company_id) REFERENCES company(id);
alter table company add constraint company_check CHECK (((owner_id IS NOT NULL) OR (lei IS NOT NULL) OR (euid IS NOT NULL)));
alter table company add constraint company_name_check CHECK ((name <> ''::text));
alter table company add constraint company_other_code_check CHECK (((other_code IS NULL) = (other_code_type IS NULL)));
alter table company add constraint company_other_code_type_check CHECK ((other_code_type = ANY (ARRAY['CRN'::text, 'VAT'::text, 'PNR'::text, 'NIN'::text])));
alter table company add constraint company_person_type_check CHECK ((person_type = ANY (ARRAY['LEGAL'::text, 'INDIVIDUAL'::text])));
alter table company_identity add constraint company_identity_pkey PRIMARY KEY (participant_id);
alter table company_identity add constraint company_identity_parent_company_id_fkey FOREIGN KEY (parent_company_id) REFERENCES company(id);
alter table company_identity add constraint company_identity_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table company_identity add constraint company_identity_check CHECK (((other_code IS NULL) = (other_code_type IS NULL)));
alter table company_identity add constraint company_identity_other_code_type_check CHECK ((other_code_type = ANY (ARRAY['CRN'::text, 'VAT'::text, 'PNR'::text, 'NIN'::text])));
alter table company_identity add constraint company_identity_person_type_check CHECK ((person_type = ANY (ARRAY['LEGAL'::text, 'INDIVIDUAL'::text])));
alter table control add constraint control_pkey PRIMARY KEY (framework_id, key);
alter table control add constraint control_framework_id_fkey FOREIGN KEY (framework_id) REFERENCES control_framework(id) ON DELETE CASCADE;
alter table control add constraint control_dimensions_check CHECK (((dimensions <> '{}'::text[]) AND (dimensions <@ ARRAY['C'::text, 'I'::text, 'D'::text])));
alter table control add constraint control_domain_check CHECK ((domain <> ''::text));
alter table control add constraint control_key_check CHECK ((key <> ''::text));
alter table control add constraint control_level_check CHECK ((level = ANY (ARRAY['D'::text, 'C'::text, 'B'::text, 'A'::text, 'A+'::text])));
alter table control add constraint control_statement_check CHECK ((statement <> ''::text));
alter table control_framework add constraint control_framework_pkey PRIMARY KEY (id);
alter table control_framework add constraint control_framework_edition_check CHECK ((edition <> ''::text));
alter table control_framework add constraint control_framework_name_check CHECK ((name <> ''::text));
alter table control_framework add constraint control_framework_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'RETIRED'::text])));
alter table damage_owner add constraint damage_owner_pkey PRIMARY KEY (key);
alter table data_catalogue add constraint data_catalogue_pkey PRIMARY KEY (type);
alter table data_catalogue add constraint data_catalogue_type_check CHECK ((type = ANY (ARRAY['PROVIDER'::text, 'AUDIT'::text, 'ENTITY'::text])));
alter table digest_line add constraint digest_line_pkey PRIMARY KEY (user_id, notification_id);
alter table digest_line add constraint digest_line_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id) ON DELETE CASCADE;
alter table digest_line add constraint digest_line_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table document add constraint document_validation_id_name_key UNIQUE (validation_id, name);
alter table document add constraint document_pkey PRIMARY KEY (id);
alter table document add constraint document_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table document add constraint document_name_check CHECK ((name <> ''::text));
alter table document_assignment add constraint document_assignment_pkey PRIMARY KEY (validation_id, document_name);
alter table document_assignment add constraint document_assignment_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES portal_user(id);
alter table document_assignment add constraint document_assignment_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table document_assignment add constraint document_assignment_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table document_assignment add constraint document_assignment_document_name_check CHECK ((document_name <> ''::text));
alter table document_catalogue add constraint document_catalogue_type_key UNIQUE (type);
alter table document_catalogue add constraint document_catalogue_pkey PRIMARY KEY (id);
alter table document_catalogue add constraint document_catalogue_type_check CHECK ((type = ANY (ARRAY['PROVIDER'::text, 'AUDIT'::text, 'ENTITY'::text, 'ISSUE'::text])));
alter table document_help add constraint document_help_pkey PRIMARY KEY (catalogue_id, document_name);
alter table document_help add constraint document_help_catalogue_id_fkey FOREIGN KEY (catalogue_id) REFERENCES document_catalogue(id);
alter table document_help add constraint document_help_template_sha256_fkey FOREIGN KEY (template_sha256) REFERENCES stored_file(sha256);
alter table document_help add constraint document_help_check CHECK (((template_sha256 IS NULL) = (template_name IS NULL)));
alter table document_help add constraint document_help_document_name_check CHECK ((document_name <> ''::text));
alter table document_version add constraint document_version_document_id_number_key UNIQUE (document_id, number);
alter table document_version add constraint document_version_pkey PRIMARY KEY (id);
alter table document_version add constraint document_version_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES portal_user(id);
alter table document_version add constraint document_version_document_id_fkey FOREIGN KEY (document_id) REFERENCES document(id);
alter table document_version add constraint document_version_sha256_fkey FOREIGN KEY (sha256) REFERENCES stored_file(sha256);
alter table document_version add constraint document_version_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES portal_user(id);
alter table document_version add constraint document_version_check CHECK (((status <> 'REJECTED'::text) OR (rejected_reason <> ''::text)));
alter table document_version add constraint document_version_check1 CHECK (((status = 'PENDING'::text) OR ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL))));
alter table document_version add constraint document_version_check2 CHECK (((deleted_at IS NULL) OR (NOT is_current)));
alter table document_version add constraint document_version_file_name_check CHECK ((file_name <> ''::text));
alter table document_version add constraint document_version_number_check CHECK ((number > 0));
alter table document_version add constraint document_version_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'REJECTED'::text])));
alter table expiry_step add constraint expiry_step_pkey PRIMARY KEY (kind, object_id, audience);
alter table expiry_step add constraint expiry_step_audience_check CHECK ((audience = ANY (ARRAY['owner'::text, 'others'::text])));
alter table expiry_step add constraint expiry_step_kind_check CHECK ((kind = ANY (ARRAY['score'::text, 'document'::text, 'accreditation'::text, 'acceptance'::text, 'lei'::text, 'own-lei'::text, 'contract'::text, 'contract-notice'::text]))) NOT VALID;
alter table expiry_step add constraint expiry_step_step_check CHECK ((step >= 0));
alter table favourite add constraint favourite_pkey PRIMARY KEY (entity_id, provider_id);
alter table favourite add constraint favourite_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table favourite add constraint favourite_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table file_damage add constraint file_damage_pkey PRIMARY KEY (name);
alter table file_damage add constraint file_damage_kind_check CHECK ((kind = ANY (ARRAY['corrupt'::text, 'missing'::text, 'orphan'::text])));
alter table file_read add constraint file_read_pkey PRIMARY KEY (id);
alter table file_read add constraint file_read_incident_document_id_fkey FOREIGN KEY (incident_document_id) REFERENCES incident_document(id);
alter table file_read add constraint file_read_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id);
alter table file_read add constraint file_read_score_id_fkey FOREIGN KEY (score_id) REFERENCES score(id);
alter table file_read add constraint file_read_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id);
alter table file_read add constraint file_read_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table file_read add constraint file_read_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_version(id);
alter table file_read add constraint file_read_check CHECK ((num_nonnulls(version_id, score_id, incident_document_id) = 1));
alter table file_read add constraint file_read_kind_check CHECK ((kind = ANY (ARRAY['documents'::text, 'score'::text, 'documentIssue'::text])));
alter table file_verdict add constraint file_verdict_pkey PRIMARY KEY (sha256);
alter table finding add constraint finding_pkey PRIMARY KEY (id);
alter table finding add constraint finding_assessment_id_fkey FOREIGN KEY (assessment_id) REFERENCES assessment(id);
alter table finding add constraint finding_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table finding add constraint finding_raised_by_fkey FOREIGN KEY (raised_by) REFERENCES portal_user(id);
alter table finding add constraint finding_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table finding add constraint finding_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table finding add constraint finding_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES portal_user(id);
alter table finding add constraint finding_check CHECK (((due_on IS NOT NULL) OR (status <> ALL (ARRAY['PLANNED'::text, 'DONE'::text]))));
alter table finding add constraint finding_dimension_check CHECK ((dimension = ANY (ARRAY['C'::text, 'I'::text, 'D'::text])));
alter table finding add constraint finding_priority_check CHECK ((priority = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text])));
alter table finding add constraint finding_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'PLANNED'::text, 'DONE'::text, 'VERIFIED'::text, 'WITHDRAWN'::text])));
alter table finding add constraint finding_title_check CHECK ((title <> ''::text));
alter table finding add constraint finding_told_check CHECK ((told = ANY (ARRAY['7'::text, '0'::text, 'overdue'::text])));
alter table finding_file add constraint finding_file_pkey PRIMARY KEY (id);
alter table finding_file add constraint finding_file_finding_id_fkey FOREIGN KEY (finding_id) REFERENCES finding(id);
alter table finding_file add constraint finding_file_sha256_fkey FOREIGN KEY (sha256) REFERENCES stored_file(sha256);
alter table finding_file add constraint finding_file_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES portal_user(id);
alter table finding_file add constraint finding_file_file_name_check CHECK ((file_name <> ''::text));
alter table gleif_lei add constraint gleif_lei_pkey PRIMARY KEY (lei);
alter table gleif_load add constraint gleif_load_pkey PRIMARY KEY (kind);
alter table gleif_load add constraint gleif_load_kind_check CHECK ((kind = ANY (ARRAY['LEI'::text, 'PARENT'::text, 'EXCEPTION'::text])));
alter table guess_budget add constraint guess_budget_pkey PRIMARY KEY (key);
alter table idempotent_call add constraint idempotent_call_pkey PRIMARY KEY (user_id, key);
alter table idempotent_call add constraint idempotent_call_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table impact_clock add constraint impact_clock_bulletin_id_entity_id_key UNIQUE (bulletin_id, entity_id);
alter table impact_clock add constraint impact_clock_pkey PRIMARY KEY (id);
alter table impact_clock add constraint impact_clock_bulletin_id_fkey FOREIGN KEY (bulletin_id) REFERENCES bulletin(id);
alter table impact_clock add constraint impact_clock_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table incident add constraint incident_pkey PRIMARY KEY (id);
alter table incident add constraint incident_issuer_id_fkey FOREIGN KEY (issuer_id) REFERENCES participant(id);
alter table incident add constraint incident_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table incident add constraint incident_raised_by_fkey FOREIGN KEY (raised_by) REFERENCES portal_user(id);
alter table incident add constraint incident_detail_check CHECK (((detail <> ''::text) AND (char_length(detail) <= 200)));
alter table incident add constraint incident_ends_after_start CHECK ((ended_at >= started_at));
alter table incident add constraint incident_kind_known CHECK ((kind = ANY (ARRAY['CYBERSECURITY'::text, 'PROCESS'::text, 'SYSTEM'::text, 'EXTERNAL'::text, 'PAYMENT'::text, 'OTHER'::text])));
alter table incident add constraint incident_severity_known CHECK ((severity = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])));
alter table incident add constraint incident_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'OPEN'::text, 'CLOSED'::text])));
alter table incident add constraint incident_title_check CHECK ((title <> ''::text));
alter table incident_document add constraint incident_document_incident_id_name_key UNIQUE (incident_id, name);
alter table incident_document add constraint incident_document_pkey PRIMARY KEY (id);
alter table incident_document add constraint incident_document_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incident(id);
alter table incident_document add constraint incident_document_sha256_fkey FOREIGN KEY (sha256) REFERENCES stored_file(sha256);
alter table incident_document add constraint incident_document_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES portal_user(id);
alter table incident_document add constraint incident_document_file_name_check CHECK ((file_name <> ''::text));
alter table incident_document add constraint incident_document_name_check CHECK ((name <> ''::text));
alter table independence_declaration add constraint independence_declaration_pkey PRIMARY KEY (id);
alter table independence_declaration add constraint independence_declaration_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES portal_user(id);
alter table independence_declaration add constraint independence_declaration_declared_by_fkey FOREIGN KEY (declared_by) REFERENCES portal_user(id);
alter table independence_declaration add constraint independence_declaration_evaluator_id_fkey FOREIGN KEY (evaluator_id) REFERENCES participant(id);
alter table independence_declaration add constraint independence_declaration_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table independence_declaration add constraint independence_declaration_status_check CHECK ((status = ANY (ARRAY['DECLARED'::text, 'CONFLICT'::text, 'ADMITTED'::text, 'REFUSED'::text])));
alter table independence_reminder add constraint independence_reminder_pkey PRIMARY KEY (validation_id);
alter table independence_reminder add constraint independence_reminder_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table independence_reminder add constraint independence_reminder_days_check CHECK ((days > 0));
alter table installation add constraint installation_only_one_key UNIQUE (only_one);
alter table installation add constraint installation_pkey PRIMARY KEY (id);
alter table installation add constraint installation_only_one_check CHECK (only_one);
alter table invitation add constraint invitation_pkey PRIMARY KEY (id);
alter table invitation add constraint invitation_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table invitation add constraint invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table invitation add constraint invitation_email_check CHECK (((email = lower(TRIM(BOTH FROM email))) AND (email <> ''::text)));
alter table invitation add constraint invitation_kind_check CHECK ((kind = ANY (ARRAY['PROVIDER'::text, 'AUDIT'::text, 'ENTITY'::text])));
alter table invitation add constraint invitation_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'REJECTED'::text])));
alter table invitation_request add constraint invitation_request_pkey PRIMARY KEY (id);
alter table invitation_request add constraint invitation_request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES portal_user(id);
alter table invitation_request add constraint invitation_request_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table invitation_request add constraint invitation_request_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES invitation(id) ON DELETE SET NULL;
alter table invitation_request add constraint invitation_request_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES portal_user(id);
alter table invitation_request add constraint invitation_request_check CHECK (((status = 'ASKED'::text) = (decided_at IS NULL)));
alter table invitation_request add constraint invitation_request_check1 CHECK (((status = 'DECLINED'::text) = (decision_reason <> ''::text)));
alter table invitation_request add constraint invitation_request_cif_check CHECK ((cif <> ''::text));
alter table invitation_request add constraint invitation_request_email_check CHECK ((email <> ''::text));
alter table invitation_request add constraint invitation_request_name_check CHECK ((name <> ''::text));
alter table invitation_request add constraint invitation_request_reason_check CHECK ((reason <> ''::text));
alter table invitation_request add constraint invitation_request_status_check CHECK ((status = ANY (ARRAY['ASKED'::text, 'INVITED'::text, 'DECLINED'::text])));
alter table job add constraint job_pkey PRIMARY KEY (name);
alter table job add constraint job_name_check CHECK ((name <> ''::text));
alter table kept_fact add constraint kept_fact_entity_id_provider_id_service_id_key UNIQUE NULLS NOT DISTINCT (entity_id, provider_id, service_id);
alter table kept_fact add constraint kept_fact_pkey PRIMARY KEY (id);
alter table kept_fact add constraint kept_fact_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table kept_fact add constraint kept_fact_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table kept_fact add constraint kept_fact_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table kept_fact add constraint kept_fact_refused_check CHECK ((refused <> ''::text));
alter table last_change add constraint last_change_pkey PRIMARY KEY (kind, object_id);
alter table last_change add constraint last_change_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES portal_user(id);
alter table level_policy add constraint level_policy_pkey PRIMARY KEY (entity_id);
alter table level_policy add constraint level_policy_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table mail_preference add constraint mail_preference_pkey PRIMARY KEY (user_id, type);
alter table mail_preference add constraint mail_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table mail_preference add constraint mail_preference_mode_known CHECK ((mode = ANY (ARRAY['NOW'::text, 'DAILY'::text, 'WEEKLY'::text, 'NEVER'::text])));
alter table mark_verdict add constraint mark_verdict_pkey PRIMARY KEY (sha256);
alter table mark_verdict add constraint mark_verdict_sha256_fkey FOREIGN KEY (sha256) REFERENCES stored_file(sha256) ON DELETE CASCADE;
alter table mark_verdict add constraint mark_verdict_fault_check CHECK ((fault = ANY (ARRAY['encrypted'::text, 'unreadable'::text, 'slow'::text])));
alter table notification add constraint notification_participant_id_once_key_key UNIQUE (participant_id, once_key);
alter table notification add constraint notification_pkey PRIMARY KEY (id);
alter table notification add constraint notification_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table notification_read add constraint notification_read_pkey PRIMARY KEY (notification_id, user_id);
alter table notification_read add constraint notification_read_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification(id);
alter table notification_read add constraint notification_read_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table outbox_mail add constraint outbox_mail_message_id_key UNIQUE (message_id);
alter table outbox_mail add constraint outbox_mail_pkey PRIMARY KEY (id);
alter table outbox_mail add constraint outbox_mail_language_known CHECK ((language = ANY (ARRAY['es'::text, 'en'::text]))) NOT VALID;
alter table overview_count add constraint overview_count_pkey PRIMARY KEY (kind, facet, value, day, published, sent);
alter table overview_rename add constraint overview_rename_pkey PRIMARY KEY (cause, object_id);
alter table overview_rename add constraint overview_rename_cause_check CHECK ((cause = ANY (ARRAY['service'::text, 'evaluator'::text])));
alter table overview_row add constraint overview_row_pkey PRIMARY KEY (id);
alter table overview_stale add constraint overview_stale_refreshed TRIGGER DEFERRABLE INITIALLY DEFERRED;
alter table overview_stale add constraint overview_stale_pkey PRIMARY KEY (transaction, cause, object_id);
alter table participant add constraint participant_pkey PRIMARY KEY (id);
alter table participant add constraint participant_check CHECK (((accredited_until IS NULL) OR (kind = 'AUDIT'::text)));
alter table participant add constraint participant_company_type_check CHECK ((company_type = ANY (ARRAY['MICRO'::text, 'PYME'::text, 'MEDIANA'::text, 'GRANDE'::text])));
alter table participant add constraint participant_documentations_check CHECK (((documentations >= 0) AND (documentations <= 1)));
alter table participant add constraint participant_employees_check CHECK ((employees = ANY (ARRAY['_1_9'::text, '_10_49'::text, '_50_249'::text, '_250'::text])));
alter table participant add constraint participant_kind_check CHECK ((kind = ANY (ARRAY['PROVIDER'::text, 'AUDIT'::text, 'ENTITY'::text, 'CCI'::text])));
alter table participant add constraint participant_nrbe_check CHECK (((nrbe = ''::text) OR (nrbe ~ '^[0-9]{4}$'::text)));
alter table participant add constraint participant_requests_check CHECK ((requests >= 0));
alter table passkey add constraint passkey_credential_id_key UNIQUE (credential_id);
alter table passkey add constraint passkey_pkey PRIMARY KEY (id);
alter table passkey add constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table passkey add constraint passkey_name_check CHECK ((name <> ''::text));
alter table passkey_challenge add constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash);
alter table passkey_challenge add constraint passkey_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table passkey_challenge add constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['enrol'::text, 'sign-in'::text])));
alter table password_reset add constraint password_reset_code_hash_key UNIQUE (code_hash);
alter table password_reset add constraint password_reset_pkey PRIMARY KEY (id);
alter table password_reset add constraint password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table pending_sign_in add constraint pending_sign_in_token_hash_key UNIQUE (token_hash);
alter table pending_sign_in add constraint pending_sign_in_pkey PRIMARY KEY (id);
alter table pending_sign_in add constraint pending_sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table pending_sign_in add constraint pending_sign_in_identity_check CHECK (((issuer IS NULL) = (subject IS NULL)));
alter table portal_user add constraint portal_user_pkey PRIMARY KEY (id);
alter table portal_user add constraint portal_user_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table portal_user add constraint portal_user_email_check CHECK (((email = lower(TRIM(BOTH FROM email))) AND (email <> ''::text)));
alter table portal_user add constraint portal_user_language_known CHECK ((language = ANY (ARRAY['es'::text, 'en'::text]))) NOT VALID;
alter table portal_user add constraint portal_user_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text])));
alter table precheck add constraint precheck_pkey PRIMARY KEY (version_id, code);
alter table precheck add constraint precheck_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_version(id) ON DELETE CASCADE;
alter table precheck add constraint precheck_code_check CHECK ((code = ANY (ARRAY['COMPANY'::text, 'DATES'::text, 'SIGNATURE'::text, 'TEXT'::text, 'REPORT'::text])));
alter table precheck add constraint precheck_outcome_check CHECK ((outcome = ANY (ARRAY['OK'::text, 'LOOK'::text, 'UNKNOWN'::text])));
alter table precheck add constraint precheck_page_check CHECK ((page > 0));
alter table precheck_task add constraint precheck_task_pkey PRIMARY KEY (version_id);
alter table precheck_task add constraint precheck_task_version_id_fkey FOREIGN KEY (version_id) REFERENCES document_version(id) ON DELETE CASCADE;
alter table proposal add constraint proposal_pkey PRIMARY KEY (act, object_id);
alter table proposal add constraint proposal_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table provider_identity add constraint provider_identity_user_id_issuer_key UNIQUE (user_id, issuer);
alter table provider_identity add constraint provider_identity_pkey PRIMARY KEY (issuer, subject);
alter table provider_identity add constraint provider_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table provider_identity add constraint provider_identity_subject_check CHECK ((subject <> ''::text));
alter table queue_assignment add constraint queue_assignment_pkey PRIMARY KEY (kind, object_id);
alter table queue_assignment add constraint queue_assignment_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table queue_assignment add constraint queue_assignment_check CHECK (((user_id IS NULL) = (since IS NULL)));
alter table queue_assignment add constraint queue_assignment_kind_check CHECK ((kind = ANY (ARRAY['documentation'::text, 'report'::text, 'incident'::text])));
alter table reading_under_way add constraint reading_under_way_pkey PRIMARY KEY (id);
alter table reading_under_way add constraint reading_under_way_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id) ON DELETE CASCADE;
alter table reading_under_way add constraint reading_under_way_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table recovery_code add constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash);
alter table recovery_code add constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table register_ask add constraint register_ask_pkey PRIMARY KEY (provider_id);
alter table register_ask add constraint register_ask_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table register_edition add constraint register_edition_place_key UNIQUE (place);
alter table register_edition add constraint register_edition_pkey PRIMARY KEY (id);
alter table register_edition add constraint register_edition_loaded_by_fkey FOREIGN KEY (loaded_by) REFERENCES portal_user(id);
alter table register_edition add constraint register_edition_number_check CHECK ((number <> ''::text));
alter table register_entity add constraint register_entity_pkey PRIMARY KEY (entity_id);
alter table register_entity add constraint register_entity_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table register_feedback add constraint register_feedback_pkey PRIMARY KEY (package_id);
alter table register_feedback add constraint register_feedback_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table register_feedback add constraint register_feedback_package_id_fkey FOREIGN KEY (package_id) REFERENCES register_package(id);
alter table register_feedback add constraint register_feedback_read_by_fkey FOREIGN KEY (read_by) REFERENCES portal_user(id);
alter table register_member add constraint register_member_entity_id_lei_key UNIQUE (entity_id, lei);
alter table register_member add constraint register_member_pkey PRIMARY KEY (id);
alter table register_member add constraint register_member_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table register_member add constraint register_member_kind_check CHECK ((kind = ANY (ARRAY['MEMBER'::text, 'BRANCH'::text])));
alter table register_member add constraint register_member_name_check CHECK ((name <> ''::text));
alter table register_package add constraint register_package_pkey PRIMARY KEY (id);
alter table register_package add constraint register_package_edition_load_fkey FOREIGN KEY (edition_load) REFERENCES register_edition(id);
alter table register_package add constraint register_package_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table register_package add constraint register_package_made_by_fkey FOREIGN KEY (made_by) REFERENCES portal_user(id);
alter table register_package add constraint register_package_format_check CHECK ((format = ANY (ARRAY['XBRL_CSV'::text, 'CSV'::text, 'XLSX'::text])));
alter table register_rate add constraint register_rate_pkey PRIMARY KEY (entity_id, reference_date, currency);
alter table register_rate add constraint register_rate_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table register_rate add constraint register_rate_currency_check CHECK ((currency <> ''::text));
alter table register_rate add constraint register_rate_rate_check CHECK ((rate > 0));
alter table register_term add constraint register_term_pkey PRIMARY KEY (entity_id, term);
alter table register_term add constraint register_term_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table register_term add constraint register_term_definition_check CHECK ((definition <> ''::text));
alter table rejection_phrases add constraint rejection_phrases_pkey PRIMARY KEY (id);
alter table rejection_phrases add constraint rejection_phrases_id_check CHECK (id);
alter table rejection_reason add constraint rejection_reason_pkey PRIMARY KEY (document_name);
alter table reliance_file add constraint reliance_file_pkey PRIMARY KEY (id);
alter table reliance_file add constraint reliance_file_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table reliance_file add constraint reliance_file_signed_by_fkey FOREIGN KEY (signed_by) REFERENCES portal_user(id);
alter table reliance_file add constraint reliance_file_use_id_fkey FOREIGN KEY (use_id) REFERENCES service_use(id);
alter table reliance_file add constraint reliance_file_conclusion_check CHECK ((conclusion = ANY (ARRAY['RELY'::text, 'RELY_WITH_MEASURES'::text, 'NOT_RELY'::text])));
alter table reliance_file add constraint reliance_file_number_check CHECK ((number > 0));
alter table reliance_file add constraint reliance_file_signed CHECK ((((status = 'DRAFT'::text) = (content IS NULL)) AND ((content IS NULL) OR (num_nulls(content_hash, signed_by, signed_at, review_on, conclusion) = 0))));
alter table reliance_file add constraint reliance_file_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'SIGNED'::text, 'REPLACED'::text])));
alter table required_datum add constraint required_datum_pkey PRIMARY KEY (type, field);
alter table required_datum add constraint required_datum_type_fkey FOREIGN KEY (type) REFERENCES data_catalogue(type);
alter table required_datum add constraint required_datum_field_check CHECK ((field <> ''::text));
alter table required_document add constraint required_document_pkey PRIMARY KEY (catalogue_id, name);
alter table required_document add constraint required_document_catalogue_id_fkey FOREIGN KEY (catalogue_id) REFERENCES document_catalogue(id);
alter table required_document add constraint required_document_description_check CHECK ((description <> ''::text));
alter table required_document add constraint required_document_name_check CHECK ((name <> ''::text));
alter table reset_wish add constraint reset_wish_pkey PRIMARY KEY (id);
alter table saved_view add constraint saved_view_user_id_name_key UNIQUE (user_id, name);
alter table saved_view add constraint saved_view_pkey PRIMARY KEY (id);
alter table saved_view add constraint saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table saved_view add constraint saved_view_name_check CHECK ((name <> ''::text));
alter table score add constraint score_pkey PRIMARY KEY (id);
alter table score add constraint score_scored_by_fkey FOREIGN KEY (scored_by) REFERENCES portal_user(id);
alter table score add constraint score_sha256_fkey FOREIGN KEY (sha256) REFERENCES stored_file(sha256);
alter table score add constraint score_validation_id_fkey FOREIGN KEY (validation_id) REFERENCES validation(id);
alter table score add constraint score_file_name_check CHECK ((file_name <> ''::text));
alter table score add constraint score_rating_check CHECK ((rating <> ''::text));
alter table score add constraint score_review_has_reason CHECK (((review_since IS NULL) OR (review_reason <> ''::text)));
alter table second_factor_rule add constraint second_factor_rule_pkey PRIMARY KEY (role);
alter table second_factor_rule add constraint second_factor_rule_role_check CHECK ((role = ANY (ARRAY['PROVIDER'::text, 'AUDIT'::text, 'ENTITY'::text, 'CCI'::text])));
alter table server_state add constraint server_state_pkey PRIMARY KEY (name);
alter table server_state add constraint server_state_name_check CHECK ((name <> ''::text));
alter table service add constraint service_key_key UNIQUE (key);
alter table service add constraint service_pkey PRIMARY KEY (id);
alter table service add constraint service_description_check CHECK ((description <> ''::text));
alter table service add constraint service_type_check CHECK ((type <> ''::text));
alter table service_facts add constraint service_facts_participant_id_service_id_key UNIQUE (participant_id, service_id);
alter table service_facts add constraint service_facts_pkey PRIMARY KEY (id);
alter table service_facts add constraint service_facts_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table service_facts add constraint service_facts_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table service_use add constraint service_use_pkey PRIMARY KEY (id);
alter table service_use add constraint service_use_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table service_use add constraint service_use_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table service_use add constraint service_use_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table service_use add constraint service_use_critical_check CHECK ((critical = ANY (ARRAY['YES'::text, 'NO'::text, 'NOT_ASSESSED'::text])));
alter table session add constraint session_token_hash_key UNIQUE (token_hash);
alter table session add constraint session_pkey PRIMARY KEY (id);
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table sign_in_attempt add constraint sign_in_attempt_pkey PRIMARY KEY (account, device);
alter table sign_on_attempt add constraint sign_on_attempt_pkey PRIMARY KEY (secret_hash);
alter table stored_file add constraint stored_file_pkey PRIMARY KEY (sha256);
alter table stored_file add constraint stored_file_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));
alter table stored_file add constraint stored_file_size_check CHECK ((size > 0));
alter table subcontract add constraint subcontract_pkey PRIMARY KEY (id);
alter table subcontract add constraint subcontract_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id);
alter table subcontract add constraint subcontract_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table subcontract add constraint subcontract_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES participant(id);
alter table subcontract add constraint subcontract_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES subcontract(id);
alter table subcontract add constraint subcontract_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table subcontract add constraint subcontract_check CHECK ((num_nonnulls(participant_id, company_id) = 1));
alter table totp_enrolment add constraint totp_enrolment_pkey PRIMARY KEY (user_id);
alter table totp_enrolment add constraint totp_enrolment_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table totp_factor add constraint totp_factor_pkey PRIMARY KEY (user_id);
alter table totp_factor add constraint totp_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id) ON DELETE CASCADE;
alter table trail add constraint trail_pkey PRIMARY KEY (number);
alter table trail add constraint trail_data_check CHECK ((((data IS NULL) <= (data_hash IS NOT NULL)) AND ((salt IS NULL) = ((data IS NULL) OR (data_hash IS NULL)))));
alter table trail add constraint trail_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));
alter table trail add constraint trail_number_check CHECK ((number > 0));
alter table trail add constraint trail_previous_hash_check CHECK ((previous_hash ~ '^[0-9a-f]{64}$'::text));
alter table two_people add constraint two_people_pkey PRIMARY KEY (id);
alter table two_people add constraint two_people_id_check CHECK (id);
alter table undoable_act add constraint undoable_act_pkey PRIMARY KEY (id);
alter table undoable_act add constraint undoable_act_user_id_fkey FOREIGN KEY (user_id) REFERENCES portal_user(id);
alter table validation add constraint validation_pkey PRIMARY KEY (id);
alter table validation add constraint validation_evaluator_id_fkey FOREIGN KEY (evaluator_id) REFERENCES participant(id);
alter table validation add constraint validation_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES participant(id);
alter table validation add constraint validation_service_id_fkey FOREIGN KEY (service_id) REFERENCES service(id);
alter table validation add constraint validation_check CHECK (((kind = 'AUDIT_REPORT'::text) = ((service_id IS NOT NULL) AND (evaluator_id IS NOT NULL) AND (request_type IS NOT NULL))));
alter table validation add constraint validation_check1 CHECK (((kind = 'DOC_MIN'::text) OR (status = ANY (ARRAY['PENDING'::text, 'REJECTED'::text, 'QUALIFIED'::text]))));
alter table validation add constraint validation_check2 CHECK (((kind = 'AUDIT_REPORT'::text) OR (status IS NULL) OR (status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'REJECTED'::text]))));
alter table validation add constraint validation_concept_check CHECK ((char_length(concept) <= 200));
alter table validation add constraint validation_kind_check CHECK ((kind = ANY (ARRAY['DOC_MIN'::text, 'AUDIT_REPORT'::text])));
alter table validation add constraint validation_request_is_sent CHECK (((kind <> 'AUDIT_REPORT'::text) OR (status IS NOT NULL)));
alter table validation add constraint validation_request_type_check CHECK ((request_type = ANY (ARRAY['NEW'::text, 'UPDATE'::text, 'RENEWAL'::text])));
alter table validation add constraint validation_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'REJECTED'::text, 'QUALIFIED'::text])));
alter table watermark add constraint watermark_pkey PRIMARY KEY (id);
alter table watermark add constraint watermark_id_check CHECK (id);
alter table webhook add constraint webhook_pkey PRIMARY KEY (id);
alter table webhook add constraint webhook_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES participant(id);
alter table webhook add constraint webhook_events_check CHECK ((events <> '{}'::text[]));
alter table webhook add constraint webhook_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text])));
alter table webhook add constraint webhook_url_check CHECK ((url <> ''::text));
alter table webhook_delivery add constraint webhook_delivery_pkey PRIMARY KEY (id);
alter table webhook_delivery add constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;

CREATE INDEX acceptance_use ON public.acceptance USING btree (use_id, id);
CREATE INDEX api_key_created_by ON public.api_key USING btree (created_by);
CREATE INDEX api_key_ending ON public.api_key USING btree (expires_on) WHERE (status = 'ACTIVE'::text);
CREATE INDEX api_key_entity ON public.api_key USING btree (entity_id);
CREATE INDEX arrangement_company ON public.arrangement USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE INDEX arrangement_inside ON public.arrangement USING btree (inside_id) WHERE (inside_id IS NOT NULL);
CREATE INDEX arrangement_line_arrangement ON public.arrangement_line USING btree (arrangement_id);
CREATE INDEX arrangement_line_function ON public.arrangement_line USING btree (function_id);
CREATE INDEX arrangement_line_use ON public.arrangement_line USING btree (use_id) WHERE (use_id IS NOT NULL);
CREATE INDEX arrangement_member_of ON public.arrangement_member USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX arrangement_overarching ON public.arrangement USING btree (overarching_id) WHERE (overarching_id IS NOT NULL);
CREATE INDEX arrangement_provider ON public.arrangement USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX arrangement_subcontract_arrangement ON public.arrangement_subcontract USING btree (arrangement_id);
CREATE INDEX arrangement_subcontract_company ON public.arrangement_subcontract USING btree (company_id);
CREATE INDEX arrangement_subcontract_recipient ON public.arrangement_subcontract USING btree (recipient_id) WHERE (recipient_id IS NOT NULL);
CREATE INDEX assessment_domain_lowest ON public.assessment_domain USING btree (domain, lowest) INCLUDE (assessment_id);
CREATE INDEX assessment_validation ON public.assessment USING btree (validation_id);
CREATE INDEX bulletin_provider ON public.bulletin USING btree (provider_id);
CREATE INDEX bulletin_sent_entity ON public.bulletin_sent USING btree (entity_id);
CREATE INDEX business_function_member ON public.business_function USING btree (member_id) WHERE (member_id IS NOT NULL);
CREATE INDEX chain_reminder_subcontract ON public.chain_reminder USING btree (subcontract_id);
CREATE INDEX chain_stance_subcontract ON public.chain_stance USING btree (subcontract_id);
CREATE INDEX clarification_assigned ON public.clarification USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX clarification_file_message ON public.clarification_file USING btree (message_id);
CREATE INDEX clarification_file_sha256 ON public.clarification_file USING btree (sha256);
CREATE INDEX clarification_newest ON public.clarification USING btree (created_at DESC, due_on, id DESC);
CREATE INDEX clarification_validation ON public.clarification USING btree (validation_id);
CREATE INDEX clarification_waiting ON public.clarification USING btree (due_on) WHERE (status = 'WAITING'::text);
CREATE INDEX company_identity_parent ON public.company_identity USING btree (parent_company_id) WHERE (parent_company_id IS NOT NULL);
CREATE INDEX company_parent ON public.company USING btree (parent_company_id) WHERE (parent_company_id IS NOT NULL);
CREATE INDEX digest_line_notification ON public.digest_line USING btree (notification_id);
CREATE INDEX document_assignment_user ON public.document_assignment USING btree (user_id);
CREATE INDEX document_help_template ON public.document_help USING btree (template_sha256) WHERE (template_sha256 IS NOT NULL);
CREATE INDEX document_version_accepted ON public.document_version USING btree (document_id, number DESC) WHERE ((status = 'ACCEPTED'::text) AND (deleted_at IS NULL));
CREATE INDEX document_version_expiry ON public.document_version USING btree (expires_on) WHERE is_current;
CREATE INDEX document_version_file ON public.document_version USING btree (sha256);
CREATE INDEX document_version_rejected ON public.document_version USING btree (document_id) WHERE (rejected_reason <> ''::text);
CREATE INDEX document_version_to_announce ON public.document_version USING btree (expires_on) WHERE (is_current AND (lapse_announced_at IS NULL));
CREATE INDEX document_version_uploader ON public.document_version USING btree (uploaded_by) INCLUDE (sha256);
CREATE INDEX favourite_provider ON public.favourite USING btree (provider_id);
CREATE INDEX file_read_key ON public.file_read USING btree (key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX file_read_of_score ON public.file_read USING btree (score_id) WHERE (score_id IS NOT NULL);
CREATE INDEX file_read_of_version ON public.file_read USING btree (version_id);
CREATE INDEX file_read_session ON public.file_read USING btree (session_id);
CREATE INDEX file_read_version ON public.file_read USING btree (version_id) WHERE by_centre;
CREATE INDEX finding_by_day ON public.finding USING btree (due_on);
CREATE INDEX finding_done ON public.finding USING btree (done_at) WHERE (status = 'DONE'::text);
CREATE INDEX finding_due ON public.finding USING btree (due_on) WHERE ((status = 'PLANNED'::text) AND (told IS DISTINCT FROM 'overdue'::text));
CREATE INDEX finding_file_finding ON public.finding_file USING btree (finding_id);
CREATE INDEX finding_file_sha256 ON public.finding_file USING btree (sha256);
CREATE INDEX finding_provider ON public.finding USING btree (provider_id, service_id);
CREATE INDEX finding_validation ON public.finding USING btree (validation_id);
CREATE INDEX gleif_parent_lei ON public.gleif_parent USING btree (lei);
CREATE INDEX guess_budget_busy ON public.guess_budget USING btree (busy_until);
CREATE INDEX idempotent_call_created ON public.idempotent_call USING btree (created_at);
CREATE INDEX incident_document_uploader ON public.incident_document USING btree (uploaded_by) INCLUDE (sha256);
CREATE INDEX incident_in_order ON public.incident USING btree (created_at, id);
CREATE INDEX incident_issuer ON public.incident USING btree (issuer_id);
CREATE INDEX incident_provider ON public.incident USING btree (provider_id, status);
CREATE INDEX incident_queue ON public.incident USING btree (created_at, id) INCLUDE (provider_id, issuer_id) WHERE (status = 'PENDING'::text);
CREATE INDEX incident_search ON public.incident USING gin (search gin_trgm_ops);
CREATE INDEX independence_declaration_evaluator ON public.independence_declaration USING btree (evaluator_id);
CREATE INDEX independence_declaration_validation ON public.independence_declaration USING btree (validation_id);
CREATE INDEX invitation_created ON public.invitation USING btree (created_at DESC);
CREATE INDEX invitation_participant ON public.invitation USING btree (participant_id);
CREATE INDEX invitation_request_cif ON public.invitation_request USING btree ("left"(cif, 8)) WHERE (status = 'ASKED'::text);
CREATE INDEX invitation_request_entity ON public.invitation_request USING btree (entity_id);
CREATE INDEX invitation_user ON public.invitation USING btree (user_id);
CREATE INDEX mark_verdict_fault ON public.mark_verdict USING btree (sha256) WHERE (fault IS NOT NULL);
CREATE INDEX notification_about ON public.notification USING gin (about);
CREATE INDEX notification_recipient ON public.notification USING btree (participant_id, created_at, id) INCLUDE (user_id);
CREATE INDEX outbox_mail_in_order ON public.outbox_mail USING btree (recipient, COALESCE(about[1], ''::text), id) WHERE ((template = 'notification'::text) AND (sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX outbox_mail_in_trouble ON public.outbox_mail USING btree (created_at) WHERE ((sent_at IS NULL) AND (told_at IS NULL) AND (attempts > 0));
CREATE INDEX outbox_mail_next ON public.outbox_mail USING btree (next_attempt_at, id) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX outbox_mail_undelivered ON public.outbox_mail USING btree (recipient) WHERE ((sent_at IS NULL) AND (told_at IS NOT NULL));
CREATE INDEX outbox_mail_unsent ON public.outbox_mail USING btree (created_at, id) WHERE (sent_at IS NULL);
CREATE INDEX overview_count_none ON public.overview_count USING btree (kind) WHERE (rows = 0);
CREATE INDEX overview_row_by_documentation ON public.overview_row USING btree (kind, documentation_status, lapses_on, participant_id, id) INCLUDE (published, sent);
CREATE INDEX overview_row_by_evaluator ON public.overview_row USING btree (kind, evaluator COLLATE "es-x-icu", participant_id, id) INCLUDE (published, sent, status, expires_on);
CREATE INDEX overview_row_by_expiry ON public.overview_row USING btree (kind, expires_on, participant_id, id) INCLUDE (published, sent, status);
CREATE INDEX overview_row_by_incident ON public.overview_row USING btree (kind, incident, participant_id, id) INCLUDE (published, sent) WHERE (incident IS NOT NULL);
CREATE INDEX overview_row_by_level ON public.overview_row USING btree (kind, rating_level(rating), participant_id, id) INCLUDE (published, sent, status, expires_on) WHERE (rating IS NOT NULL);
CREATE INDEX overview_row_by_name ON public.overview_row USING btree (kind, name COLLATE "es-x-icu", participant_id, id) INCLUDE (published, sent, status, expires_on);
CREATE INDEX overview_row_by_rating ON public.overview_row USING btree (kind, rating, participant_id, id) INCLUDE (published, sent) WHERE (rating IS NOT NULL);
CREATE INDEX overview_row_by_sending ON public.overview_row USING btree (kind, sent_at, participant_id, id) INCLUDE (published, sent, status, expires_on);
CREATE INDEX overview_row_by_service ON public.overview_row USING btree (kind, service COLLATE "es-x-icu", participant_id, id) INCLUDE (published, sent, status, expires_on);
CREATE INDEX overview_row_by_status ON public.overview_row USING btree (kind, status, expires_on, participant_id, id) INCLUDE (published, sent);
CREATE INDEX overview_row_covered ON public.overview_row USING btree (covered_until, participant_id, id) WHERE (covered_until IS NOT NULL);
CREATE INDEX overview_row_in_force_by_rating ON public.overview_row USING btree (kind, rating, expires_on, participant_id, id) INCLUDE (published, sent) WHERE (status = 'QUALIFIED'::text);
CREATE INDEX overview_row_of_evaluator ON public.overview_row USING btree (evaluator_id, name COLLATE "es-x-icu", participant_id, id) WHERE (evaluator_id IS NOT NULL);
CREATE INDEX overview_row_of_evaluator_by_expiry ON public.overview_row USING btree (evaluator_id, expires_on, participant_id, id) WHERE (evaluator_id IS NOT NULL);
CREATE INDEX overview_row_of_evaluator_by_sending ON public.overview_row USING btree (evaluator_id, sent_at, participant_id, id) WHERE (evaluator_id IS NOT NULL);
CREATE INDEX overview_row_of_evaluator_by_service ON public.overview_row USING btree (evaluator_id, service COLLATE "es-x-icu", participant_id, id) WHERE (evaluator_id IS NOT NULL);
CREATE INDEX overview_row_of_evaluator_by_status ON public.overview_row USING btree (evaluator_id, status, expires_on, participant_id, id) WHERE (evaluator_id IS NOT NULL);
CREATE INDEX overview_row_of_service ON public.overview_row USING btree (service_id, status, expires_on, participant_id, id) INCLUDE (published, sent) WHERE (service_id IS NOT NULL);
CREATE INDEX overview_row_of_service_by_level ON public.overview_row USING btree (service_id, rating_level(rating), participant_id, id) INCLUDE (kind, published, sent, status, expires_on) WHERE ((rating IS NOT NULL) AND (service_id IS NOT NULL));
CREATE INDEX overview_row_participant ON public.overview_row USING btree (participant_id);
CREATE INDEX overview_row_search ON public.overview_row USING gin (search gin_trgm_ops);
CREATE INDEX overview_row_words ON public.overview_row USING gin (words gin_trgm_ops) WHERE (status IS NOT NULL);
CREATE INDEX participant_by_name ON public.participant USING btree (kind, display_name COLLATE "es-x-icu", id) INCLUDE (requests, documentations, onboarded_at) WHERE (deleted_at IS NULL);
CREATE INDEX participant_counted ON public.participant USING btree (kind) WHERE (deleted_at IS NULL);
CREATE INDEX participant_counted_published ON public.participant USING btree (kind, requests) WHERE ((deleted_at IS NULL) AND (onboarded_at IS NOT NULL));
CREATE INDEX participant_counted_sent ON public.participant USING btree (kind, requests) WHERE ((deleted_at IS NULL) AND (documentations > 0));
CREATE INDEX participant_deleted ON public.participant USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (destroyed_at IS NULL));
CREATE INDEX participant_evaluator ON public.participant USING btree (id) WHERE (kind = 'AUDIT'::text);
CREATE INDEX participant_gone ON public.participant USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX participant_search ON public.participant USING gin (search gin_trgm_ops);
CREATE INDEX participant_to_announce ON public.participant USING btree (accredited_until) WHERE ((deleted_at IS NULL) AND (accreditation_announced IS DISTINCT FROM accredited_until));
CREATE INDEX participant_unrequested ON public.participant USING btree (id) WHERE ((kind = 'PROVIDER'::text) AND (requests = 0) AND (deleted_at IS NULL));
CREATE INDEX passkey_user ON public.passkey USING btree (user_id);
CREATE INDEX password_reset_user ON public.password_reset USING btree (user_id) WHERE (used_at IS NULL);
CREATE INDEX pending_sign_in_user ON public.pending_sign_in USING btree (user_id);
CREATE INDEX portal_user_by_email ON public.portal_user USING gin (email gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX portal_user_by_name ON public.portal_user USING gin (fold(((name || ' '::text) || surnames)) gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX portal_user_deleted ON public.portal_user USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (destroyed_at IS NULL));
CREATE INDEX portal_user_in_order ON public.portal_user USING btree (NULLIF(TRIM(BOTH FROM ((name || ' '::text) || surnames)), ''::text) COLLATE "es-x-icu", email) WHERE (deleted_at IS NULL);
CREATE INDEX portal_user_living ON public.portal_user USING btree (participant_id) WHERE (deleted_at IS NULL);
CREATE INDEX portal_user_participant ON public.portal_user USING btree (participant_id);
CREATE INDEX portal_user_search ON public.portal_user USING gin (search gin_trgm_ops) WHERE (deleted_at IS NULL);
CREATE INDEX portal_user_to_announce ON public.portal_user USING btree (temporary_until) WHERE ((deleted_at IS NULL) AND (ending_announced IS DISTINCT FROM temporary_until));
CREATE INDEX queue_assignment_user ON public.queue_assignment USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX reading_under_way_user ON public.reading_under_way USING btree (user_id);
CREATE INDEX register_feedback_entity ON public.register_feedback USING btree (entity_id, package_id);
CREATE INDEX register_member_entity ON public.register_member USING btree (entity_id);
CREATE INDEX register_package_entity ON public.register_package USING btree (entity_id, id);
CREATE INDEX reliance_file_entity ON public.reliance_file USING btree (entity_id);
CREATE INDEX score_expiry ON public.score USING btree (expires_on) INCLUDE (validation_id) WHERE is_current;
CREATE INDEX score_to_announce ON public.score USING btree (announced, expires_on) WHERE (is_current AND (announced IS DISTINCT FROM 'score.expired'::text));
CREATE INDEX score_validation ON public.score USING btree (validation_id);
CREATE INDEX service_use_provider ON public.service_use USING btree (provider_id, service_id) INCLUDE (entity_id) WHERE (until IS NULL);
CREATE INDEX session_device ON public.session USING btree (device_id, user_id);
CREATE INDEX session_latest ON public.session USING btree (user_id, started_at);
CREATE INDEX session_of_user ON public.session USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX session_started ON public.session USING btree (started_at DESC);
CREATE INDEX sign_in_attempt_last ON public.sign_in_attempt USING btree (last_at);
CREATE INDEX stored_file_checked ON public.stored_file USING btree (checked_at NULLS FIRST);
CREATE INDEX subcontract_chain ON public.subcontract USING btree (provider_id, service_id);
CREATE INDEX subcontract_company ON public.subcontract USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE INDEX subcontract_participant ON public.subcontract USING btree (participant_id) WHERE (participant_id IS NOT NULL);
CREATE INDEX subcontract_recipient ON public.subcontract USING btree (recipient_id) WHERE (recipient_id IS NOT NULL);
CREATE INDEX subcontract_untold ON public.subcontract USING btree (changed_on) WHERE (changed_on IS NOT NULL);
CREATE INDEX trail_actor ON public.trail USING btree (actor_id);
CREATE INDEX trail_object ON public.trail USING btree (object_kind, object_id);
CREATE INDEX trail_participant ON public.trail USING btree (participant_id);
CREATE INDEX trail_validation ON public.trail USING btree (((data ->> 'validationId'::text)));
CREATE INDEX undoable_act_at ON public.undoable_act USING btree (at);
CREATE INDEX undoable_act_of_user ON public.undoable_act USING btree (user_id, object_id, id);
CREATE INDEX validation_decided ON public.validation USING btree (decided_at) INCLUDE (kind, sent_at) WHERE (deleted_at IS NULL);
CREATE INDEX validation_named ON public.validation USING btree (evaluator_id) WHERE (evaluator_id IS NOT NULL);
CREATE INDEX validation_newest ON public.validation USING btree (created_at DESC NULLS LAST, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX validation_participant ON public.validation USING btree (participant_id, kind) INCLUDE (id, status, service_id, evaluator_id, deleted_at);
CREATE INDEX validation_queue ON public.validation USING btree (kind, sent_at, id) INCLUDE (participant_id) WHERE ((status = 'PENDING'::text) AND (deleted_at IS NULL));
CREATE INDEX validation_request ON public.validation USING btree (id) INCLUDE (participant_id, status) WHERE ((kind = 'AUDIT_REPORT'::text) AND (deleted_at IS NULL));
CREATE INDEX validation_service ON public.validation USING btree (service_id) WHERE (kind = 'AUDIT_REPORT'::text);
CREATE INDEX validation_superseded_by ON public.validation USING btree (superseded_by) WHERE (superseded_by IS NOT NULL);
CREATE INDEX webhook_delivery_about ON public.webhook_delivery USING gin (about);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (webhook_id, next_attempt_at) WHERE ((delivered_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX webhook_delivery_log ON public.webhook_delivery USING btree (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_old ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_entity ON public.webhook USING btree (entity_id);
CREATE UNIQUE INDEX acceptance_one_open ON public.acceptance USING btree (use_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX assessment_one_open ON public.assessment USING btree (validation_id) WHERE (status = ANY (ARRAY['DRAFT'::text, 'CONFIRMED'::text]));
CREATE UNIQUE INDEX bulletin_one_final ON public.bulletin USING btree (incident_id) WHERE (phase = 'FINAL'::text);
CREATE UNIQUE INDEX bulletin_one_initial ON public.bulletin USING btree (incident_id) WHERE (phase = 'INITIAL'::text);
CREATE UNIQUE INDEX business_function_code ON public.business_function USING btree (entity_id, member_id, code) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX clarification_appeal ON public.clarification USING btree (score_id) WHERE (kind = 'APPEAL'::text);
CREATE UNIQUE INDEX company_euid ON public.company USING btree (euid) WHERE (owner_id IS NULL);
CREATE UNIQUE INDEX company_lei ON public.company USING btree (lei) WHERE (owner_id IS NULL);
CREATE UNIQUE INDEX company_own_euid ON public.company USING btree (owner_id, euid) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX company_own_lei ON public.company USING btree (owner_id, lei) WHERE (owner_id IS NOT NULL);
CREATE UNIQUE INDEX control_framework_one_published ON public.control_framework USING btree (status) WHERE (status = 'PUBLISHED'::text);
CREATE UNIQUE INDEX document_version_one_current ON public.document_version USING btree (document_id) WHERE is_current;
CREATE UNIQUE INDEX finding_open_once ON public.finding USING btree (provider_id, service_id, control_key) WHERE ((control_key IS NOT NULL) AND (status = ANY (ARRAY['OPEN'::text, 'PLANNED'::text, 'DONE'::text])));
CREATE UNIQUE INDEX independence_declaration_one_open ON public.independence_declaration USING btree (validation_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX invitation_live_email_once ON public.invitation USING btree (email) WHERE (status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text]));
CREATE UNIQUE INDEX invitation_request_open_once ON public.invitation_request USING btree (entity_id, "left"(cif, 8)) WHERE (status = 'ASKED'::text);
CREATE UNIQUE INDEX participant_company_once ON public.participant USING btree (kind, "left"(cif, 8)) WHERE ((cif ~ '^[A-Z][0-9]{7}[0-9A-J]$'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX participant_nrbe_once ON public.participant USING btree (nrbe) WHERE ((nrbe <> ''::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX participant_one_centre ON public.participant USING btree (kind) WHERE (kind = 'CCI'::text);
CREATE UNIQUE INDEX portal_user_email_once ON public.portal_user USING btree (email) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX reliance_file_number ON public.reliance_file USING btree (use_id, number);
CREATE UNIQUE INDEX reliance_file_one_draft ON public.reliance_file USING btree (use_id) WHERE (status = 'DRAFT'::text);
CREATE UNIQUE INDEX reliance_file_one_signed ON public.reliance_file USING btree (use_id) WHERE (status = 'SIGNED'::text);
CREATE UNIQUE INDEX score_one_current ON public.score USING btree (validation_id) WHERE is_current;
CREATE UNIQUE INDEX service_use_live_once ON public.service_use USING btree (entity_id, provider_id, service_id) WHERE (until IS NULL);
CREATE UNIQUE INDEX validation_documentation_once ON public.validation USING btree (participant_id) WHERE ((kind = 'DOC_MIN'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX validation_open_renewal_once ON public.validation USING btree (renews_id) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['PENDING'::text, 'REJECTED'::text])));
CREATE UNIQUE INDEX validation_standing_request_once ON public.validation USING btree (participant_id, service_id, evaluator_id) WHERE ((kind = 'AUDIT_REPORT'::text) AND (deleted_at IS NULL) AND (superseded_at IS NULL) AND ((renews_id IS NULL) OR (status = 'QUALIFIED'::text)));

CREATE CONSTRAINT TRIGGER overview_stale_refreshed AFTER INSERT ON public.overview_stale DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.cause = 'commit'::text)) EXECUTE FUNCTION refresh_stale_overview();
CREATE TRIGGER arrangement_line_countries BEFORE INSERT OR UPDATE ON public.arrangement_line FOR EACH ROW EXECUTE FUNCTION keep_countries_of_line();
CREATE TRIGGER catalogue_in_overview_deleted AFTER DELETE ON public.required_document REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_in_overview();
CREATE TRIGGER catalogue_in_overview_inserted AFTER INSERT ON public.required_document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_in_overview();
CREATE TRIGGER catalogue_in_overview_updated AFTER UPDATE ON public.required_document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION catalogue_in_overview();
CREATE TRIGGER document_in_overview_deleted AFTER DELETE ON public.document_version REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION document_in_overview();
CREATE TRIGGER document_in_overview_inserted AFTER INSERT ON public.document_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION document_in_overview();
CREATE TRIGGER document_in_overview_updated AFTER UPDATE ON public.document_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION document_in_overview();
CREATE TRIGGER incident_in_overview_deleted AFTER DELETE ON public.incident REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION incident_in_overview();
CREATE TRIGGER incident_in_overview_inserted AFTER INSERT ON public.incident REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION incident_in_overview();
CREATE TRIGGER incident_in_overview_updated AFTER UPDATE ON public.incident REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION incident_in_overview();
CREATE TRIGGER overview_row_deleted AFTER DELETE ON public.overview_row REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_overview();
CREATE TRIGGER overview_row_inserted AFTER INSERT ON public.overview_row REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_overview();
CREATE TRIGGER overview_row_updated AFTER UPDATE ON public.overview_row REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_overview();
CREATE TRIGGER participant_in_overview_deleted AFTER DELETE ON public.participant REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION participant_left_overview();
CREATE TRIGGER participant_in_overview_inserted AFTER INSERT ON public.participant REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION participant_in_overview();
CREATE TRIGGER participant_in_overview_updated AFTER UPDATE ON public.participant REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION participant_in_overview();
CREATE TRIGGER reliance_file_kept BEFORE UPDATE ON public.reliance_file FOR EACH ROW EXECUTE FUNCTION keep_signed_reliance();
CREATE TRIGGER score_in_overview_deleted AFTER DELETE ON public.score REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_in_overview();
CREATE TRIGGER score_in_overview_inserted AFTER INSERT ON public.score REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_in_overview();
CREATE TRIGGER score_in_overview_updated AFTER UPDATE ON public.score REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_in_overview();
CREATE TRIGGER service_in_overview_updated AFTER UPDATE ON public.service REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION service_in_overview();
CREATE TRIGGER trail_no_change BEFORE DELETE OR UPDATE ON public.trail FOR EACH ROW EXECUTE FUNCTION trail_is_append_only();
CREATE TRIGGER trail_no_destruction BEFORE INSERT ON public.trail FOR EACH ROW WHEN ((new.event ~~ '%.destroyed'::text)) EXECUTE FUNCTION trail_no_destruction();
CREATE TRIGGER trail_no_truncate BEFORE TRUNCATE ON public.trail FOR EACH STATEMENT EXECUTE FUNCTION trail_is_append_only();
CREATE TRIGGER validation_counted AFTER INSERT OR DELETE OR UPDATE ON public.validation FOR EACH ROW EXECUTE FUNCTION count_validation();
CREATE TRIGGER validation_in_overview_deleted AFTER DELETE ON public.validation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION validation_in_overview();
CREATE TRIGGER validation_in_overview_inserted AFTER INSERT ON public.validation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION validation_in_overview();
CREATE TRIGGER validation_in_overview_updated AFTER UPDATE ON public.validation REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION validation_in_overview();
