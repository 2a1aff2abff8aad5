import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'

/** A DOC_MIN validation with its possible statuses. */
export type Documentation = Omit<ValidationWire, 'status'> & { status: DocumentationStatus | null }
/** An AUDIT_REPORT validation with its possible statuses. */
export type ReportRequest = Omit<ValidationWire, 'status'> & { status: ReportRequestStatus | null }

/** Splits a participant's validations into its documentation and its report requests (VAL-02). */
export function byKind(validations: readonly ValidationWire[]): {
  documentation: Documentation | null
  requests: ReportRequest[]
} {
  const of = (type: ValidationWire['type']) => validations.filter(validation => validation.type === type)
  return {
    documentation: (of('DOC_MIN')[0] as Documentation | undefined) ?? null,
    requests: of('AUDIT_REPORT') as ReportRequest[],
  }
}
