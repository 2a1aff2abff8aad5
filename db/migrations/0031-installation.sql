-- Which installation this database is of, as its folder of files says as well: with another's files every report would look
-- lost, and the sweep would take what another database speaks of. In place once the folder has it: from then on a folder
-- without it is another. The print tells its key from others and gives nothing of it away; null until a start has noted it.
create table installation (
  id identifier primary key,
  in_place boolean not null default false,
  key_print text,
  only_one boolean not null default true unique check (only_one)
);
