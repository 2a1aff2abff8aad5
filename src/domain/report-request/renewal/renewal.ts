import { msg, t } from '#domain/language/translate.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay } from '#domain/values/day.ts'

/** A published request, as the rules of its early renewal see it; `earlyDays` is CCI's rule `earlyRenewalDays`. */
export type Renewable = {
  status: ReportRequestStatus
  expiresOn: Day | null
  renewalOpen: boolean
  superseded: boolean
  earlyDays: number
}

/** The first day on which a published request can be renewed: `earlyDays` before its expiry (RENEW-01). */
export function renewalOpensOn(expiresOn: Day, earlyDays: number): Day {
  return addDays(expiresOn, -earlyDays)
}

/** The facts of the move `sendRenewal` that concern the published request. */
export function renewalFacts({ status, expiresOn, renewalOpen, superseded, earlyDays }: Renewable, today: Day) {
  return {
    publishedInForce: reportRequestMachine.is.qualified(status) && !superseded,
    renewalOpen,
    withinRenewalWindow: expiresOn !== null && renewalOpensOn(expiresOn, earlyDays) <= today,
  }
}

/** The day from which an early renewal of a request may be sent, or null when none may: its content is checked then. */
export function mayBeRenewedFrom({ status, expiresOn, renewalOpen, superseded, earlyDays }: Renewable): Day | null {
  const stands = reportRequestMachine.is.qualified(status) && !superseded && !renewalOpen
  return stands && expiresOn !== null ? renewalOpensOn(expiresOn, earlyDays) : null
}

/** Whether the early renewal with this status is under review, which banks may know (RENEW-09, RENEW-11). */
export function isRenewalInReview(status: string | null | undefined): boolean {
  return reportRequestMachine.is.underReview(status)
}

const superseding = {
  QUALIFIED: 'supersedeQualified',
  LAPSED: 'supersedeLapsed',
  EXPIRED: 'supersedeExpired',
} as const

/** Whether a published request may give way to its renewal, which CCI qualifies (RENEW-05). */
export function decideSuperseding(status: ReportRequestStatus, mover: Mover): Decision<ReportRequestStatus> {
  const move = superseding[status as keyof typeof superseding]
  return decideByStatus(reportRequestMachine, move ?? 'supersedeQualified', status, mover)
}

/** What a provider reads from the first day of the window on (RENEW-10). */
export function stillInForce(expiresOn: Day): string {
  return t`Su calificación sigue vigente hasta el ${formatDay(expiresOn)}, también mientras se revisa la renovación`
}

/** What a bank reads beside 'Calificado' (RENEW-11). */
export const RENEWAL_IN_REVIEW = msg('Renovación en revisión')
