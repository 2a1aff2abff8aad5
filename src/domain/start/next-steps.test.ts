import { expect, test } from 'vitest'
import type { Due } from '#domain/identity/due.ts'
import type { Situation } from '#domain/start/next-steps.ts'
import { nextSteps, timingOf } from '#domain/start/next-steps.ts'

const today = '2026-11-21'
type Request = Situation['requests'][number]
type Document = Request['catalogDocuments'][number]

const document = (changes: Partial<Document> = {}): Document => ({
  documentCatalogName: 'Certificado AEAT',
  required: true,
  requested: true,
  status: 'ACCEPTED',
  expiredAt: '2027-09-30',
  rejectedReason: '',
  decidedAt: '2026-11-01T10:00:00Z',
  ...changes,
})
const request = (changes: Partial<Request> = {}): Request => ({
  id: 'r1',
  service: 'Custodia documental',
  audit: 'Auditoría Somport',
  auditAccreditedUntil: '2027-06-01',
  status: 'QUALIFIED',
  expiredAt: '2027-10-01',
  sentAt: '2026-11-18T10:00:00Z',
  catalogDocuments: [],
  ...changes,
})
const situation = (changes: Partial<Situation> = {}): Situation => ({
  role: 'PROVIDER',
  today,
  onboarded: true,
  documentation: { status: 'ACCEPTED', sentAt: '2025-10-01T10:00:00Z', documents: [document()] },
  requests: [request()],
  ...changes,
})
const kinds = (changes: Partial<Situation>) => nextSteps(situation(changes)).map(step => step.kind)

test('ROUTE-09: a provider with everything in order has nothing to do', () => {
  expect(nextSteps(situation())).toEqual([{ kind: 'nothing' }])
})

test('ROUTE-09 EXP-01: overdue steps come before a rejected request, and waiting comes last', () => {
  const rejectedReport = document({
    documentCatalogName: 'Doc. Excel asociado',
    status: 'REJECTED',
    rejectedReason: 'Falta la planta de Getafe',
    decidedAt: '2026-11-19T10:00:00Z',
  })
  const steps = nextSteps(
    situation({
      requests: [
        request({ id: 'p', status: 'PENDING' }),
        request({ id: 's', expiredAt: '2026-12-14' }),
        request({ id: 'l', status: 'LAPSED', expiredAt: '2026-09-02' }),
        request({ id: 'x', status: 'REJECTED', catalogDocuments: [document(), rejectedReport] }),
        request({ id: 'e', status: 'EXPIRED', expiredAt: '2025-05-18' }),
      ],
    }),
  )
  expect(steps.map(step => step.kind)).toEqual(['renewRequest', 'correctRequest', 'requestEnding', 'waitForRequest'])
  expect(steps[1]).toEqual({
    kind: 'correctRequest',
    validationId: 'x',
    service: 'Custodia documental',
    evaluator: 'Auditoría Somport',
    blocked: null,
    documents: [
      { name: 'Doc. Excel asociado', reason: 'Falta la planta de Getafe', decidedAt: '2026-11-19T10:00:00Z' },
    ],
  })
})

test('a step that its evaluator blocks says so', () => {
  const steps = nextSteps(
    situation({
      requests: [request({ status: 'LAPSED', expiredAt: '2026-09-02', auditAccreditedUntil: '2026-10-01' })],
    }),
  )
  expect(steps[0]).toMatchObject({ kind: 'renewRequest', blocked: 'evaluatorNotAccredited' })
})

test('a documentation comes before the requests: lapsed, rejected, then missing', () => {
  const documents = [
    document({ documentCatalogName: 'Seguro', status: null, expiredAt: null }),
    document({ documentCatalogName: 'AEAT', status: 'LAPSED', expiredAt: '2026-11-20' }),
    document({ documentCatalogName: 'Escritura', status: 'REJECTED', rejectedReason: 'Ilegible' }),
  ]
  const steps = nextSteps(
    situation({
      documentation: { status: 'REJECTED', sentAt: null, documents },
      requests: [request({ status: 'REJECTED' })],
    }),
  )
  expect(steps.map(step => step.kind)).toEqual([
    'replaceDocument',
    'correctDocumentation',
    'uploadDocument',
    'correctRequest',
  ])
})

test('ONB-02 ROUTE-09: a draft is completed and sent, also where nothing is asked for or all is uploaded', () => {
  const draft = (documents: Document[]) => ({ documentation: { status: null, sentAt: null, documents }, requests: [] })
  const waiting = { onboarded: false } as const
  expect(kinds({ ...waiting, ...draft([]) })).toEqual(['sendDocumentation'])
  expect(kinds({ ...waiting, ...draft([document({ status: 'PENDING' })]) })).toEqual(['sendDocumentation'])
  expect(kinds({ ...waiting, ...draft([document({ status: null })]) })).toEqual(['sendDocumentation', 'uploadDocument'])
})

test('documents that CCI does not require cause no step', () => {
  const documents = [
    document({ status: 'REJECTED', requested: false }),
    document({ status: 'LAPSED', required: false }),
    document({ status: null, required: false }),
  ]
  expect(kinds({ documentation: { status: 'ACCEPTED', sentAt: null, documents } })).toEqual(['nothing'])
})

test('lists what ends within sixty days by date', () => {
  const documents = [document({ expiredAt: '2027-01-05' })]
  expect(
    kinds({
      documentation: { status: 'ACCEPTED', sentAt: null, documents },
      requests: [request({ expiredAt: '2026-12-14' }), request({ expiredAt: '2027-01-21' })],
    }),
  ).toEqual(['requestEnding', 'documentEnding'])
})

test('a provider without requests sends its first, once its documentation was accepted', () => {
  expect(kinds({ requests: [] })).toEqual(['firstRequest'])
  expect(
    kinds({ requests: [], onboarded: false, documentation: { status: 'PENDING', sentAt: null, documents: [] } }),
  ).toEqual(['waitForDocumentation'])
})

test('ROUTE-09: an evaluator gets steps for its accreditation, never for requests of others', () => {
  const evaluator = { role: 'AUDIT', requests: [request({ status: 'PENDING' })] } as const
  expect(kinds({ ...evaluator, accreditation: { until: '2026-11-20' } })).toEqual(['accreditationEnded'])
  expect(kinds({ ...evaluator, accreditation: { until: '2026-12-20' } })).toEqual(['accreditationEnding'])
  expect(kinds({ ...evaluator, accreditation: { until: '2027-12-20' } })).toEqual(['nothing'])
})

const due = (changes: Partial<Due> = {}): Due => ({
  act: 'answerClarification',
  id: 'c1',
  thing: 'Alcance del informe',
  counterpart: 'CCI',
  dueAt: '2026-11-24',
  overdue: false,
  since: '2026-11-10T10:00:00Z',
  ...changes,
})
const dueKinds = (changes: Partial<Situation>) =>
  nextSteps(situation(changes)).map(step => (step.kind === 'due' ? step.due.id : step.kind))

test('EXP-01: overdue steps come first, then by date, then by age', () => {
  const asked = [
    due({ id: 'late', overdue: true, dueAt: '2026-11-20' }),
    due({ id: 'far', dueAt: '2027-03-01' }),
    due({ id: 'young', dueAt: null, since: '2026-11-18T10:00:00Z' }),
    due({ id: 'old', dueAt: null, since: '2026-10-18T10:00:00Z' }),
    due({ id: 'hours', dueAt: '2026-11-21T14:00:00.000Z' }),
    due({ id: 'week', dueAt: '2026-11-28' }),
  ]
  const requests = [request({ status: 'LAPSED', expiredAt: '2026-09-02' }), request({ expiredAt: '2026-12-14' })]
  expect(dueKinds({ requests, due: asked })).toEqual([
    'renewRequest',
    'late',
    'hours',
    'week',
    'old',
    'young',
    'requestEnding',
    'far',
  ])
})

test('EASE-09: a colleague’s assignment comes before overdue work', () => {
  const asked = [due({ id: 'late', overdue: true }), due({ id: 'own', assignee: { id: 'me', name: 'Lucía' } })]
  expect(dueKinds({ due: asked, userId: 'me' })).toEqual(['own', 'late'])
  expect(dueKinds({ due: asked, userId: 'other' })).toEqual(['late', 'own'])
})

test('RENEW-01 EXP-01: a rating is renewed early from the day that permits it, once, and while it is in force', () => {
  const open = { renewableFrom: today, expiredAt: '2027-03-01' }
  expect(kinds({ requests: [request(open)] })).toEqual(['renewEarly'])
  expect(kinds({ requests: [request({ ...open, renewableFrom: '2026-11-22' })] })).toEqual(['nothing'])
  expect(kinds({ requests: [request({ ...open, renewal: {} })] })).toEqual(['nothing'])
  expect(kinds({ requests: [request({ ...open, expiredAt: null })] })).toEqual(['nothing'])
  expect(kinds({ requests: [request({ ...open, status: 'EXPIRED' })] })).toEqual(['nothing'])
})

test('EXP-01: endings are in the order of their days, and one of today is on time', () => {
  const requests = [
    request({ id: 'b', expiredAt: '2026-12-20' }),
    request({ id: 'a', expiredAt: '2026-12-10' }),
    request({ id: 'now', expiredAt: today }),
  ]
  const steps = nextSteps(situation({ requests }))
  expect(steps.map(step => 'validationId' in step && step.validationId)).toEqual(['now', 'a', 'b'])
  expect(steps.map(step => timingOf(step, today).overdue)).toEqual([false, false, false])
})

test('EXP-01: of rejected requests the one that waits longest comes first', () => {
  const since = (id: string, decidedAt: string) =>
    request({ id, status: 'REJECTED', catalogDocuments: [document({ status: 'REJECTED', decidedAt })] })
  const steps = nextSteps(
    situation({ requests: [since('young', '2026-11-18T10:00:00Z'), since('old', '2026-11-02T10:00:00Z')] }),
  )
  expect(steps.map(step => 'validationId' in step && step.validationId)).toEqual(['old', 'young'])
})

test('EASE-09: a document that a colleague gave to the reader is the first step of that reader alone', () => {
  const documents = [document({ documentCatalogName: 'AEAT' }), document({ assignee: { id: 'me' } })]
  const documentation = { status: 'ACCEPTED', sentAt: null, documents } as const
  const late = [due({ id: 'late', overdue: true })]
  const steps = nextSteps(situation({ documentation, userId: 'me', due: late }))
  expect(steps.map(step => step.kind)).toEqual(['assignedDocument', 'due'])
  expect(steps[0]).toEqual({ kind: 'assignedDocument', name: 'Certificado AEAT' })
  expect(kinds({ documentation, userId: 'other' })).toEqual(['nothing'])
  expect(kinds({ documentation: null, userId: 'me' })).toEqual(['nothing'])
})

test('EXP-01: an accreditation that has ended is overdue, even without a day; a first request is not due', () => {
  expect(timingOf({ kind: 'accreditationEnded', expiredAt: null }, today)).toMatchObject({ overdue: true })
  expect(timingOf({ kind: 'firstRequest' }, today)).toEqual({ overdue: false, dueAt: null, since: null })
  expect(timingOf({ kind: 'uploadDocument', name: 'Seguro' }, today)).toEqual({
    overdue: false,
    dueAt: today,
    since: null,
  })
  expect(kinds({ role: 'ENTITY', requests: [] })).toEqual(['nothing'])
})
