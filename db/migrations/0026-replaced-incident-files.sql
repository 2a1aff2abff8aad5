-- A file of an incident that was replaced stayed although nobody could reach it: what nothing names goes, with the next sweep
-- the file too. What somebody is about to name in this moment is left alone.
with free as (
  select sha256 from stored_file f
  where not exists (select from document_version w where w.sha256 = f.sha256)
    and not exists (select from score s where s.sha256 = f.sha256)
    and not exists (select from incident_document d where d.sha256 = f.sha256)
  for update skip locked),
  gone as (delete from stored_file where sha256 in (select sha256 from free) returning sha256),
  judged as (delete from file_verdict v using gone where v.sha256 = gone.sha256)
delete from file_damage d using gone where d.name = gone.sha256;
