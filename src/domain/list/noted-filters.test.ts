import { expect, test } from 'vitest'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { exportUsers } from '#domain/identity/user/contract.ts'
import { exportIncidents } from '#domain/incident/contract.ts'
import { notedFilters } from '#domain/list/noted-filters.ts'
import { exportOverview } from '#domain/participant/contract.ts'

const id = '01h00000000000000000000000'
const from = '2026-11-21T00:00:00.000Z'

test.each([
  [exportUsers, { email: 'ana@x.example', name: 'Ana', role: 'CCI' }, { role: 'CCI' }, ['email', 'name']],
  [exportLogins, { nameGenericEntity: 'Banco', from, active: true }, { from, active: true }, ['nameGenericEntity']],
  [
    exportIncidents,
    { provider: '', status: 'OPEN', issuerId: id, to: undefined },
    { status: 'OPEN', issuerId: id },
    [],
  ],
  [exportOverview, { fav: false, score: 'A/A', provider: 'CCI' }, { fav: false }, ['score', 'provider']],
])('D44: the audit log keeps no typed text of the filters %o', ({ query }, given, filters, typed) => {
  expect(notedFilters(query!, given)).toEqual({ filters, typed })
})
