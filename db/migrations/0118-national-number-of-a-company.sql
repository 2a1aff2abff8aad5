-- on line
-- The national number of a company outside the portal, and its kind: what a register says of one without LEI and EUID
-- (REG-03, REG-20).
alter table company add column if not exists other_code text, add column if not exists other_code_type text;
alter table company drop constraint if exists company_other_code_type_check,
  add constraint company_other_code_type_check check (other_code_type in ('CRN', 'VAT', 'PNR', 'NIN')) not valid;
alter table company validate constraint company_other_code_type_check;
alter table company drop constraint if exists company_other_code_check,
  add constraint company_other_code_check check ((other_code is null) = (other_code_type is null)) not valid;
alter table company validate constraint company_other_code_check;
