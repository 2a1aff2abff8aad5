-- Who works for a company outside the portal, as a bank writes it for a contract and a type of ICT service (REG-11,
-- decision 060).
create table arrangement_subcontract (
  id identifier primary key,
  arrangement_id identifier not null references arrangement on delete cascade,
  -- In the order of the bank.
  place integer not null,
  ict_type text not null,
  company_id identifier not null references company,
  -- Null: the company of the contract.
  recipient_id identifier references arrangement_subcontract on delete cascade,
  created_at timestamptz not null,
  check (recipient_id <> id)
);
create index arrangement_subcontract_arrangement on arrangement_subcontract (arrangement_id);
create index arrangement_subcontract_company on arrangement_subcontract (company_id);
create index arrangement_subcontract_recipient on arrangement_subcontract (recipient_id) where recipient_id is not null;

-- Whether the bank says that no other company works for the one outside.
alter table arrangement add column chain_is_whole boolean;
