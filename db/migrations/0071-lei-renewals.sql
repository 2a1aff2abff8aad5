-- The renewal of a LEI is a date of the ladder.
alter table expiry_step drop constraint expiry_step_kind_check,
  add constraint expiry_step_kind_check check (kind in ('score', 'document', 'accreditation', 'acceptance', 'lei')) not valid;
