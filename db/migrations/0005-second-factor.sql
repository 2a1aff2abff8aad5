-- What opens an account besides its password. Rows of a user that is destroyed go with it.

-- The authenticator app of a user (RFC 6238). The secret is sealed with a key outside the database and bound to its user.
create table totp_factor (
  user_id identifier primary key references portal_user on delete cascade,
  sealed_secret text not null,
  -- The last time step whose code was used: a code opens once.
  last_step bigint not null,
  created_at timestamptz not null
);
-- One that is being set up and has not proved itself yet.
create table totp_enrolment (
  user_id identifier primary key references portal_user on delete cascade,
  sealed_secret text not null,
  expires_at timestamptz not null
);
create table passkey (
  id identifier primary key,
  user_id identifier not null references portal_user on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- How often it signed, as far as it counts; a smaller number than the last is a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);
-- For who lost the rest; each opens once. Of at least 128 random bits, so that their SHA-256 is enough.
create table recovery_code (
  user_id identifier not null references portal_user on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in whose password was right and whose second factor is asked for. It is no session and opens nothing else.
create table pending_sign_in (
  id identifier primary key,
  user_id identifier not null references portal_user on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
create index pending_sign_in_user on pending_sign_in (user_id);

-- What a passkey was asked to sign: once, for one purpose of one session or pending sign-in.
create table passkey_challenge (
  challenge_hash text primary key,
  user_id identifier not null references portal_user on delete cascade,
  purpose text not null check (purpose in ('enrol', 'sign-in')),
  bound_to identifier not null,
  expires_at timestamptz not null
);

-- For whom CCI requires a second factor; a role that is not there needs none.
create table second_factor_rule (
  role text primary key check (role in ('PROVIDER', 'AUDIT', 'ENTITY', 'CCI')),
  required boolean not null
);

-- When the person behind a session last proved to be it, with everything that its account asks for.
alter table session add column proved_at timestamptz;
