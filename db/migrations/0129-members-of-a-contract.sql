-- on line
-- Which entities of the group sign a contract, and which entities and branches use it: the bank itself has no member. Of a role without
-- rows it is the bank, or who has the functions that the contract supports (REG-25).
create table if not exists arrangement_member (
  arrangement_id identifier not null references arrangement on delete cascade,
  role text not null check (role in ('SIGNS', 'USES')),
  member_id identifier references register_member,
  unique nulls not distinct (arrangement_id, role, member_id)
);
create index if not exists arrangement_member_of on arrangement_member (member_id) where member_id is not null;
-- The contract with an entity of the group that this one is behind.
alter table arrangement add column if not exists inside_id identifier;
alter table arrangement drop constraint if exists arrangement_inside_id_fkey,
  add constraint arrangement_inside_id_fkey foreign key (inside_id) references arrangement not valid;
alter table arrangement validate constraint arrangement_inside_id_fkey;
create index concurrently if not exists arrangement_inside on arrangement (inside_id) where inside_id is not null;
