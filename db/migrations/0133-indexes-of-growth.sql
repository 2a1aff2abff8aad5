-- on line
-- All scores of a request, not only the current one.
create index concurrently if not exists score_validation on score (validation_id);
-- The lists of an evaluator ask for its validations of any kind.
create index concurrently if not exists validation_named on validation (evaluator_id) where evaluator_id is not null;
drop index concurrently if exists validation_evaluator;
-- The measures that wait for a verification.
create index concurrently if not exists finding_done on finding (done_at) where status = 'DONE';
-- A count of somebody's notifications reads the index alone.
create index concurrently if not exists notification_recipient on notification (participant_id, created_at, id) include (user_id);
drop index concurrently if exists notification_participant;
-- Each call finds its caller's invitation.
create index concurrently if not exists invitation_user on invitation (user_id);
-- Pages of lists in their own order.
create index concurrently if not exists validation_newest on validation (created_at desc nulls last, id desc) where deleted_at is null;
create index concurrently if not exists finding_by_day on finding (due_on);
create index concurrently if not exists clarification_newest on clarification (created_at desc, due_on, id desc);
