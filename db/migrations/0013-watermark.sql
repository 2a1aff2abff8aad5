-- Whether the PDFs that banks read of others carry who reads them. No row until CCI decides: they do not.
create table watermark (
  id boolean primary key default true check (id),
  enabled boolean not null,
  version integer not null default 1
);
