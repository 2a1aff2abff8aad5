-- How many rows a participant has in the overview, kept beside its name so that a page of some twenty thousand providers
-- is found, and all of them counted, without a look at their requests and documentations.
alter table participant
  -- Its report requests that are not deleted.
  add column requests integer not null default 0 check (requests >= 0),
  -- Its documentation, when it was sent and is not deleted.
  add column documentations integer not null default 0 check (documentations between 0 and 1);

-- Adds what changed and never counts anew: so two transactions that write to one participant both count.
create function count_validation() returns trigger language plpgsql as $$
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
end $$;
create trigger validation_counted after insert or update or delete on validation
  for each row execute function count_validation();

update participant p set requests = c.requests, documentations = c.documentations
from (
  select participant_id, count(*) filter (where kind = 'AUDIT_REPORT') as requests,
    count(*) filter (where kind = 'DOC_MIN' and status is not null) as documentations
  from validation where deleted_at is null group by participant_id
) c where p.id = c.participant_id and (c.requests <> 0 or c.documentations <> 0);

drop index participant_by_name;
create index participant_by_name on participant (kind, display_name collate "es-x-icu", id)
  include (requests, documentations, onboarded_at) where deleted_at is null;
create index participant_unrequested on participant (id) where kind = 'PROVIDER' and requests = 0 and deleted_at is null;
create index validation_request on validation (id) include (participant_id, status)
  where kind = 'AUDIT_REPORT' and deleted_at is null;
create index score_expiry on score (expires_on) include (validation_id) where is_current;

-- A request is made when it is sent: without a status it would be in no order of statuses.
alter table validation add constraint validation_request_is_sent check (kind <> 'AUDIT_REPORT' or status is not null);
