-- on line
-- A notification for one user of its participant; null: for all of them.
alter table notification add column if not exists user_id identifier;
-- When CCI opened an incident that a participant had raised; null for those opened before this column.
alter table incident add column if not exists opened_at timestamptz;
-- What waits for CCI is checked like what comes in from now on.
insert into precheck_task (version_id, asked_at)
  select id, uploaded_at from document_version where is_current and status = 'PENDING' on conflict do nothing;
