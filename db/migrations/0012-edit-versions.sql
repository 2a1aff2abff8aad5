-- A version for everything that is edited, so that an edit begun before another one is refused and not written over it.
alter table mail_preference add column version integer not null default 1;
alter table document_version add column version integer not null default 1;

-- The four are saved together and share a version.
alter table second_factor_rule add column version integer not null default 1;
