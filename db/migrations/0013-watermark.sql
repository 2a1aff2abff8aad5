-- Whether the PDFs that banks read of others carry who reads them. One row.
create table watermark (
  id boolean primary key default true check (id),
  enabled boolean not null,
  version integer not null default 1
);
insert into watermark (enabled) values (false);
