-- What our check found in a file of the register, by the keys of its rows; null in files that were made before (REG-22).
alter table register_package add column faults jsonb;
-- What the authority answered to a file, and the columns of that answer as the bank matched them.
create table register_feedback (
  package_id identifier primary key references register_package,
  entity_id identifier not null references participant,
  name text not null,
  columns jsonb not null,
  faults jsonb not null,
  read_by identifier not null references portal_user,
  read_at timestamptz not null
);
create index register_feedback_entity on register_feedback (entity_id, package_id);
