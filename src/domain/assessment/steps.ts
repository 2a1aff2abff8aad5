import type { Due, Reader } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import type { AssessmentStatus } from '#domain/states/assessment.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

/** A request that names the reader as its evaluator, with the newest evaluation of it. */
export type RequestToAssess = {
  id: string
  status: ReportRequestStatus
  providerName: string
  service: string
  sentAt: string | null
  assessment: AssessmentStatus | null
}

/** The evaluation that its evaluator has begun, or that a request under review waits for. */
export function assessmentSteps(request: RequestToAssess, { actor }: Reader): Due[] {
  const { id, status, providerName, service, sentAt, assessment } = request
  if (!may(actor, 'assessment.write')) return []
  const due = { id, thing: service, counterpart: providerName, dueAt: null, overdue: false, since: sentAt }
  if (assessmentMachine.is.draft(assessment)) return [{ act: 'finishAssessment', ...due }]
  return assessment === null && reportRequestMachine.is.underReview(status) ? [{ act: 'beginAssessment', ...due }] : []
}
