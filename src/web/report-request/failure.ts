import type { FieldErrors } from '#domain/domain-error.ts'
import { ApiError, messageOf, transportErrors } from '#web/api.ts'

export type Failure = {
  /** 'exists': another live request; 'cancelled': by the person itself; 'fields': something to mend. */
  kind: 'exists' | 'cancelled' | 'fields' | 'other'
  message: string
  fields: FieldErrors | null
  /** Of 'exists': the live request, where the server names it. */
  standing?: string
}

const fieldOf: Record<string, string> = {
  evaluatorNotAccredited: 'idAudit',
  evaluatesItself: 'idAudit',
  reportNotPdf: 'report',
  excelNotSpreadsheet: 'spreadsheet',
}

/** What to do with a failed sending: where it is shown, and which fields it is about. */
export function failureOf(error: unknown): Failure {
  const message = messageOf(error)
  if (!(error instanceof ApiError)) return { kind: 'other', message, fields: null }
  if (error.transport === transportErrors.aborted) {
    return { kind: 'cancelled', message: 'Envío cancelado. Lo que había rellenado sigue aquí.', fields: null }
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
  const field = fieldOf[error.code]
  const fields = field ? { [field]: message, ...error.fields } : error.fields
  if (Object.keys(fields).length === 0) return { kind: 'other', message, fields: null }
  return { kind: 'fields', message, fields }
}
