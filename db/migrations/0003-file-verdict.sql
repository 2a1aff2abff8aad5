-- What the virus scanner said of a file's content; null when it found nothing. Without a row there is no verdict yet.
create table file_verdict (
  sha256 text primary key,
  signature text,
  scanned_at timestamptz not null
);
