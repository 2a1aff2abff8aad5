-- A bank asks CCI to invite a provider. Those for the same CIF are decided together; a provider never learns who asked.
create table invitation_request (
  id identifier primary key,
  entity_id identifier not null references participant,
  requested_by identifier not null references portal_user,
  name text not null check (name <> ''),
  cif text not null check (cif <> ''),
  email text not null check (email <> ''),
  reason text not null check (reason <> ''),
  status text not null check (status in ('ASKED', 'INVITED', 'DECLINED')),
  asked_at timestamptz not null,
  invitation_id identifier references invitation on delete set null,
  decision_reason text not null default '',
  decided_by identifier references portal_user,
  decided_at timestamptz,
  version integer not null default 1,
  check ((status = 'ASKED') = (decided_at is null)),
  check ((status = 'DECLINED') = (decision_reason <> ''))
);
create unique index invitation_request_open_once on invitation_request (entity_id, left(cif, 8)) where status = 'ASKED';
create index invitation_request_cif on invitation_request (left(cif, 8)) where status = 'ASKED';
create index invitation_request_entity on invitation_request (entity_id);
