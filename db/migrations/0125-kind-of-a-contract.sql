-- on line
-- Whether a contract of a register is of ICT services, which are filed, or of none (REG-27). What the guidelines ask of the
-- others is data of the program: later guidelines add no column. The previous release takes all for ICT services.
alter table arrangement
  add column if not exists kind text not null default 'ICT',
  add column if not exists outsourcing jsonb not null default '{}';
alter table arrangement drop constraint if exists arrangement_kind_check,
  add constraint arrangement_kind_check check (kind in ('ICT', 'OTHER')) not valid;
alter table arrangement validate constraint arrangement_kind_check;
