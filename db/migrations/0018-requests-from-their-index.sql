-- With the identifier beside the rest, the requests of a participant are passed and joined without a look at the table.
drop index validation_participant;
create index validation_participant on validation (participant_id, kind)
  include (id, status, service_id, evaluator_id, deleted_at);
