-- When CCI made this user of a bank or changed its address. Until a principal user of the bank confirms it, it has no access (D101).
alter table portal_user add column confirmation_asked_at timestamp with time zone;
