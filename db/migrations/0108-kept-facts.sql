-- What the register of a bank says of a provider in its contracts, or of a service of that provider, once the provider has
-- changed it: the bank takes the change or not (REG-10, decision 056).
create table kept_fact (
  id identifier primary key,
  entity_id identifier not null references participant,
  provider_id identifier not null references participant,
  -- Null: the provider itself.
  service_id identifier references service,
  facts jsonb not null,
  -- The fingerprint of the change that the bank did not take.
  refused text check (refused <> ''),
  kept_at timestamptz not null,
  unique nulls not distinct (entity_id, provider_id, service_id)
);
