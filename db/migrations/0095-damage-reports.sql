-- The owners of damaged files of whom CCI is still to be notified, and the damage that this is about. An owner is a
-- participant, with the issuer of the incident that the files belong to; without a participant: files that none owns.
create table damage_owner (
  key text collate "C" primary key,
  participant_id identifier,
  issuer_id identifier
);
alter table file_damage add column report_id identifier;
