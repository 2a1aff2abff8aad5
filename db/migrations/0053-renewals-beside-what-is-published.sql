-- The renewal that took the place of a published request. Its own `renews_id` is null from then on.
alter table validation add column superseded_by identifier;

-- What was told of an expiry before it: the least step of the ladder, in days, once for the owner of what expires and
-- once for the others who hear of it. Another expiry begins another ladder. object_id: the request of a score, the
-- version of a document, the evaluator, or the acceptance.
create table expiry_step (
  kind text not null check (kind in ('score', 'document', 'accreditation', 'acceptance')),
  object_id identifier not null,
  audience text not null check (audience in ('owner', 'others')),
  expires_on date not null,
  step integer not null check (step >= 0),
  told_at timestamptz not null,
  primary key (kind, object_id, audience)
);

-- Until when banks read a documentation under review as accepted: all that is required of it has an accepted version in
-- force. 'infinity': nothing of it expires.
create function documentation_covered_until(documentation text, kind text) returns date language sql stable as $$
  select case when bool_and(n.expires_on is not null) is not false then coalesce(min(n.expires_on), 'infinity') end
  from document_catalogue c
    join required_document r on r.catalogue_id = c.id and r.required
    left join lateral (
      select coalesce(w.expires_on, 'infinity') as expires_on
      from document d join document_version w on w.document_id = d.id and w.status = 'ACCEPTED' and w.deleted_at is null
      where d.validation_id = documentation and d.name = r.name
      order by w.number desc limit 1) n on true
  where c.type = kind
$$;

alter table overview_row add column covered_until date;

-- An open renewal stands beside the published request and is no row of lists; only an evaluator that the published one
-- does not name finds it among its own, as kind RENEWAL. What a renewal superseded is no row either.
create or replace view overview_source as
select coalesce(v.id, case p.kind when 'PROVIDER' then p.id else m.id end) as id,
  p.id as participant_id,
  case p.kind when 'PROVIDER' then v.id else m.id end as validation_id,
  coalesce(v.kind, p.kind) as kind,
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
  i.state as incident,
  m.covered_until
from participant p
  left join lateral (
    select m.id, m.status, m.sent_at, documentation_lapses_on(m.id, p.kind) as lapses_on,
      case when m.status = 'PENDING' and p.onboarded_at is not null then documentation_covered_until(m.id, p.kind) end
        as covered_until
    from validation m where m.participant_id = p.id and m.kind = 'DOC_MIN' and m.deleted_at is null
    offset 0) m on true
  left join lateral (
    select v.id, v.status, v.sent_at, v.service_id, s.description as service, v.evaluator_id,
      case when v.renews_id is null then p.kind else 'RENEWAL' end as kind,
      -- The name of a deleted evaluator stays on published scores.
      case when e.deleted_at is null or exists (select from score h where h.validation_id = v.id) then e.display_name end
        as evaluator,
      q.expires_on, q.rating
    from validation v
      join service s on s.id = v.service_id
      join participant e on e.id = v.evaluator_id
      left join score q on q.validation_id = v.id and q.is_current
      left join validation o on o.id = v.renews_id
    where v.participant_id = p.id and v.kind = 'AUDIT_REPORT' and v.deleted_at is null and v.superseded_by is null
      and o.evaluator_id is distinct from v.evaluator_id
    offset 0) v on p.kind = 'PROVIDER'
  left join lateral (
    select case when bool_or(i.status = 'OPEN') then 'OPEN' when bool_or(i.status = 'CLOSED') then 'CLOSED' end as state
    from incident i join participant r on r.id = i.issuer_id and r.deleted_at is null
    where i.provider_id = p.id
    offset 0) i on true
where p.deleted_at is null and (p.kind = 'PROVIDER' or p.kind in ('ENTITY', 'AUDIT') and m.status is not null);

create or replace function refresh_overview(ids text[]) returns void language sql security definer set search_path = public, pg_temp
as $$
  with source as materialized (select * from overview_source where participant_id = any(ids)),
    gone as (
      delete from overview_row o
      where o.participant_id = any(ids) and o.id <> all(array(select s.id from source s)))
  insert into overview_row as o select * from source s
  where not exists (select from overview_row r where r.id = s.id and row(r.*) is not distinct from row(s.*))
  on conflict (id) do update set (participant_id, validation_id, kind, published, sent, name, search, words, service_id, service,
    evaluator_id, evaluator, status, expires_on, rating, sent_at, documentation_id, documentation_status, lapses_on,
    incident, covered_until) = (excluded.participant_id, excluded.validation_id, excluded.kind, excluded.published, excluded.sent,
    excluded.name, excluded.search, excluded.words, excluded.service_id, excluded.service, excluded.evaluator_id, excluded.evaluator,
    excluded.status, excluded.expires_on, excluded.rating, excluded.sent_at, excluded.documentation_id,
    excluded.documentation_status, excluded.lapses_on, excluded.incident, excluded.covered_until)
$$;

-- As in 0043, and with a documentation under review also another list of required documents may change what banks read.
create or replace function refresh_stale_overview() returns trigger language plpgsql security definer set search_path = public, pg_temp
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
      where cause = 'catalogue' and (o.documentation_status = 'PENDING' or o.lapses_on is distinct from n.lapses_on)) shows;
  perform refresh_overview(ids);
  return null;
end $$;

create or replace function validation_in_overview() returns trigger language plpgsql as $$
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
end $$;
