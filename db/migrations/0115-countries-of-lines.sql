-- on line
-- A line of a contract has several countries of provision, storage and processing, a row of B_02.02 for each combination
-- (REG-12, decision 060). None are those of the provider's facts.
alter table arrangement_line
  add column if not exists provision_countries text[] not null default '{}',
  add column if not exists storage_countries text[] not null default '{}',
  add column if not exists processing_countries text[] not null default '{}';

-- The previous release reads and writes the one country of each: the first of its list. What it changes is the whole list;
-- what it writes back as it was leaves the list as it is. The next release drops columns and trigger.
create or replace function keep_countries_of_line() returns trigger language plpgsql as $$
begin
  if new.provision_countries = coalesce(old.provision_countries, '{}')
      and new.provision_country is distinct from new.provision_countries[1] then
    new.provision_countries := array_remove(array[new.provision_country], null);
  end if;
  if new.storage_countries = coalesce(old.storage_countries, '{}')
      and new.storage_country is distinct from new.storage_countries[1] then
    new.storage_countries := array_remove(array[new.storage_country], null);
  end if;
  if new.processing_countries = coalesce(old.processing_countries, '{}')
      and new.processing_country is distinct from new.processing_countries[1] then
    new.processing_countries := array_remove(array[new.processing_country], null);
  end if;
  new.provision_country := new.provision_countries[1];
  new.storage_country := new.storage_countries[1];
  new.processing_country := new.processing_countries[1];
  return new;
end $$;
create or replace trigger arrangement_line_countries before insert or update on arrangement_line
  for each row execute function keep_countries_of_line();

-- until none
update arrangement_line set
  provision_countries = array_remove(array[provision_country], null),
  storage_countries = array_remove(array[storage_country], null),
  processing_countries = array_remove(array[processing_country], null)
where id in (select id from arrangement_line
  where (provision_country is not null and provision_countries = '{}')
    or (storage_country is not null and storage_countries = '{}')
    or (processing_country is not null and processing_countries = '{}')
  limit 100);
