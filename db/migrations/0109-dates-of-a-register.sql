-- The renewal of a bank's own LEI, and ends and notice dates of its contracts, are dates of the ladder (REG-16).
alter table expiry_step drop constraint expiry_step_kind_check,
  add constraint expiry_step_kind_check check (kind in ('score', 'document', 'accreditation', 'acceptance', 'lei',
    'own-lei', 'contract', 'contract-notice')) not valid;
