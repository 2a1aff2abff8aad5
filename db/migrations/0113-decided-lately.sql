-- on line
-- The figures of the desk and the statistics read what was decided in the last months, not all that ever was.
create index concurrently if not exists validation_decided on validation (decided_at) include (kind, sent_at)
  where deleted_at is null;
