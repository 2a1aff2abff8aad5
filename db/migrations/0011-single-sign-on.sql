-- Sign-in by identity providers (OpenID Connect).

-- Who a user is at a provider, bound when it first signed in from there. Whoever is given its e-mail later is another.
create table provider_identity (
  issuer text not null,
  subject text not null check (subject <> ''),
  user_id identifier not null references portal_user on delete cascade,
  bound_at timestamptz not null,
  primary key (issuer, subject),
  -- One identity of each provider opens a user.
  unique (user_id, issuer)
);

-- A browser that was sent to a provider and has not come back. Only the hash of its secret is kept; what is sent to the
-- provider is derived from the secret.
create table sign_on_attempt (
  secret_hash text primary key,
  provider text not null,
  expires_at timestamptz not null
);

-- The identity whose account asks for a second factor; null when the first step was a password.
alter table pending_sign_in add column issuer text;
alter table pending_sign_in add column subject text;
alter table pending_sign_in add constraint pending_sign_in_identity_check check ((issuer is null) = (subject is null));

-- The provider asked for several factors and the operator trusts it in that: this session needs none of the portal's.
alter table session add column second_factor_elsewhere boolean not null default false;
