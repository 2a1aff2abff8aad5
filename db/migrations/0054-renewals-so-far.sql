-- on line
-- What banks read of the documentations under review now.
-- until none
insert into overview_stale (transaction, cause, object_id)
  select pg_current_xact_id(), 'participant', participant_id from (
    select distinct s.participant_id from overview_row o join overview_source s on s.id = o.id
    where o.documentation_status = 'PENDING' and s.covered_until is distinct from o.covered_until limit 5000) covered;
create index concurrently if not exists overview_row_covered on overview_row (covered_until, participant_id, id)
  where covered_until is not null;
-- The history of a score leads back from what superseded the others.
create index concurrently if not exists validation_superseded_by on validation (superseded_by)
  where superseded_by is not null;
-- A score that was announced before there was a ladder was told to all, on the day that the audit log knows.
-- until none
insert into expiry_step (kind, object_id, audience, expires_on, step, told_at)
  select 'score', k.validation_id, a.audience, k.expires_on,
    least(30, greatest(0, k.expires_on - (coalesce(t.at, k.expires_on - 30) at time zone 'Europe/Madrid')::date)),
    coalesce(t.at, now())
  from (
      select k.id, k.validation_id, k.expires_on from score k
      where k.is_current and k.announced = 'score.about-to-lapse'
        and not exists (select from expiry_step e where e.kind = 'score' and e.object_id = k.validation_id) limit 5000) k
    left join lateral (
      select max(t.at) as at from trail t
      where t.object_kind = 'score' and t.object_id = k.id and t.event = 'score.about-to-lapse') t on true
    cross join (values ('owner'), ('others')) a (audience)
  on conflict do nothing;
