-- The servers that run, each with its last sign of life and what its checks found (CARE-16). A server that stops deletes
-- its row; that of one that was killed stays for a day.
create table server_state (
  name text primary key check (name <> ''),
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  checked_at timestamptz,
  checks jsonb not null default '[]',
  -- When CCI asked for checks that this server has not ended yet.
  asked_at timestamptz
);
