import { describe, expect, test } from 'vitest'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import type { DocumentFacts } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { DocumentationFacts } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import { apiKeyMachine, webhookMachine } from '#domain/states/integration.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { machines } from '#domain/states/machines.ts'
import { ratingReviewMachine } from '#domain/states/rating-review.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { ReportRequestFacts } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { userMachine } from '#domain/states/user.ts'

/**
 * The tables written a second time, by hand from the specification and its decisions: an edge that is added, removed or
 * allowed to another mover fails here.
 */
const edges = (machine: { moves: object }) =>
  Object.entries(machine.moves as Record<string, { from: (string | null)[]; to: string | null; by: string[] }>).map(
    ([action, { from, to, by }]) => `${action}: ${from.map(String).join(' ')} -> ${to} by ${by.join(' ')}`,
  )

test('D6: an invitation', () => {
  expect(edges(invitationMachine)).toEqual([
    'invite: null -> PENDING by CCI',
    'accept: PENDING -> ACCEPTED by PROVIDER AUDIT ENTITY',
    'withdraw: PENDING -> REJECTED by CCI',
    'sendAgain: REJECTED PENDING -> PENDING by CCI',
  ])
})

test('USR-11: a user', () => {
  expect(edges(userMachine)).toEqual([
    'create: null -> PENDING by CCI PROVIDER AUDIT ENTITY',
    'confirm: PENDING -> PENDING by ENTITY TIME',
    'changeFirstPassword: PENDING -> ACCEPTED by SELF',
    'acceptDocumentation: PENDING ACCEPTED -> ACCEPTED by CCI',
  ])
  expect(
    decide(userMachine, 'changeFirstPassword', 'PENDING', { awaitsAcceptance: true, awaitsConfirmation: false }, 'SELF')
      .ok,
  ).toBe(false)
})

test('DOC-02 DOC-03: a document', () => {
  expect(documentMachine.states).toEqual(['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED'])
  expect(edges(documentMachine)).toEqual([
    'upload: null PENDING REJECTED ACCEPTED LAPSED -> PENDING by CCI PROVIDER AUDIT ENTITY',
    'accept: PENDING -> ACCEPTED by CCI',
    'reject: PENDING -> REJECTED by CCI',
    'reverseRejection: REJECTED -> ACCEPTED by CCI',
    'reverseAcceptance: ACCEPTED REJECTED -> REJECTED by CCI',
    'correctExpiry: ACCEPTED -> ACCEPTED by CCI',
    'undoRejection: REJECTED -> PENDING by CCI',
    'lapse: ACCEPTED -> LAPSED by TIME',
    'delete: PENDING REJECTED -> null by CCI PROVIDER AUDIT ENTITY',
  ])
})

test('ASK-01 ASK-03 SEAL-22 SEAL-23: a clarification', () => {
  expect(edges(clarificationMachine)).toEqual([
    'ask: null -> WAITING by CCI AUDIT PROVIDER',
    'answer: WAITING -> ANSWERED by CCI AUDIT PROVIDER',
    'askMore: ANSWERED -> WAITING by CCI AUDIT PROVIDER',
    'close: WAITING ANSWERED -> CLOSED by CCI AUDIT PROVIDER',
    'appeal: null -> WAITING by PROVIDER',
    'decideAppeal: WAITING ANSWERED -> CLOSED by CCI',
    'undoClosing: CLOSED -> WAITING by CCI',
    'undoClosingAnswered: CLOSED -> ANSWERED by CCI',
  ])
})

test('the reasons for which a move is refused, in their order', () => {
  const needs = machines.flatMap(({ name, moves }) =>
    Object.entries(moves as Record<string, { needs?: readonly { reason: string }[] }>).flatMap(([action, move]) =>
      move.needs?.length ? [`${name}.${action}: ${move.needs.map(({ reason }) => reason).join(' ')}`] : [],
    ),
  )
  expect(needs).toEqual([
    'invitation-request.ask: alreadyHere askedForAlready',
    'invitation-request.decline: noDeclineReason',
    'user.changeFirstPassword: notYourMove userUnconfirmed',
    'user.acceptDocumentation: userUnconfirmed',
    'document.accept: notDownloaded noExpiry wrongState',
    'document.reject: notDownloaded noRejectionReason wrongState',
    'document.reverseRejection: documentDecided documentDecided notDownloaded noExpiry',
    'document.reverseAcceptance: documentDecided documentDecided notDownloaded noRejectionReason',
    'document.correctExpiry: documentDecided noExpiry',
    'documentation.send: dataIncomplete documentsMissing',
    'documentation.accept: notAllDecided someRejected notAllDecided noAccreditation',
    'documentation.reject: notAllDecided noneRejected',
    'report-request.send: requestIncomplete evaluatorNotAccredited evaluatesItself',
    'report-request.sendRenewal: requestNotEditable renewalExists renewalTooEarly requestIncomplete evaluatorNotAccredited evaluatesItself',
    'report-request.edit: requestIncomplete evaluatorNotAccredited evaluatesItself',
    'report-request.renew: requestNotRenewable renewalExists requestIncomplete evaluatorNotAccredited evaluatesItself',
    'report-request.editInPart: requestIncomplete evaluatorNotAccredited evaluatesItself',
    'report-request.renewInPart: requestNotEditable renewalExists requestIncomplete evaluatorNotAccredited evaluatesItself',
    'report-request.supersede: renewalExists',
    'report-request.reject: noneRejected',
    'report-request.qualify: documentsNotAccepted reportLapsed evaluatorDeleted evaluatesItself scoreIncomplete',
    'report-request.correct: wrongState scoreIncomplete noCorrectionReason',
    'report-request.delete: requestNotDeletable renewalExists',
    'rating-review.begin: ratingNotInForce',
    'incident.raise: incidentsWaiting',
    'incident.raiseOpen: incidentDocumentsMissing',
    'incident.open: incidentDocumentsMissing',
    'incident.close: finalBulletinMissing',
    'bulletin.begin: bulletinNotOpen',
    'bulletin.update: bulletinNotOpen',
    'bulletin.end: bulletinNotOpen',
    'acceptance.accept: nothingToAccept acceptedAlready',
    'reliance-file.begin: relianceUseOver relianceDraftExists',
    'reliance-file.sign: relianceIncomplete conclusionNotAllowed',
    'control-framework.publish: frameworkIncomplete',
    'assessment.begin: frameworkMissing requestNotAssessable assessmentExists',
    'assessment.confirm: assessmentIncomplete',
    'finding.raise: requestNotOpen',
    'finding.plan: findingReasonMissing',
    'finding.complete: proofMissing',
    'finding.sendBack: findingReasonMissing',
    'finding.withdraw: findingReasonMissing',
    'clarification.ask: notUnderReview tooManyQuestions',
    'clarification.answer: notYourTurn',
    'clarification.askMore: notYourTurn',
    'clarification.close: notYourMove',
    'clarification.appeal: nothingToAppeal appealTwice appealTooLate',
    'clarification.decideAppeal: nothingToAppeal sameReviewer',
    'independence.declare: declarationClosed',
    'independence.declareConflict: declarationClosed',
    'independence.clear: declarationClosed',
    'independence.admit: declarationClosed',
    'independence.refuse: declarationClosed',
    'api-key.make: tooManyKeys',
    'webhook.register: tooManyWebhooks',
  ])
})

test('ONB-08 VAL-12: a documentation', () => {
  expect(edges(documentationMachine)).toEqual([
    'send: null -> PENDING by PROVIDER AUDIT ENTITY',
    'uploadAgain: PENDING REJECTED ACCEPTED LAPSED -> PENDING by CCI PROVIDER AUDIT ENTITY',
    'accept: PENDING -> ACCEPTED by CCI',
    'reject: PENDING -> REJECTED by CCI',
    'undoRejection: REJECTED -> PENDING by CCI',
    'lapse: ACCEPTED -> LAPSED by TIME',
  ])
})

test('REP-12 REP-13: a report request', () => {
  expect(edges(reportRequestMachine)).toEqual([
    'send: null -> PENDING by PROVIDER CCI',
    'sendRenewal: null -> PENDING by PROVIDER CCI',
    'edit: REJECTED -> PENDING by PROVIDER CCI',
    'renew: LAPSED -> PENDING by PROVIDER CCI',
    'editInPart: REJECTED -> REJECTED by PROVIDER CCI',
    'renewInPart: LAPSED -> LAPSED by PROVIDER CCI',
    'supersede: EXPIRED -> EXPIRED by PROVIDER CCI',
    'supersedeQualified: QUALIFIED -> QUALIFIED by CCI',
    'supersedeLapsed: LAPSED -> LAPSED by CCI',
    'supersedeExpired: EXPIRED -> EXPIRED by CCI',
    'reject: PENDING -> REJECTED by CCI',
    'qualify: PENDING -> QUALIFIED by CCI',
    'undoRejection: REJECTED -> PENDING by CCI',
    'undoQualification: QUALIFIED -> PENDING by CCI',
    'correct: QUALIFIED -> QUALIFIED by CCI',
    'lapse: QUALIFIED -> LAPSED by TIME',
    'expire: LAPSED -> EXPIRED by TIME',
    'delete: PENDING REJECTED EXPIRED -> null by PROVIDER CCI',
  ])
})

test('D11: one live request per provider, service and evaluator; only an expired one is superseded', () => {
  const { once, is, states } = reportRequestMachine
  expect(once).toEqual({ per: ['provider', 'service', 'evaluator'], within: 'live' })
  for (const state of states) {
    const decision = decideByStatus(reportRequestMachine, 'supersede', state, 'PROVIDER')
    expect(decision.ok).toBe(!is.live(state))
    if (!decision.ok) expect(decision.reason).toBe('requestExists')
  }
})

test('D12 D30: an incident', () => {
  expect(edges(incidentMachine)).toEqual([
    'raise: null -> PENDING by PROVIDER ENTITY',
    'prepare: null -> PENDING by CCI',
    'raiseOpen: null -> OPEN by CCI',
    'open: PENDING -> OPEN by CCI',
    'close: OPEN -> CLOSED by CCI',
    'reopen: CLOSED -> OPEN by CCI',
  ])
  const open = (documented: boolean) => decide(incidentMachine, 'open', 'PENDING', { documented, waiting: 0 }, 'CCI')
  expect(open(false)).toEqual({ ok: false, reason: 'incidentDocumentsMissing' })
  expect(open(true).ok).toBe(true)
  const raiseOpen = decide(incidentMachine, 'raiseOpen', null, { documented: false, waiting: 0 }, 'CCI')
  expect(raiseOpen).toEqual({ ok: false, reason: 'incidentDocumentsMissing' })
})

test('AFFECT-04: the bulletins of an incident, and its closing', () => {
  expect(edges(bulletinMachine)).toEqual([
    'begin: null -> INITIAL by CCI',
    'update: INITIAL UPDATE -> UPDATE by CCI',
    'end: INITIAL UPDATE -> FINAL by CCI',
  ])
  const tell = (move: 'begin' | 'update', incidentOpen: boolean, incidentWaiting: boolean) =>
    decide(bulletinMachine, move, move === 'begin' ? null : 'INITIAL', { incidentOpen, incidentWaiting }, 'CCI')
  for (const move of ['begin', 'update'] as const) {
    expect(tell(move, false, false)).toEqual({ ok: false, reason: 'bulletinNotOpen' })
    expect(tell(move, true, false).ok).toBe(true)
    expect(tell(move, false, true).ok).toBe(move === 'begin')
  }
  expect(bulletinMachine.once).toEqual({ per: ['incident'], within: 'final' })
  const close = (lacksFinal: boolean) =>
    decide(incidentMachine, 'close', 'OPEN', { documented: true, waiting: 0, lacksFinal }, 'CCI')
  expect(close(true)).toEqual({ ok: false, reason: 'finalBulletinMissing' })
  expect(close(false).ok).toBe(true)
})

test('AFFECT-13: the extraordinary review of a rating', () => {
  expect(edges(ratingReviewMachine)).toEqual([
    'begin: null -> UNDER_REVIEW by CCI',
    'lift: UNDER_REVIEW -> null by CCI',
  ])
  const begin = (inForce: boolean) => decide(ratingReviewMachine, 'begin', null, { inForce }, 'CCI')
  expect(begin(false)).toEqual({ ok: false, reason: 'ratingNotInForce' })
  expect(begin(true).ok).toBe(true)
})

test('LEVEL-13: an acceptance', () => {
  expect(edges(acceptanceMachine)).toEqual([
    'accept: null -> ACTIVE by ENTITY',
    'revoke: ACTIVE -> REVOKED by ENTITY',
    'outgrow: ACTIVE -> OUTGROWN by CCI ENTITY TIME',
    'undoOutgrow: OUTGROWN -> ACTIVE by CCI',
    'lapse: ACTIVE -> LAPSED by TIME',
  ])
  const accept = (isGap: boolean, isOpen: boolean) =>
    decide(acceptanceMachine, 'accept', null, { isGap, isOpen }, 'ENTITY')
  expect(accept(false, false)).toEqual({ ok: false, reason: 'nothingToAccept' })
  expect(accept(true, false)).toEqual({ ok: false, reason: 'acceptedAlready' })
  expect(accept(true, true).ok).toBe(true)
})

test('RELY-01 RELY-07: a reliance file', () => {
  expect(edges(relianceMachine)).toEqual([
    'begin: null -> DRAFT by ENTITY',
    'write: DRAFT -> DRAFT by ENTITY',
    'sign: DRAFT -> SIGNED by ENTITY',
    'fallDue: SIGNED -> REVIEW_DUE by TIME',
    'replace: SIGNED REVIEW_DUE -> REPLACED by ENTITY',
    'discard: DRAFT -> null by ENTITY',
  ])
  const met = { useLive: true, noDraft: true, complete: true, conclusionAllowed: true }
  const reasonOf = (action: 'begin' | 'sign', unmet: object) => {
    const decision = decide(relianceMachine, action, action === 'sign' ? 'DRAFT' : null, { ...met, ...unmet }, 'ENTITY')
    return decision.ok ? null : decision.reason
  }
  expect([reasonOf('begin', {}), reasonOf('sign', {})]).toEqual([null, null])
  expect(reasonOf('begin', { useLive: false })).toBe('relianceUseOver')
  expect(reasonOf('begin', { noDraft: false })).toBe('relianceDraftExists')
  expect(reasonOf('sign', { complete: false })).toBe('relianceIncomplete')
  expect(reasonOf('sign', { conclusionAllowed: false })).toBe('conclusionNotAllowed')
  for (const state of ['SIGNED', 'REVIEW_DUE', 'REPLACED'] as const) {
    for (const action of ['write', 'sign', 'discard'] as const) {
      const decision = decideByStatus(relianceMachine, action, state, 'ENTITY')
      expect(decision).toEqual({ ok: false, reason: 'relianceSigned' })
    }
  }
})

test('DICT-03: a control framework', () => {
  expect(edges(frameworkMachine)).toEqual([
    'import: null -> DRAFT by CCI',
    'importAgain: DRAFT -> DRAFT by CCI',
    'publish: DRAFT -> PUBLISHED by CCI',
    'retire: PUBLISHED -> RETIRED by CCI',
  ])
  const publish = decide(frameworkMachine, 'publish', 'DRAFT', { everyDimensionBegins: false }, 'CCI')
  expect(publish).toEqual({ ok: false, reason: 'frameworkIncomplete' })
})

test('DICT-05 DICT-16 DICT-17: an evaluation', () => {
  expect(edges(assessmentMachine)).toEqual([
    'begin: null -> DRAFT by AUDIT',
    'read: null -> DRAFT by PROVIDER CCI',
    'fill: DRAFT -> DRAFT by AUDIT',
    'confirm: DRAFT -> CONFIRMED by AUDIT',
    'takeBack: CONFIRMED -> DRAFT by AUDIT',
    'reopen: CONFIRMED -> DRAFT by PROVIDER CCI',
    'publish: CONFIRMED -> PUBLISHED by CCI',
    'undoPublication: PUBLISHED -> CONFIRMED by CCI',
    'discard: DRAFT -> null by AUDIT',
  ])
  const met = { frameworkPublished: true, requestOpen: true, noneOpen: true, complete: true }
  const begin = (unmet: object) => decide(assessmentMachine, 'begin', null, { ...met, ...unmet }, 'AUDIT')
  expect(begin({})).toMatchObject({ ok: true })
  expect(begin({ frameworkPublished: false })).toEqual({ ok: false, reason: 'frameworkMissing' })
  expect(begin({ requestOpen: false })).toEqual({ ok: false, reason: 'requestNotAssessable' })
  expect(begin({ noneOpen: false })).toEqual({ ok: false, reason: 'assessmentExists' })
  expect(decide(assessmentMachine, 'confirm', 'DRAFT', { ...met, complete: false }, 'AUDIT')).toEqual({
    ok: false,
    reason: 'assessmentIncomplete',
  })
})

test('FIND-03 FIND-04 FIND-05: a finding', () => {
  expect(edges(findingMachine)).toEqual([
    'raise: null -> OPEN by CCI AUDIT',
    'plan: OPEN PLANNED OVERDUE -> PLANNED by PROVIDER',
    'complete: PLANNED OVERDUE -> DONE by PROVIDER',
    'verify: DONE -> VERIFIED by AUDIT CCI',
    'sendBack: DONE -> PLANNED by AUDIT CCI',
    'resolve: OPEN PLANNED OVERDUE DONE -> VERIFIED by CCI',
    'withdraw: OPEN PLANNED OVERDUE DONE -> WITHDRAWN by CCI AUDIT',
    'undoRaising: OPEN PLANNED OVERDUE DONE -> null by CCI',
    'undoResolution: VERIFIED -> OPEN by CCI',
    'undoResolutionPlanned: VERIFIED -> PLANNED by CCI',
    'undoResolutionDone: VERIFIED -> DONE by CCI',
    'fallBehind: PLANNED -> OVERDUE by TIME',
  ])
  const facts = { requestOpen: false, postponed: true, proven: false, reason: '' }
  expect(decide(findingMachine, 'raise', null, facts, 'CCI')).toEqual({ ok: false, reason: 'requestNotOpen' })
  expect(decide(findingMachine, 'plan', 'OPEN', facts, 'PROVIDER')).toEqual({
    ok: false,
    reason: 'findingReasonMissing',
  })
  expect(decide(findingMachine, 'plan', 'OPEN', { ...facts, postponed: false }, 'PROVIDER').ok).toBe(true)
  expect(decide(findingMachine, 'complete', 'PLANNED', facts, 'PROVIDER')).toEqual({
    ok: false,
    reason: 'proofMissing',
  })
})

test('HOOK-04: an API key', () => {
  expect(edges(apiKeyMachine)).toEqual([
    'make: null -> ACTIVE by ENTITY',
    'revoke: ACTIVE -> REVOKED by ENTITY',
    'lapse: ACTIVE -> LAPSED by TIME',
  ])
  const make = (hasRoom: boolean) => decide(apiKeyMachine, 'make', null, { hasRoom }, 'ENTITY')
  expect([make(false), make(true).ok]).toEqual([{ ok: false, reason: 'tooManyKeys' }, true])
})

test('HOOK-07 HOOK-12: a webhook', () => {
  expect(edges(webhookMachine)).toEqual([
    'register: null -> ACTIVE by ENTITY',
    'disable: ACTIVE -> DISABLED by TIME ENTITY',
    'enable: DISABLED -> ACTIVE by ENTITY',
    'remove: ACTIVE DISABLED -> null by ENTITY',
  ])
  const register = (hasRoom: boolean) => decide(webhookMachine, 'register', null, { hasRoom }, 'ENTITY')
  expect([register(false), register(true).ok]).toEqual([{ ok: false, reason: 'tooManyWebhooks' }, true])
})

test('SEAL-01 SEAL-04 SEAL-05: a declaration of independence', () => {
  expect(edges(independenceMachine)).toEqual([
    'declare: null DECLARED -> DECLARED by AUDIT',
    'declareConflict: null DECLARED CONFLICT -> CONFLICT by AUDIT',
    'clear: CONFLICT -> DECLARED by AUDIT',
    'admit: CONFLICT -> ADMITTED by CCI',
    'refuse: CONFLICT -> REFUSED by CCI',
  ])
  for (const action of ['declare', 'declareConflict'] as const) {
    const late = decide(independenceMachine, action, 'DECLARED', { scoreOpen: false }, 'AUDIT')
    expect(late).toEqual({ ok: false, reason: 'declarationClosed' })
  }
  expect(decide(independenceMachine, 'admit', 'CONFLICT', { scoreOpen: false }, 'CCI')).toEqual({
    ok: false,
    reason: 'declarationClosed',
  })
  expect(decideByStatus(independenceMachine, 'declare', 'REFUSED', 'AUDIT')).toEqual({
    ok: false,
    reason: 'declarationDecided',
  })
  expect(decideByStatus(independenceMachine, 'refuse', 'DECLARED', 'CCI')).toEqual({
    ok: false,
    reason: 'noConflictToDecide',
  })
})

test('D5: the two meanings of accepted differ by lapsed documents', () => {
  const { states, is } = documentMachine
  expect(states.filter(is.inForce)).toEqual(['ACCEPTED'])
  expect(states.filter(is.accepted)).toEqual(['ACCEPTED', 'LAPSED'])
  expect(documentationMachine.states.filter(documentationMachine.is.inForce)).toEqual(['ACCEPTED'])
})

test('docs/states.md has every machine, in this order', () => {
  expect(machines.map(({ name }) => name)).toEqual([
    'invitation',
    'invitation-request',
    'user',
    'document',
    'documentation',
    'report-request',
    'rating-review',
    'incident',
    'bulletin',
    'acceptance',
    'reliance-file',
    'control-framework',
    'assessment',
    'finding',
    'clarification',
    'independence',
    'api-key',
    'webhook',
  ])
})

test('the sets of statuses that rules, queries and screens ask for', () => {
  const setsOf = ({ sets }: { sets: object }) =>
    Object.entries(sets as Record<string, string[]>).map(([name, set]) => `${name}: ${set.join(' ')}`)
  expect(setsOf(documentMachine)).toEqual([
    'undecided: PENDING',
    'rejected: REJECTED',
    'inForce: ACCEPTED',
    'accepted: ACCEPTED LAPSED',
    'lapsed: LAPSED',
    'decided: ACCEPTED REJECTED',
    'unusable: REJECTED LAPSED',
  ])
  expect(setsOf(documentationMachine)).toEqual([
    'underReview: PENDING',
    'rejected: REJECTED',
    'inForce: ACCEPTED',
    'lapsed: LAPSED',
  ])
  expect(setsOf(reportRequestMachine)).toEqual([
    'underReview: PENDING',
    'rejected: REJECTED',
    'qualified: QUALIFIED',
    'lapsed: LAPSED',
    'assessable: PENDING QUALIFIED',
    'expired: EXPIRED',
    'scored: QUALIFIED LAPSED EXPIRED',
    'recent: QUALIFIED LAPSED',
    'live: PENDING REJECTED QUALIFIED LAPSED',
    'openRenewal: PENDING REJECTED',
  ])
  expect(setsOf(incidentMachine)).toEqual(['waiting: PENDING', 'open: OPEN', 'closed: CLOSED'])
  expect(setsOf(invitationMachine)).toEqual([
    'pending: PENDING',
    'accepted: ACCEPTED',
    'withdrawn: REJECTED',
    'live: PENDING ACCEPTED',
  ])
  expect(setsOf(frameworkMachine)).toEqual(['draft: DRAFT', 'published: PUBLISHED', 'known: PUBLISHED RETIRED'])
  expect(setsOf(relianceMachine)).toEqual([
    'draft: DRAFT',
    'standing: SIGNED REVIEW_DUE',
    'due: REVIEW_DUE',
    'replaced: REPLACED',
    'sealed: SIGNED REVIEW_DUE REPLACED',
  ])
  expect(setsOf(assessmentMachine)).toEqual([
    'draft: DRAFT',
    'confirmed: CONFIRMED',
    'published: PUBLISHED',
    'open: DRAFT CONFIRMED',
    'shownToProvider: CONFIRMED PUBLISHED',
  ])
  expect(setsOf(findingMachine)).toEqual([
    'open: OPEN PLANNED OVERDUE DONE',
    'unplanned: OPEN',
    'planned: PLANNED',
    'overdue: OVERDUE',
    'done: DONE',
    'underWay: PLANNED OVERDUE',
    'plannable: OPEN PLANNED OVERDUE',
    'verified: VERIFIED',
    'ended: VERIFIED WITHDRAWN',
  ])
  expect(setsOf(clarificationMachine)).toEqual([
    'open: WAITING ANSWERED',
    'waiting: WAITING',
    'answered: ANSWERED',
    'closed: CLOSED',
  ])
  expect(setsOf(userMachine)).toEqual(['accepted: ACCEPTED'])
})

describe('facts that CCI needs to decide about a document', () => {
  const read: DocumentFacts = {
    downloaded: true,
    hasExpiry: true,
    isReport: false,
    rejectedReason: 'Sin firma',
    underReview: true,
    versionKnown: true,
  }
  const outcome = (action: 'accept' | 'reject', facts: DocumentFacts) => {
    const decision = decide(documentMachine, action, 'PENDING', facts, 'CCI')
    return decision.ok ? decision.to : decision.reason
  }

  test('DOC-04: it can be verified only when it has been downloaded', () => {
    expect(outcome('accept', { ...read, downloaded: false })).toBe('notDownloaded')
    expect(outcome('reject', { ...read, downloaded: false })).toBe('notDownloaded')
    expect(outcome('accept', { ...read, downloaded: false, isReport: true })).toBe('notDownloaded')
    expect(outcome('accept', read)).toBe('ACCEPTED')
  })

  test('DOC-05 DOC-06: it is accepted only with an expiry, which a report and a rejection do not need', () => {
    expect(outcome('accept', { ...read, hasExpiry: false })).toBe('noExpiry')
    expect(outcome('accept', { ...read, hasExpiry: false, isReport: true })).toBe('ACCEPTED')
    expect(outcome('reject', { ...read, hasExpiry: false })).toBe('REJECTED')
  })

  test('D63: nothing is decided once the verification is finished, or over a decision the caller has not seen', () => {
    expect(outcome('accept', { ...read, underReview: false })).toBe('wrongState')
    expect(outcome('reject', { ...read, underReview: false })).toBe('wrongState')
    expect(outcome('accept', { ...read, versionKnown: false })).toBe('ACCEPTED')
    for (const [action, from] of [
      ['reverseRejection', 'REJECTED'],
      ['reverseAcceptance', 'ACCEPTED'],
    ] as const) {
      const again = (facts: Partial<DocumentFacts>) =>
        decide(documentMachine, action, from, { ...read, ...facts }, 'CCI')
      expect(again({ versionKnown: false })).toEqual({ ok: false, reason: 'documentDecided' })
      expect(again({ underReview: false })).toEqual({ ok: false, reason: 'documentDecided' })
      expect(again({}).ok).toBe(true)
    }
  })

  test('DOC-07: a rejection needs its reason', () => {
    expect(outcome('reject', { ...read, rejectedReason: '' })).toBe('noRejectionReason')
    expect(outcome('reject', read)).toBe('REJECTED')
  })
})

describe('conditions of a documentation', () => {
  const ready: DocumentationFacts = {
    dataComplete: true,
    requiredFilesPresent: true,
    allDecided: true,
    anyRejected: false,
    anyLapsed: false,
    accreditationSet: true,
  }
  test('FORM-53: it is sent with all data and all required files', () => {
    const send = (facts: Partial<DocumentationFacts>) =>
      decide(documentationMachine, 'send', null, { ...ready, ...facts }, 'PROVIDER')
    expect(send({ dataComplete: false })).toEqual({ ok: false, reason: 'dataIncomplete' })
    expect(send({ requiredFilesPresent: false })).toEqual({ ok: false, reason: 'documentsMissing' })
    expect(send({}).ok).toBe(true)
  })

  test('VAL-15 VAL-16: it is finished when all is decided, and an evaluator has its accreditation', () => {
    const finish = (action: 'accept' | 'reject', facts: Partial<DocumentationFacts>) =>
      decide(documentationMachine, action, 'PENDING', { ...ready, ...facts }, 'CCI')
    expect(finish('accept', { allDecided: false })).toEqual({ ok: false, reason: 'notAllDecided' })
    expect(finish('accept', { anyRejected: true })).toEqual({ ok: false, reason: 'someRejected' })
    expect(finish('accept', { anyLapsed: true })).toEqual({ ok: false, reason: 'notAllDecided' })
    expect(finish('reject', { anyLapsed: true, anyRejected: true }).ok).toBe(true)
    expect(finish('accept', { accreditationSet: false })).toEqual({ ok: false, reason: 'noAccreditation' })
    expect(finish('reject', {})).toEqual({ ok: false, reason: 'noneRejected' })
    expect(finish('reject', { anyRejected: true, allDecided: false })).toEqual({ ok: false, reason: 'notAllDecided' })
    // A rejection takes precedence over a missing accreditation.
    expect(finish('reject', { anyRejected: true, accreditationSet: false }).ok).toBe(true)
  })
})

describe('conditions of a request', () => {
  const ready: ReportRequestFacts = {
    complete: true,
    evaluatorAccredited: true,
    evaluatesItself: false,
    allAccepted: true,
    anyRejected: false,
    anyLapsed: false,
    evaluatorDeleted: false,
    scoreComplete: true,
    correctionReason: 'Errata en el dictamen',
    publishedInForce: true,
    renewalOpen: false,
    superseded: false,
    withinRenewalWindow: true,
  }
  const reasonOf = (
    action: keyof typeof reportRequestMachine.moves,
    state: (typeof reportRequestMachine.states)[number] | null,
    facts: Partial<ReportRequestFacts>,
  ) => {
    const decision = decide(reportRequestMachine, action, state, { ...ready, ...facts }, 'CCI')
    return decision.ok ? null : decision.reason
  }

  test('FORM-52: sending, editing and renewing need all parts and an evaluator with a valid accreditation', () => {
    for (const [action, state] of [
      ['send', null],
      ['edit', 'REJECTED'],
      ['renew', 'LAPSED'],
      ['editInPart', 'REJECTED'],
      ['renewInPart', 'LAPSED'],
    ] as const) {
      expect(reasonOf(action, state, { complete: false })).toBe('requestIncomplete')
      expect(reasonOf(action, state, { evaluatorAccredited: false })).toBe('evaluatorNotAccredited')
      expect(reasonOf(action, state, { evaluatesItself: true })).toBe('evaluatesItself')
      expect(reasonOf(action, state, {})).toBeNull()
    }
  })

  test('SCO-05 FORM-56: it is scored with accepted documents and a complete score', () => {
    expect(reasonOf('qualify', 'PENDING', { allAccepted: false })).toBe('documentsNotAccepted')
    expect(reasonOf('qualify', 'REJECTED', {})).toBe('documentsNotAccepted')
    expect(reasonOf('qualify', 'PENDING', { anyLapsed: true })).toBe('reportLapsed')
    expect(reasonOf('qualify', 'PENDING', { evaluatorDeleted: true })).toBe('evaluatorDeleted')
    expect(reasonOf('qualify', 'PENDING', { evaluatesItself: true })).toBe('evaluatesItself')
    expect(reasonOf('qualify', 'PENDING', { scoreComplete: false })).toBe('scoreIncomplete')
    expect(reasonOf('qualify', 'PENDING', {})).toBeNull()
  })

  test('D11: it is rejected for a document that was', () => {
    expect(reasonOf('reject', 'PENDING', {})).toBe('noneRejected')
    expect(reasonOf('reject', 'PENDING', { anyRejected: true })).toBeNull()
  })

  test('D11: a published score is corrected with a reason, and stays complete', () => {
    expect(reasonOf('correct', 'QUALIFIED', { scoreComplete: false })).toBe('scoreIncomplete')
    expect(reasonOf('correct', 'QUALIFIED', { correctionReason: '' })).toBe('noCorrectionReason')
    expect(reasonOf('correct', 'LAPSED', {})).toBe('wrongState')
    expect(reasonOf('correct', 'QUALIFIED', {})).toBeNull()
  })
})

test('EASE-10 EASE-11: a request for an invitation', () => {
  expect(edges(invitationRequestMachine)).toEqual([
    'ask: null -> ASKED by ENTITY',
    'invite: ASKED -> INVITED by CCI',
    'decline: ASKED -> DECLINED by CCI',
  ])
})
