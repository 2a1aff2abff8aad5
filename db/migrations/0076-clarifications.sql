-- A question about a request or documentation: a thread of two parties, which CCI reads too.
create table clarification (
  id identifier primary key,
  validation_id identifier not null references validation,
  document_id identifier references document,
  kind text not null check (kind in ('QUESTION', 'APPEAL')),
  subject text not null check (subject <> ''),
  asked_by identifier not null references portal_user,
  asked_by_role text not null check (asked_by_role in ('CCI', 'PROVIDER', 'AUDIT')),
  asked_of text not null check (asked_of in ('CCI', 'PROVIDER', 'AUDIT')),
  status text not null check (status in ('WAITING', 'ANSWERED', 'CLOSED')),
  due_on date not null,
  -- The last reminder of its day: two working days before it, or on it.
  told text check (told in ('2', '0')),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text check (closed_by in ('ASKER', 'CCI', 'DECISION')),
  version integer not null default 1
);
create index clarification_validation on clarification (validation_id);
create index clarification_waiting on clarification (due_on) where status = 'WAITING';

-- Never changed (ASK-03). Questions and answers alternate, so a wait is from one message to the next.
create table clarification_message (
  id identifier primary key,
  clarification_id identifier not null references clarification,
  number integer not null check (number > 0),
  party text not null check (party in ('CCI', 'PROVIDER', 'AUDIT')),
  user_id identifier not null references portal_user,
  text text not null check (text <> ''),
  at timestamptz not null,
  unique (clarification_id, number)
);
create table clarification_file (
  id identifier primary key,
  message_id identifier not null references clarification_message,
  position integer not null,
  file_name text not null check (file_name <> ''),
  sha256 text not null references stored_file
);
create index clarification_file_message on clarification_file (message_id);
create index clarification_file_sha256 on clarification_file (sha256);
