-- Whether the watermark can be put on a stored PDF (decision 015), by the version of the code that tried. No row: not tried yet.
create table mark_verdict (
  sha256 text primary key references stored_file (sha256) on delete cascade,
  mark_version integer not null,
  -- Null when it can.
  fault text check (fault in ('encrypted', 'unreadable', 'slow')),
  judged_at timestamptz not null
);
create index mark_verdict_fault on mark_verdict (sha256) where fault is not null;
