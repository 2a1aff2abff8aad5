-- What CCI says of a document that it asks for, and a template to fill in. Beside required_document, whose rows are
-- written again whenever the catalogue is saved.
create table document_help (
  catalogue_id identifier not null references document_catalogue,
  document_name text not null check (document_name <> ''),
  help_text text not null default '',
  template_sha256 text references stored_file,
  template_name text,
  version integer not null default 1,
  primary key (catalogue_id, document_name),
  check ((template_sha256 is null) = (template_name is null))
);
create index document_help_template on document_help (template_sha256) where template_sha256 is not null;
