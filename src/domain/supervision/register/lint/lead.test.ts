import { expect, test } from 'vitest'
import type { Place } from '#domain/supervision/register/facts.ts'
import { leads } from '#domain/supervision/register/lint/lead.ts'
import type { Fault } from '#domain/supervision/register/lint/lint.ts'
import type { Owner } from '#domain/supervision/register/lint/rule.ts'
import { someChain, someCompany, someRegister } from '#test/support/registers.ts'

const facts = someRegister({
  companies: [someCompany(1), someCompany(2, { keptBy: 'CCI' }), someCompany(3)],
  chains: [
    someChain({
      subcontracts: [{ id: 'sub', companyId: 'company2', recipientId: null, underpins: true, countries: [] }],
    }),
  ],
})
const nowhere = { step: null, id: null, providerId: null }

test.each<[Owner, Place['kind'], string, object]>([
  ['BANK', 'entity', 'bank', { step: 'entity', id: null }],
  ['BANK', 'function', 'function1', { step: 'functions', id: 'function1' }],
  ['BANK', 'arrangement', 'contract1', { step: 'arrangements', id: 'contract1' }],
  ['BANK', 'line', 'line1', { step: 'lines', id: 'line1' }],
  ['BANK', 'use', 'use1', { step: 'uses', id: 'use1' }],
  // A company of its own is written in its contract.
  ['BANK', 'company', 'company1', { step: 'arrangements', id: 'contract1' }],
  ['BANK', 'company', 'company3', { step: 'arrangements' }],
  ['BANK', 'subcontract', 'sub', { providerId: 'company1' }],
  ['PROVIDER', 'line', 'line1', { providerId: 'company1' }],
  ['PROVIDER', 'subcontract', 'sub', { providerId: 'company1' }],
  ['PROVIDER', 'subcontract', 'gone', {}],
  ['PROVIDER', 'company', 'company3', { providerId: 'company3' }],
  ['PROVIDER', 'company', 'company2', {}],
  ['PROVIDER', 'company', 'gone', {}],
  ['PROVIDER', 'arrangement', 'company1', {}],
  ['CCI', 'company', 'company2', {}],
  ['CCI', 'line', 'line1', {}],
])('DORA-19: a fault of %s in the %s %s leads to %j', (owner, kind, id, expected) => {
  expect(leads(facts)({ owner, place: { kind, id } } as Fault)).toEqual({ ...nowhere, ...expected })
})

test('DORA-19: a line without its provider leads nowhere', () => {
  const lead = leads({ ...facts, arrangements: [] })
  expect(lead({ owner: 'PROVIDER', place: { kind: 'line', id: 'line1' } } as Fault)).toEqual(nowhere)
})
