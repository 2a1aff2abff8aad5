-- What one unit of a currency is in that of the bank on a reference date, as the bank writes it, in hundred-millionths
-- (REG-13).
create table register_rate (
  entity_id identifier not null references participant,
  reference_date date not null,
  currency text not null check (currency <> ''),
  rate bigint not null check (rate > 0),
  primary key (entity_id, reference_date, currency)
);
