-- The phrases that CCI offers itself for rejections. No row until it edits them: then those of the code are offered.
create table rejection_phrases (
  id boolean primary key default true check (id),
  phrases text[] not null,
  version integer not null default 1
);
