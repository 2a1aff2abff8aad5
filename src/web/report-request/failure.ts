import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { RefusedService } from '#domain/report-request/contract.ts'
import { ApiError, messageOf, transportErrors } from '#web/api/api.ts'

export type Failure = {
  /** 'exists': another live request; 'refused': some services of a batch; 'cancelled': by the user; 'fields': invalid fields. */
  kind: 'exists' | 'refused' | 'cancelled' | 'fields' | 'other'
  message: string
  fields: FieldErrors | null
  /** For 'exists': the live request, if the server names it. */
  standing?: string
  /** For 'refused': the services, each with its sentence. */
  refused?: RefusedService[]
}

const fieldOf: Record<string, string> = {
  evaluatorNotAccredited: 'idAudit',
  evaluatesItself: 'idAudit',
  reportNotPdf: 'report',
  excelNotSpreadsheet: 'spreadsheet',
}

/** Classifies a failed submission: where to show it and the fields it concerns. */
export function failureOf(error: unknown): Failure {
  const message = messageOf(error)
  if (!(error instanceof ApiError)) return { kind: 'other', message, fields: null }
  if (error.transport === transportErrors.aborted) {
    return { kind: 'cancelled', message: t('Envío cancelado. Lo que había rellenado sigue aquí.'), fields: null }
  }
  if (error.code === 'requestExists') {
    const { validationId } = error.details
    return {
      kind: 'exists',
      message,
      fields: null,
      ...(typeof validationId === 'string' ? { standing: validationId } : {}),
    }
  }
  if (error.code === 'batchRefused') {
    return { kind: 'refused', message, fields: null, refused: error.details.refused as RefusedService[] }
  }
  const field = fieldOf[error.code]
  const fields = field ? { [field]: message, ...error.fields } : error.fields
  if (Object.keys(fields).length === 0) return { kind: 'other', message, fields: null }
  return { kind: 'fields', message, fields }
}
