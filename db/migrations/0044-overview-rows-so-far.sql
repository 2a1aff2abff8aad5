-- on line
-- until none
insert into overview_stale (transaction, cause, object_id)
  select pg_current_xact_id(), 'participant', participant_id from (
    select distinct s.participant_id from overview_source s
    where not exists (select from overview_row o where o.id = s.id) limit 5000) missing;
