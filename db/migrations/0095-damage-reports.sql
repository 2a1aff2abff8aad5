-- The damaged files that CCI is being notified of, owner by owner, up to the owner `after`. No row: none at the moment.
create table damage_report (
  id identifier primary key,
  after text not null default ''
);
alter table file_damage add column report_id identifier;
