-- on line
-- The entity of the group whose function it is; without one, the bank's own. A code is of one function of an entity (REG-25).
alter table business_function add column if not exists member_id identifier;
alter table business_function drop constraint if exists business_function_member_id_fkey,
  add constraint business_function_member_id_fkey foreign key (member_id) references register_member not valid;
alter table business_function validate constraint business_function_member_id_fkey;
create index concurrently if not exists business_function_member on business_function (member_id) where member_id is not null;
create unique index concurrently if not exists business_function_code on business_function (entity_id, member_id, code) nulls not distinct;
alter table business_function drop constraint if exists business_function_entity_id_code_key;
