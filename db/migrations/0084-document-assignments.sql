-- Which user of a participant looks after a document that is asked for, until the next file of it. By name, because a
-- document without a file has no row.
create table document_assignment (
  validation_id identifier not null references validation,
  document_name text not null check (document_name <> ''),
  user_id identifier not null references portal_user,
  assigned_by identifier not null references portal_user,
  at timestamptz not null,
  primary key (validation_id, document_name)
);
create index document_assignment_user on document_assignment (user_id);
