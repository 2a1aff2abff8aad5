-- on line
-- The accepted version whose file this one is, when its owner used it again instead of uploading it.
alter table document_version add column if not exists reused_from identifier;
