import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay, madridDay } from '#domain/values/day.ts'

/** A request as its line of text sees it. */
export type NotedRequest = {
  status: ReportRequestStatus | null
  expiredAt: Day | null
  sentAt: string | null
  decidedAt: string | null
  catalogDocuments: readonly { documentCatalogName: string; status: string | null }[]
}

/** The names of the documents that CCI rejected. */
export function rejectedNames(documents: NotedRequest['catalogDocuments']): string[] {
  return documents.filter(document => document.status === 'REJECTED').map(document => document.documentCatalogName)
}

const dayOf = (instant: string | null) => (instant ? formatDay(madridDay(instant)) : '')

/** How a request stands, for whoever reads about it: 'Caduca el 14/12/2026', 'Informe recibido el 18/11/2026'. */
export function requestNote(request: NotedRequest): string {
  const expiry = request.expiredAt ? ` el ${formatDay(request.expiredAt)}` : ''
  switch (request.status) {
    case 'QUALIFIED':
      return `Caduca${expiry}`
    case 'LAPSED':
      return `Caducó${expiry}`
    case 'EXPIRED':
      return `Caducó${expiry}, hace más de un año`
    case 'REJECTED':
      return [rejectedNames(request.catalogDocuments).join(' y '), dayOf(request.decidedAt)].filter(Boolean).join(', ')
    case 'PENDING':
      return request.sentAt ? `Informe recibido el ${dayOf(request.sentAt)}` : 'Informe recibido'
    case null:
      return ''
  }
}

/** Any validation will do: a documentation is never renewed this way. */
type Renewable = { status: ReportRequestStatus | 'ACCEPTED' | null; expiredAt: Day | null }

/** From when a request that cannot be renewed yet can be: once its score has lapsed (D11). Null: it will not be. */
export function renewableFrom({ status, expiredAt }: Renewable): Day | null {
  return status === 'QUALIFIED' && expiredAt ? addDays(expiredAt, 1) : null
}

/** 'Podrá renovarla desde el 15/12/2026'; null where there is no such day. */
export function renewalNote(request: Renewable): string | null {
  const from = renewableFrom(request)
  return from && `Podrá renovarla desde el ${formatDay(from)}`
}

/** How a request stands, said to the provider whose request it is, with what it may do about it. */
export function ownRequestNote(request: NotedRequest): string {
  switch (request.status) {
    case 'QUALIFIED':
      return [requestNote(request), renewalNote(request)].filter(Boolean).join('. ')
    case 'LAPSED':
      return `${requestNote(request)}. Puede renovarla`
    case 'REJECTED': {
      const names = rejectedNames(request.catalogDocuments)
      if (names.length === 0) return 'Hay que corregirla'
      return names.length === 1 ? `Falta el ${names[0]} corregido` : `Faltan corregidos: ${names.join(' y ')}`
    }
    case 'PENDING':
      return 'El CCI está verificando el informe'
    case 'EXPIRED':
    case null:
      return requestNote(request)
  }
}
