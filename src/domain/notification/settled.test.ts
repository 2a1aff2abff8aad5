import { expect, test } from 'vitest'
import { notifications } from '#domain/notification/notification.ts'
import { outlivedNotices, settledNotices } from '#domain/notification/settled.ts'

const facts = { participantId: 'PA', validationId: 'VA', incidentId: 'IN' }
const byRequest = { providerId: 'PR', validationId: 'VA' }
const byProvider = { providerId: 'PR', validationId: 'VA', incidentId: 'IN' }

test.each([
  ['documentation.accepted', facts, 'centre', ['DOC_PENDING', 'QUEUE_OVERDUE'], 'PA', { validationId: 'VA' }],
  ['documentation.rejected', facts, 'centre', ['DOC_PENDING', 'QUEUE_OVERDUE'], 'PA', { validationId: 'VA' }],
  [
    'request.qualified',
    byProvider,
    'centre',
    ['DOC_AUDIT_REPORT_PENDING', 'RENEWAL_PENDING', 'ASSESSMENT_CONFIRMED', 'QUEUE_OVERDUE'],
    'PR',
    { validationId: 'VA' },
  ],
  [
    'request.rejected',
    byProvider,
    'centre',
    ['DOC_AUDIT_REPORT_PENDING', 'RENEWAL_PENDING', 'ASSESSMENT_CONFIRMED', 'QUEUE_OVERDUE'],
    'PR',
    { validationId: 'VA' },
  ],
  [
    'request.deleted',
    byProvider,
    'centre',
    ['DOC_AUDIT_REPORT_PENDING', 'RENEWAL_PENDING', 'ASSESSMENT_CONFIRMED', 'QUEUE_OVERDUE'],
    'PR',
    { validationId: 'VA' },
  ],
  ['assessment.reopened', byProvider, 'centre', ['ASSESSMENT_CONFIRMED'], 'PR', { validationId: 'VA' }],
  ['assessment.taken-back', byProvider, 'centre', ['ASSESSMENT_CONFIRMED'], 'PR', { validationId: 'VA' }],
  [
    'assessment.confirmed',
    { ...byProvider, evaluatorId: 'EV' },
    { participant: 'EV' },
    ['ASSESSMENT_REOPENED'],
    'PR',
    { validationId: 'VA' },
  ],
  [
    'company-identity.saved',
    { participantId: 'PA' },
    { participant: 'PA' },
    ['REGISTER_DATA_ASKED'],
    'PA',
    { place: 'register-data' },
  ],
  ['incident.opened', byProvider, 'centre', ['ISSUE_CREATED', 'QUEUE_OVERDUE'], 'PR', { idIssue: 'IN' }],
  [
    'use.level-met',
    { participantId: 'PA', providerId: 'PR', useId: 'UE' },
    { participant: 'PA' },
    ['LEVEL_BROKEN'],
    'PR',
    { idUse: 'UE' },
  ],
  [
    'reliance.signed',
    { participantId: 'PA', providerId: 'PR', useId: 'UE' },
    { participant: 'PA' },
    ['RELIANCE_REVIEW_DUE'],
    'PR',
    { idUse: 'UE' },
  ],
  [
    'stance.noted',
    { participantId: 'PA', providerId: 'PR', useId: 'UE' },
    { participant: 'PA' },
    ['CHAIN_STANCE_DUE'],
    'PR',
    { idUse: 'UE' },
  ],
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
] as const)('D64: notices that %s settles', (event, known, of, types, about, info) => {
  expect(settledNotices(event, known)).toEqual({ of, types, about, info })
})

test('D64: ignores other events, and events without an object', () => {
  expect(settledNotices('score.corrected', byProvider)).toBeNull()
  expect(settledNotices('document.accepted', facts)).toBeNull()
  expect(settledNotices('request.qualified', { validationId: 'VA' })).toBeNull()
  expect(settledNotices('request.qualified', { providerId: 'PR' })).toBeNull()
})

test('D64: notices that one event settles have one audience and one object', () => {
  // Each event with the facts that it has.
  const known = (event: string) => {
    if (event.startsWith('incident.')) return { providerId: 'PR', incidentId: 'IN' }
    if (event.startsWith('use.') || event.startsWith('acceptance.')) return { ...facts, providerId: 'PR', useId: 'UE' }
    return event.startsWith('documentation.') ? { participantId: 'PA', validationId: 'VA' } : byRequest
  }
  const settling = Object.values(notifications).flatMap(({ settled, about }) =>
    (settled && settled.for !== 'all' ? settled.by : []).map(event => {
      const { validationId, idIssue, idUse, idProvider } = about(known(event))
      return { event, with: JSON.stringify([settled?.for, validationId, idIssue, idUse, idUse && idProvider]) }
    }),
  )
  for (const [event, types] of Map.groupBy(settling, each => each.event)) {
    expect(new Set(types.map(each => each.with)).size, event).toBe(1)
  }
})

test.each([
  ['request.renewal-sent', { ...byProvider, renewsId: 'OLD' }, 'SCORE_NOTICE_LAPSED', { validationId: 'OLD' }],
  ['request.renewed', byProvider, 'SCORE_NOTICE_LAPSED', { validationId: 'VA' }],
  ['request.superseded', byProvider, 'SCORE_NOTICE_LAPSED', { validationId: 'VA' }],
  ['score.corrected', { ...byProvider, extended: true }, 'SCORE_NOTICE_LAPSED', { validationId: 'VA' }],
  ['document.uploaded', { ...facts, documentId: 'DO' }, 'DOC_NOTICE_LAPSED', { documentId: 'DO' }],
  ['participant.accredited', { participantId: 'PA' }, 'AUDIT_NOTICE_EXPIRED', { idGenericEntity: 'PA' }],
] as const)('RENEW-18: %s settles the steps of the ladder for all recipients', (event, known, type, info) => {
  const about = 'providerId' in known ? 'PR' : 'PA'
  expect(outlivedNotices(event, known)).toEqual([{ types: [type], about, info }])
})

test('D64: an act settles the request for it in all readers’ notices', () => {
  const finding = { ...byProvider, findingId: 'FI' }
  const outlived = (event: 'finding.verified' | 'finding.planned', more: object) =>
    outlivedNotices(event, { ...finding, ...more }).map(({ types, info }) => [...types, info])
  expect(outlived('finding.verified', {})).toEqual([['FINDING_DONE', { idFinding: 'FI' }]])
  expect(outlived('finding.planned', { unplanned: 1 })).toEqual([
    ['FINDING_DUE', { idFinding: 'FI' }],
    ['FINDING_OVERDUE', { idFinding: 'FI' }],
  ])
  expect(outlived('finding.planned', { unplanned: 0 })).toContainEqual(['FINDING_RAISED', { validationId: 'VA' }])
  expect(settledNotices('finding.verified', finding)).toBeNull()
})

test('RENEW-18: nothing that leaves the expiry as it was does', () => {
  expect(outlivedNotices('score.corrected', { ...byProvider, extended: false })).toEqual([])
  expect(outlivedNotices('document.accepted', facts)).toEqual([])
  expect(outlivedNotices('request.renewed', { validationId: 'VA' })).toEqual([])
  expect(outlivedNotices('document.uploaded', facts)).toEqual([])
})
