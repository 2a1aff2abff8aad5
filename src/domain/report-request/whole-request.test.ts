import { expect, test } from 'vitest'
import { changedIdentity } from '#domain/report-request/whole-request.ts'

test('API-62 D41: an edit may repeat the identity of its request, and attempted changes are named', () => {
  const stands = { genericEntityId: 'p', role: 'PROVIDER', idAudit: 'e', idServiceCatalog: 's' }
  expect([changedIdentity(stands, {}), changedIdentity(stands, stands)]).toEqual([[], []])
  expect(changedIdentity(stands, { ...stands, idAudit: '' })).toEqual(['idAudit'])
  const other = { genericEntityId: 'q', role: 'AUDIT', idAudit: 'f', idServiceCatalog: 't' }
  expect(changedIdentity(stands, other)).toEqual(Object.keys(stands))
})
