import type { Role } from '#domain/identity/roles.ts'
import type { Reason } from '#domain/messages.ts'
import { requestFacts } from '#domain/report-request/report-request.ts'
import { decide } from '#domain/states/machine.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

/** For each action on a request in a list, null when it is possible, else the reason why not. */
export type RequestActions = { edit: Reason | null; renew: Reason | null; delete: Reason | null }

/**
 * The actions that a role may take on a request now (ERR-18, ERR-19: edit when REJECTED, renew when LAPSED, delete when
 * PENDING, REJECTED or EXPIRED; D11, D49). Completeness is checked when the request is sent.
 */
export function requestActions(
  request: { status: ReportRequestStatus | null; evaluatorAccredited: boolean; renewal?: object | undefined },
  role: Role,
): RequestActions {
  const facts = requestFacts({
    evaluatorAccredited: request.evaluatorAccredited,
    renewalOpen: request.renewal !== undefined,
  })
  const refusal = (action: keyof RequestActions): Reason | null => {
    // A request that does not exist yet can only be sent.
    if (request.status === null) return 'notFound'
    const decision = decide(reportRequestMachine, action, request.status, facts, role, {
      except: ['requestIncomplete'],
    })
    return decision.ok ? null : decision.reason
  }
  return { edit: refusal('edit'), renew: refusal('renew'), delete: refusal('delete') }
}
