-- on line
-- The letter and the seven digits of a CIF say which company it is: some take a digit or a letter as control character, so
-- that one company had two places.
create unique index concurrently if not exists participant_company_once on participant (kind, left(cif, 8))
  where cif ~ '^[A-Z][0-9]{7}[0-9A-J]$' and deleted_at is null;
drop index concurrently if exists participant_cif_once;
