-- The last run of each background job on whichever server, and its last failure. One row a job, so it stays small.
create table job (
  name text primary key check (name <> ''),
  started_at timestamptz,
  ended_at timestamptz,
  duration_ms integer,
  -- Failures since the last run that succeeded.
  failures integer not null default 0,
  -- The last failure; it stays after a run that succeeds. `detail` is the error without personal data.
  failed_at timestamptz,
  fault text,
  detail text not null default '',
  -- When CCI was told that it fails; null while it does not.
  told_at timestamptz,
  -- When CCI asked for a run that no server has finished yet.
  asked_at timestamptz
);
alter table outbox_mail
  -- The call, or the run of a background job, that caused it, as the log names it.
  add column caused_by text,
  -- When CCI was told that it was given up.
  add column failure_told_at timestamptz;
alter table webhook_delivery add column caused_by text;
