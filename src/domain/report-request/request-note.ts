import { listWords } from '#domain/language/list-words.ts'
import { t } from '#domain/language/translate.ts'
import { RENEWAL_IN_REVIEW } from '#domain/report-request/renewal/renewal.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay, madridDay } from '#domain/values/day.ts'

/** The data of a request that its note needs. */
export type NotedRequest = {
  status: ReportRequestStatus | null
  expiredAt: Day | null
  sentAt: string | null
  decidedAt: string | null
  catalogDocuments: readonly { documentCatalogName: string; status: string | null }[]
  /** An early renewal of it waits for CCI (RENEW-09). */
  renewalInReview?: true | undefined
  /** Its rating is under extraordinary review (AFFECT-15). */
  reviewSince?: Day | undefined
  renewal?: { status: string } | undefined
  renewableFrom?: Day | undefined
  /** It is an early renewal itself. */
  renews?: object | undefined
}

/** The names of the documents that CCI rejected. */
export function rejectedNames(documents: NotedRequest['catalogDocuments']): string[] {
  return documents
    .filter(document => documentMachine.is.rejected(document.status))
    .map(document => document.documentCatalogName)
}

const dayOf = (instant: string | null) => (instant ? formatDay(madridDay(instant)) : '')

const expiryText = ({ expiredAt }: NotedRequest) => (expiredAt ? t` el ${formatDay(expiredAt)}` : '')
const withRenewal = (note: string, { renewalInReview, reviewSince }: NotedRequest) =>
  [
    note,
    ...(reviewSince ? [underReviewNote(reviewSince)] : []),
    ...(renewalInReview ? [t(RENEWAL_IN_REVIEW)] : []),
  ].join('. ')

type Notes = Record<ReportRequestStatus, (request: NotedRequest) => string>

const notes: Notes = {
  QUALIFIED: request => withRenewal(t`Caduca${expiryText(request)}`, request),
  LAPSED: request => withRenewal(t`Caducó${expiryText(request)}`, request),
  EXPIRED: request => withRenewal(t`Caducó${expiryText(request)}, hace más de un año`, request),
  REJECTED: ({ catalogDocuments, decidedAt }) =>
    [listWords(rejectedNames(catalogDocuments)), dayOf(decidedAt)].filter(Boolean).join(', '),
  PENDING: ({ sentAt, renews }) => {
    const what = renews ? t('Renovación recibida') : t('Informe recibido')
    return sentAt ? t`${what} el ${dayOf(sentAt)}` : what
  },
}

/** One-line status of a request for any reader: 'Caduca el 14/12/2026', 'Informe recibido el 18/11/2026'. */
export function requestNote(request: NotedRequest): string {
  return request.status === null ? '' : notes[request.status](request)
}

/** Accepts any validation; a documentation is never renewed this way. */
type Renewable = {
  status: ReportRequestStatus | 'ACCEPTED' | null
  expiredAt: Day | null
  renewableFrom?: Day | undefined
  renewal?: object | undefined
}

/**
 * The day from which a request that is not renewable yet will be: the first of its window (RENEW-01), where it is known,
 * or once its score has lapsed (D11). Null when there is none, or its renewal is open.
 */
export function renewableFrom({ status, expiredAt, renewableFrom: first, renewal }: Renewable): Day | null {
  if (renewal) return null
  if (first) return first
  return reportRequestMachine.is.qualified(status) && expiredAt ? addDays(expiredAt, 1) : null
}

/** 'Podrá renovarla desde el 15/12/2026'; null when there is no such day. */
export function renewalNote(request: Renewable): string | null {
  const from = renewableFrom(request)
  return from && t`Podrá renovarla desde el ${formatDay(from)}`
}

const ownNotes: Notes = {
  ...notes,
  QUALIFIED: request => {
    const rejected = reportRequestMachine.is.rejected(request.renewal?.status)
    return [requestNote(request), rejected ? t('Hay que corregir su renovación') : renewalNote(request)]
      .filter(Boolean)
      .join('. ')
  },
  LAPSED: request => [requestNote(request), request.renewal ? null : t('Puede renovarla')].filter(Boolean).join('. '),
  REJECTED: ({ catalogDocuments, renews }) => {
    if (renews) return t('Hay que corregir la renovación')
    const names = rejectedNames(catalogDocuments)
    if (names.length === 0) return t('Hay que corregirla')
    return names.length === 1 ? t`Falta el ${names[0]} corregido` : t`Faltan corregidos: ${listWords(names)}`
  },
  PENDING: ({ renews }) => t`El CCI está verificando ${renews ? t('la renovación') : t('el informe')}`,
}

/** One-line status of a request for its own provider, with the action that it may take. */
export function ownRequestNote(request: NotedRequest): string {
  return request.status === null ? '' : ownNotes[request.status](request)
}
