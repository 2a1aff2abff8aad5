-- What waits for CCI, of each kind the oldest first.
create index incident_queue on incident (created_at, id) include (provider_id, issuer_id) where status = 'PENDING';

drop index validation_queue;
create index validation_queue on validation (kind, sent_at, id) include (participant_id)
  where status = 'PENDING' and deleted_at is null;
