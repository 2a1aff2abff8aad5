import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { apiKeyMachine } from '#domain/states/api-key.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import type { Machine } from '#domain/states/machine.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { userMachine } from '#domain/states/user.ts'
import { webhookMachine } from '#domain/states/webhook.ts'

/** All machines, in the order of docs/states.md. */
export const machines: readonly Machine<string, never, string>[] = [
  invitationMachine,
  userMachine,
  documentMachine,
  documentationMachine,
  reportRequestMachine,
  incidentMachine,
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
