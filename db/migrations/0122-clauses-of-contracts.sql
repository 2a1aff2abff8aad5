-- Which clauses of article 30 of Regulation (EU) 2022/2554 a contract has, and where, by the fields of a clause (REG-26). The clauses are data of the
-- program, so a later law adds none here.
create table arrangement_clauses (
  arrangement_id identifier primary key references arrangement on delete cascade,
  answers jsonb not null,
  version integer not null default 1
);
