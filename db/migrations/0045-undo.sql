-- An act that its author may take back for a few seconds: what it changed, and what it wrote for others to read.
create table undoable_act (
  id identifier primary key,
  user_id identifier not null references portal_user,
  act text not null,
  object_id identifier not null,
  at timestamptz not null,
  noted jsonb not null
);
create index undoable_act_of_user on undoable_act (user_id, object_id, id);
create index undoable_act_at on undoable_act (at);
