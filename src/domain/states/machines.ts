import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import { apiKeyMachine, webhookMachine } from '#domain/states/integration.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import type { Machine } from '#domain/states/machine.ts'
import { ratingReviewMachine } from '#domain/states/rating-review.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { userMachine } from '#domain/states/user.ts'

/** All machines, in the order of docs/states.md. */
export const machines: readonly Machine<string, never>[] = [
  invitationMachine,
  invitationRequestMachine,
  userMachine,
  documentMachine,
  documentationMachine,
  reportRequestMachine,
  ratingReviewMachine,
  incidentMachine,
  bulletinMachine,
  acceptanceMachine,
  relianceMachine,
  frameworkMachine,
  assessmentMachine,
  findingMachine,
  clarificationMachine,
  independenceMachine,
  apiKeyMachine,
  webhookMachine,
]
