import type { Due } from '#domain/identity/due.ts'
import { byUrgency } from '#domain/identity/due.ts'
import type { Role } from '#domain/identity/roles.ts'
import type { Reason } from '#domain/messages.ts'
import { expiryLevel } from '#domain/participant/expiry-level.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { requestActions } from '#domain/report-request/request-actions.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { owedDocuments } from '#domain/validation/review.ts'
import type { Day } from '#domain/values/day.ts'

type Document = {
  documentCatalogName: string
  required: boolean
  requested: boolean
  status: DocumentStatus | null
  expiredAt: Day | null
  rejectedReason: string
  decidedAt: string | null
  /** The user who looks after it (EASE-09). */
  assignee?: { id: string } | undefined
}

type Request = {
  id: string
  service: string | null
  audit: string | null
  auditAccreditedUntil: Day | null
  status: ReportRequestStatus | null
  expiredAt: Day | null
  sentAt: string | null
  catalogDocuments: readonly Document[]
  /** From when an early renewal may be sent, and the open one (RENEW-01, RENEW-09). */
  renewableFrom?: Day | undefined
  renewal?: object | undefined
}

/** Input for a participant's next steps: the overview's rows with their documents, and its documentation. */
export type Situation = {
  role: Role
  today: Day
  /** The reader, for what a colleague has given to it. */
  userId?: string | undefined
  /** Its documentation was accepted once (D49). */
  onboarded: boolean
  documentation: { status: DocumentationStatus | null; sentAt: string | null; documents: readonly Document[] } | null
  requests: readonly Request[]
  /** What all other areas ask of the reader (EXP-01). */
  due?: readonly Due[]
  /** An evaluator's accreditation; absent for others. */
  accreditation?: { until: Day | null }
}

export type RejectedDocument = { name: string; reason: string; decidedAt: string | null }
type OfRequest = { validationId: string; service: string; evaluator: string }

/** A task, or something to wait for. */
export type Step =
  | { kind: 'due'; due: Due }
  | { kind: 'correctDocumentation'; documents: RejectedDocument[] }
  | { kind: 'sendDocumentation' }
  | { kind: 'assignedDocument'; name: string }
  | { kind: 'uploadDocument'; name: string }
  | { kind: 'replaceDocument'; name: string; expiredAt: Day }
  | ({ kind: 'correctRequest'; documents: RejectedDocument[]; blocked: Reason | null } & OfRequest)
  | ({ kind: 'renewRequest'; expiredAt: Day; blocked: Reason | null } & OfRequest)
  | { kind: 'accreditationEnded'; expiredAt: Day | null }
  | { kind: 'accreditationEnding'; expiredAt: Day }
  | { kind: 'documentEnding'; name: string; expiredAt: Day }
  | ({ kind: 'renewEarly'; expiredAt: Day } & OfRequest)
  | ({ kind: 'requestEnding'; expiredAt: Day } & OfRequest)
  | { kind: 'firstRequest' }
  | { kind: 'waitForDocumentation'; sentAt: string | null }
  | ({ kind: 'waitForRequest'; sentAt: string | null } & OfRequest)
  | { kind: 'nothing' }

/**
 * The next steps of a user in all areas: first what a colleague gave it (EASE-09), then the most urgent, and last what it only
 * waits for. Of what is equally urgent: correct rejected items, supply missing or lapsed ones, renew. Never empty:
 * 'nothing' when no step is left.
 */
export function nextSteps(situation: Situation): [Step, ...Step[]] {
  const { due = [], today, userId } = situation
  const isOwn = (step: Step) =>
    step.kind === 'assignedDocument' ||
    (step.kind === 'due' && step.due.assignee !== undefined && step.due.assignee.id === userId)
  const steps: Step[] = [
    ...assignedSteps(situation),
    ...documentationSteps(situation),
    ...correctRequests(situation),
    ...renewRequests(situation),
    ...accreditationSteps(situation),
    ...due.map(each => ({ kind: 'due' as const, due: each })),
    ...endings(situation),
    ...firstRequest(situation),
  ]
  const order = byUrgency(today)
  const tasks = steps.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || order(timingOf(a, today), timingOf(b, today)),
  )
  const [first = { kind: 'nothing' } as const, ...rest] = [...tasks, ...waiting(situation)]
  return [first, ...rest]
}

/** The last day of a step; what holds the reader up is to be done today. */
export function timingOf(step: Step, today: Day): Pick<Due, 'overdue' | 'dueAt' | 'since'> {
  if (step.kind === 'due') return step.due
  if (step.kind === 'firstRequest') return { overdue: false, dueAt: null, since: null }
  const dueAt = 'expiredAt' in step && step.expiredAt !== null ? step.expiredAt : today
  return { overdue: dueAt < today || step.kind === 'accreditationEnded', dueAt, since: null }
}

/** What a colleague has given to the reader comes first (EASE-09). */
function assignedSteps({ documentation, userId }: Situation): Step[] {
  const own = (documentation?.documents ?? []).filter(({ assignee }) => assignee && assignee.id === userId)
  return own.map(({ documentCatalogName: name }) => ({ kind: 'assignedDocument' as const, name }))
}

const rejected = (documents: readonly Document[]): RejectedDocument[] =>
  documents
    .filter(document => documentMachine.is.rejected(document.status) && document.requested)
    .map(({ documentCatalogName, rejectedReason, decidedAt }) => ({
      name: documentCatalogName,
      reason: rejectedReason,
      decidedAt,
    }))

const asked = (documents: readonly Document[]) => documents.filter(document => document.required && document.requested)

function documentationSteps({ documentation }: Situation): Step[] {
  if (!documentation) return []
  const documents = rejected(documentation.documents)
  const lapsed = asked(documentation.documents).filter(document => documentMachine.is.lapsed(document.status))
  return [
    // The screen that sends a draft asks for everything that is missing from it.
    ...(documentation.status === null ? [{ kind: 'sendDocumentation' as const }] : []),
    ...(documents.length > 0 ? [{ kind: 'correctDocumentation' as const, documents }] : []),
    ...lapsed.map(document => ({
      kind: 'replaceDocument' as const,
      name: document.documentCatalogName,
      expiredAt: document.expiredAt ?? '',
    })),
    ...owedDocuments(documentation.documents).map(name => ({ kind: 'uploadDocument' as const, name })),
  ]
}

const ofRequest = ({ id, service, audit }: Request): OfRequest => ({
  validationId: id,
  service: service ?? '',
  evaluator: audit ?? '',
})

const actionsOf = (request: Request, { role, today }: Situation) =>
  requestActions(
    { status: request.status, evaluatorAccredited: isAccredited(request.auditAccreditedUntil, today) },
    role,
  )

function correctRequests(situation: Situation): Step[] {
  return situation.requests
    .filter(request => reportRequestMachine.is.rejected(request.status))
    .map(request => ({
      kind: 'correctRequest' as const,
      ...ofRequest(request),
      documents: rejected(request.catalogDocuments),
      blocked: actionsOf(request, situation).edit,
    }))
    .toSorted((a, b) => (a.documents[0]?.decidedAt ?? '').localeCompare(b.documents[0]?.decidedAt ?? ''))
}

function renewRequests(situation: Situation): Step[] {
  return situation.requests
    .flatMap(request =>
      reportRequestMachine.is.lapsed(request.status) && request.expiredAt
        ? [
            {
              kind: 'renewRequest' as const,
              ...ofRequest(request),
              expiredAt: request.expiredAt,
              blocked: actionsOf(request, situation).renew,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.expiredAt.localeCompare(b.expiredAt))
}

function accreditationSteps({ accreditation, onboarded, today }: Situation): Step[] {
  if (!accreditation || !onboarded) return []
  const { until } = accreditation
  if (!isAccredited(until, today)) return [{ kind: 'accreditationEnded', expiredAt: until }]
  return until && expiryLevel(until, today) === 'soon' ? [{ kind: 'accreditationEnding', expiredAt: until }] : []
}

function endings({ documentation, requests, today }: Situation): Step[] {
  const soon = (day: Day | null): day is Day => day !== null && expiryLevel(day, today) === 'soon'
  const documents = asked(documentation?.documents ?? []).flatMap(document =>
    documentMachine.is.inForce(document.status) && soon(document.expiredAt)
      ? [{ kind: 'documentEnding' as const, name: document.documentCatalogName, expiredAt: document.expiredAt }]
      : [],
  )
  const scores = requests.flatMap(request => {
    const { expiredAt, renewableFrom, renewal } = request
    if (!reportRequestMachine.is.qualified(request.status) || expiredAt === null || renewal) return []
    const early = renewableFrom !== undefined && renewableFrom <= today
    if (!early && !soon(expiredAt)) return []
    return [{ kind: early ? ('renewEarly' as const) : ('requestEnding' as const), ...ofRequest(request), expiredAt }]
  })
  return [...documents, ...scores].toSorted((a, b) => a.expiredAt.localeCompare(b.expiredAt))
}

function firstRequest({ role, onboarded, requests }: Situation): Step[] {
  return role === 'PROVIDER' && onboarded && requests.length === 0 ? [{ kind: 'firstRequest' }] : []
}

function waiting({ role, documentation, requests }: Situation): Step[] {
  const pending =
    role === 'PROVIDER' ? requests.filter(request => reportRequestMachine.is.underReview(request.status)) : []
  return [
    ...(documentation && documentationMachine.is.underReview(documentation.status)
      ? [{ kind: 'waitForDocumentation' as const, sentAt: documentation.sentAt }]
      : []),
    ...pending.map(request => ({ kind: 'waitForRequest' as const, ...ofRequest(request), sentAt: request.sentAt })),
  ]
}
