import { DomainError } from '#domain/contract/domain-error.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { Reason } from '#domain/messages.ts'
import { refusals, sentence } from '#domain/messages.ts'
import { isRolledBack } from '#server/kernel/transaction.ts'
import { isUnavailable } from '#server/platform/database/unavailable.ts'

/** An RFC 9457 problem document with a stable `code` and the sentence in `detail`, in the reader's language (D18). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: Reason
  fields?: Record<string, string>
  [more: string]: unknown
}

const titles: Record<(typeof refusals)[Reason]['status'], string> = {
  400: msg('Petición incorrecta'),
  401: msg('Sin sesión'),
  403: msg('No permitido'),
  404: msg('No encontrado'),
  409: msg('No es posible ahora'),
  413: msg('Demasiado grande'),
  415: msg('Tipo de archivo no admitido'),
  422: msg('Petición repetida con otro contenido'),
  429: msg('Demasiadas peticiones'),
  500: msg('Error inesperado'),
  503: msg('No disponible'),
  505: msg('Versión de HTTP no admitida'),
  507: msg('Sin espacio'),
}

export function problemOf(refusal: DomainError): Problem {
  return {
    type: `/api/docs#${refusal.reason}`,
    title: t(titles[refusals[refusal.reason].status]),
    status: refusal.status,
    detail: sentence(refusal.reason, refusal.values),
    code: refusal.reason,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...refusal.details,
  }
}

/** The unique constraint that two simultaneous writers hit, and the reason that the loser gets. */
const constraintReasons: Record<string, Reason> = {
  participant_company_once: 'cifExists',
  participant_nrbe_once: 'nrbeExists',
  portal_user_email_once: 'userExists',
  invitation_live_email_once: 'invitationExists',
  validation_standing_request_once: 'requestExists',
  validation_open_renewal_once: 'renewalExists',
  document_version_one_current: 'changedMeanwhile',
  score_one_current: 'changedMeanwhile',
  assessment_one_open: 'assessmentExists',
  control_framework_one_published: 'changedMeanwhile',
}

const NOT_SAVED = msg(' No se ha guardado nada.')
const MAYBE_SAVED = msg(' Compruebe si el cambio está hecho antes de repetirlo.')

const UNIQUE_VIOLATION = '23505'
/** Maps an error to a DomainError. Unknown errors become 'failed', which says whether the write was saved. */
export function refusalOf(error: unknown, productName: string, method: string): DomainError {
  if (error instanceof DomainError) return error
  const { code, constraint, statusCode } = error as {
    code?: string
    constraint?: string
    statusCode?: number
  }
  if (code === UNIQUE_VIOLATION && constraint && constraintReasons[constraint]) {
    return new DomainError(constraintReasons[constraint], { values: { product: productName } })
  }
  if (isUnavailable(error)) return new DomainError('unavailable')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new DomainError('bodyTooLarge')
  if (statusCode && statusCode >= 400 && statusCode < 500) return new DomainError('invalid')
  const saved = method === 'GET' ? '' : isRolledBack(error) ? NOT_SAVED : MAYBE_SAVED
  return new DomainError('failed', { values: { saved } })
}
