import { canonical } from '#domain/audit-log/audit-log.ts'
import type { Role } from '#domain/identity/roles.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** The facts that a certificate signs. Dates are days in Madrid. */
export type CertificateFacts = {
  product: string
  code: string
  provider: string
  cif: string
  service: string
  concept: string
  evaluator: string
  rating: string
  scoredOn: Day
  expiresOn: Day
  /** SHA-256 of the published dictamen, in hexadecimal. */
  dictamenSha256: string
}

/** The text that is signed: JSON with its keys in order and no space, the same bytes for the same facts (SEAL-13). */
export function certificateText(facts: CertificateFacts): string {
  const { product, code, provider, cif, service, concept, evaluator, rating } = facts
  const { scoredOn, expiresOn, dictamenSha256 } = facts
  const dates = { scoredOn, expiresOn, dictamenSha256 }
  return canonical({ product, code, provider, cif, service, concept, evaluator, rating, ...dates })
}

/** The facts in a signed text. */
export const factsIn = (text: string): CertificateFacts => JSON.parse(text)

export const certificateStatuses = ['CURRENT', 'LAPSED', 'REPLACED', 'CORRECTED', 'ENDED'] as const
export type CertificateStatus = (typeof certificateStatuses)[number]

/** What has become of a certified score. */
export type Fate = {
  expiresOn: Day
  /** The day on which a correction took its place. */
  correctedOn: Day | null
  /** The day on which another rating took its place: a renewal. */
  replacedOn: Day | null
  /** The provider was deleted. */
  holderGone: boolean
  /** Since when the rating is under extraordinary review. */
  reviewSince: Day | null
}

/** What a certificate is worth today, and the day that its words name. */
export type Standing = { status: CertificateStatus; on: Day | null; reviewSince?: Day }

export function certificateStanding(fate: Fate, today: Day): Standing {
  if (fate.correctedOn !== null) return { status: 'CORRECTED', on: fate.correctedOn }
  if (fate.holderGone) return { status: 'ENDED', on: null }
  if (fate.replacedOn !== null) return { status: 'REPLACED', on: fate.replacedOn }
  if (fate.expiresOn < today) return { status: 'LAPSED', on: fate.expiresOn }
  return { status: 'CURRENT', on: fate.expiresOn, ...(fate.reviewSince ? { reviewSince: fate.reviewSince } : {}) }
}

const words: Readonly<Record<CertificateStatus, (day: string) => string>> = {
  CURRENT: day => `Vigente hasta el ${day}`,
  LAPSED: day => `Caducada el ${day}`,
  REPLACED: day => `Sustituida por otra calificación el ${day}`,
  CORRECTED: day => `Corregida el ${day}: este certificado ya no vale`,
  ENDED: () => 'El titular ya no está en el portal',
}

/** A certificate under extraordinary review says so beside its status (REG-32). */
export const standingWords = ({ status, on, reviewSince }: Standing): string =>
  [words[status](on === null ? '' : formatDay(on)), ...(reviewSince ? [underReviewNote(reviewSince)] : [])].join('. ')

/** Whether a role hides and shows the certificates of its scores (SEAL-19). */
export const hidesCertificates = (role: Role): boolean => role === 'PROVIDER'

/** What every certificate says of its seal (SEAL-21). */
export const SEAL_NOTE = 'El sello es propio del portal y no es una firma electrónica cualificada.'

/** The facts in the order of reading, with their labels. */
export function factLines(facts: CertificateFacts): readonly (readonly [label: string, value: string])[] {
  return [
    ['Proveedor', facts.provider],
    ['CIF', facts.cif],
    ['Servicio', facts.service],
    ['Concepto', facts.concept],
    ['Evaluador', facts.evaluator],
    ['Calificación', facts.rating],
    ['Calificada el', formatDay(facts.scoredOn)],
    ['Caduca el', formatDay(facts.expiresOn)],
  ]
}

/** The address of the page that checks a code. */
export const verifyPath = (code: string): string => `/verify/${code}`
