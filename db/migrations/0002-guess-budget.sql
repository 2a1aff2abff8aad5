-- How far ahead of its rate of wrong passwords an account (from devices it does not know) or an address is: shared by
-- all servers, one row a key, spent in one statement (ASVS 6.3.1).
create table guess_budget (
  key text primary key,
  busy_until timestamptz not null
);
create index guess_budget_busy on guess_budget (busy_until);
