-- on line
-- The person of the organisation that is asked who looks after the answer (EASE-09).
alter table clarification add column if not exists assigned_to identifier;
create index concurrently if not exists clarification_assigned on clarification (assigned_to) where assigned_to is not null;
alter table clarification drop constraint if exists clarification_assigned_to,
  add constraint clarification_assigned_to foreign key (assigned_to) references portal_user not valid;
alter table clarification validate constraint clarification_assigned_to;
