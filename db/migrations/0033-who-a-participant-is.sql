-- How often a participant got another name or CIF: what is decided of its requests rests on who it is, so that their version
-- counts it. A count of its own, because the version of a profile moves with a telephone as well.
alter table participant add column identity_version integer not null default 0;
