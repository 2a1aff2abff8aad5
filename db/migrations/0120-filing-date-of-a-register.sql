-- The day until which a bank files its register, where it is not the one that CCI writes (REG-24).
alter table register_entity add column filing_on date;
