-- What an evaluation, or a person, found wanting at a service, and what its provider does about it. OVERDUE is derived
-- from the day of the plan. `told` is what was said of that day last; another day begins anew.
create table finding (
  id identifier primary key,
  provider_id identifier not null references participant,
  service_id identifier not null references service,
  validation_id identifier not null references validation,
  assessment_id identifier references assessment,
  control_key text,
  domain text not null default '',
  dimension text not null check (dimension in ('C', 'I', 'D')),
  title text not null check (title <> ''),
  detail text not null default '',
  priority text not null check (priority in ('HIGH', 'MEDIUM')),
  status text not null check (status in ('OPEN', 'PLANNED', 'DONE', 'VERIFIED', 'WITHDRAWN')),
  raised_by identifier not null references portal_user,
  raised_at timestamptz not null,
  measure text not null default '',
  owner_name text not null default '',
  due_on date check (due_on is not null or status not in ('PLANNED', 'DONE')),
  delay_reason text not null default '',
  told text check (told in ('7', '0', 'overdue')),
  proof text not null default '',
  done_at timestamptz,
  returned_reason text not null default '',
  returned_at timestamptz,
  verified_by identifier references portal_user,
  ended_at timestamptz,
  end_reason text not null default '',
  version integer not null default 1
);
create index finding_validation on finding (validation_id);
create index finding_provider on finding (provider_id, service_id);
create unique index finding_open_once on finding (provider_id, service_id, control_key)
  where control_key is not null and status in ('OPEN', 'PLANNED', 'DONE');
create index finding_due on finding (due_on) where status = 'PLANNED' and told is distinct from 'overdue';

create table finding_file (
  id identifier primary key,
  finding_id identifier not null references finding,
  file_name text not null check (file_name <> ''),
  sha256 text not null references stored_file,
  uploaded_by identifier not null references portal_user,
  uploaded_at timestamptz not null
);
create index finding_file_finding on finding_file (finding_id);
create index finding_file_sha256 on finding_file (sha256);
