-- What the register says of the parent that a bank gives: a row of its own in B_01.02 (REG-02).
alter table register_entity
  add column parent_name text not null default '',
  add column parent_country text,
  add column parent_type text,
  add column parent_hierarchy text;
