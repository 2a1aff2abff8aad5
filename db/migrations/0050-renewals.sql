-- on line
-- The request that a renewal renews. An open renewal stands beside the published request, and takes its place when it
-- is QUALIFIED.
alter table validation add column if not exists renews_id identifier;
create unique index concurrently if not exists validation_standing_request_once on validation
  (participant_id, service_id, evaluator_id)
  where kind = 'AUDIT_REPORT' and deleted_at is null and superseded_at is null
    and (renews_id is null or status = 'QUALIFIED');
drop index concurrently if exists validation_live_request_once;
create unique index concurrently if not exists validation_open_renewal_once on validation (renews_id)
  where deleted_at is null and status in ('PENDING', 'REJECTED');

-- The evaluation behind a score, the rating that it computed, and why the score differs from it.
alter table score add column if not exists assessment_id identifier;
alter table score add column if not exists computed text;
alter table score add column if not exists override_reason text not null default '';
