-- Who changed what last, for the conflict of two edits of one thing: the audit log is no place to ask.
create table last_change (
  kind text not null,
  object_id text not null,
  changed_by identifier references portal_user,
  changed_at timestamptz not null,
  primary key (kind, object_id)
);
