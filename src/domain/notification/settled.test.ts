import { expect, test } from 'vitest'
import { notifications } from '#domain/notification/notification.ts'
import { settledNotices } from '#domain/notification/settled.ts'

const facts = { participantId: 'PA', validationId: 'VA', incidentId: 'IN' }
const byProvider = { providerId: 'PR', validationId: 'VA', incidentId: 'IN' }

test.each([
  ['documentation.accepted', facts, 'centre', ['DOC_PENDING'], 'PA', { validationId: 'VA' }],
  ['documentation.rejected', facts, 'centre', ['DOC_PENDING'], 'PA', { validationId: 'VA' }],
  ['request.qualified', byProvider, 'centre', ['DOC_AUDIT_REPORT_PENDING'], 'PR', { validationId: 'VA' }],
  ['request.rejected', byProvider, 'centre', ['DOC_AUDIT_REPORT_PENDING'], 'PR', { validationId: 'VA' }],
  ['request.deleted', byProvider, 'centre', ['DOC_AUDIT_REPORT_PENDING'], 'PR', { validationId: 'VA' }],
  ['incident.opened', byProvider, 'centre', ['ISSUE_CREATED'], 'PR', { idIssue: 'IN' }],
  ['documentation.sent', facts, { participant: 'PA' }, ['DOC_REJECTED'], 'PA', { validationId: 'VA' }],
  ['request.edited', byProvider, { participant: 'PR' }, ['DOC_AUDIT_REPORT_REJECTED'], 'PR', { validationId: 'VA' }],
  [
    'request.renewed',
    byProvider,
    { participant: 'PR' },
    ['SCORE_LAPSED', 'SCORE_NOTICE_LAPSED'],
    'PR',
    { validationId: 'VA' },
  ],
] as const)('D64: what %s leaves nothing to do about', (event, known, of, types, about, info) => {
  expect(settledNotices(event, known)).toEqual({ of, types, about, info })
})

test('D64: nothing else settles anything, nor what does not say what it is about', () => {
  expect(settledNotices('score.corrected', byProvider)).toBeNull()
  expect(settledNotices('document.accepted', facts)).toBeNull()
  expect(settledNotices('request.qualified', { validationId: 'VA' })).toBeNull()
  expect(settledNotices('request.qualified', { providerId: 'PR' })).toBeNull()
})

test('D64: what an event settles was for one and the same, and about the same', () => {
  const settling = Object.values(notifications).flatMap(({ settled, about }) =>
    (settled?.by ?? []).map(event => ({ event, with: JSON.stringify([settled?.for, about(facts)]) })),
  )
  for (const [event, types] of Map.groupBy(settling, each => each.event)) {
    expect(new Set(types.map(each => each.with)).size, event).toBe(1)
  }
})
