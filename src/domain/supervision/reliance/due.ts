import { decideByStatus } from '#domain/states/machine.ts'
import type { RelianceStatus } from '#domain/states/reliance-file.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { statusOn } from '#domain/states/time.ts'
import type { Basis } from '#domain/supervision/reliance/facts.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay, madridDay } from '#domain/values/day.ts'

/** Why a signed file has to be reviewed (RELY-08, RELY-09). */
export const dueCauses = [
  'REVIEW_DATE',
  'CORRECTED',
  'SUPERSEDED',
  'LAPSED',
  'UNDER_REVIEW',
  'OTHER_EVALUATION',
  'ACCREDITATION',
  'CHAIN',
] as const
export type DueCause = (typeof dueCauses)[number]

/** `key` tells one cause from another of its kind; the bank hears of each once (RELY-10). */
export type Cause = { cause: DueCause; key: string; on: Day; sentence: string }

/** Something that happened: its identifier and its day or instant. */
export type Happening = { id: string; at: string }

/** What has become of the grounds of a signed file. */
export type Grounds = {
  /** The rating that it rests on was corrected. */
  corrected: Happening | null
  /** Another request took the place of its request. */
  superseded: Happening | null
  /** Since when its rating is under extraordinary review. */
  reviewSince: string | null
  /** Evaluations of the same service that were published after the signature. */
  evaluations: readonly Happening[]
  accreditedUntil: Day | null
  /** Material changes of the chain, each with the day from which it holds. */
  chainChanges: readonly Happening[]
}

export type SignedFile = {
  signedAt: string
  reviewOn: Day
  /** Null where it was signed without a rating in force. */
  basis: Basis | null
}

/**
 * The causes for which a signed file has to be reviewed, in the order of their days. What was so when it was signed is no
 * cause: the bank concluded in view of it.
 */
export function causesOf({ signedAt, reviewOn, basis }: SignedFile, grounds: Grounds, today: Day): Cause[] {
  const causes: Cause[] = []
  const add = (cause: DueCause, id: string, at: string, sentence: (day: string) => string) => {
    const on = madridDay(at)
    if (on <= today) causes.push({ cause, key: `${cause}:${id}`, on, sentence: sentence(formatDay(on)) })
  }
  add('REVIEW_DATE', reviewOn, addDays(reviewOn, 1), () => `Su fecha de revisión era el ${formatDay(reviewOn)}.`)
  if (basis) {
    const { corrected, superseded, reviewSince, accreditedUntil } = grounds
    if (corrected) add('CORRECTED', corrected.id, corrected.at, day => `La calificación se corrigió el ${day}.`)
    if (superseded) {
      add('SUPERSEDED', superseded.id, superseded.at, day => `Otra calificación sustituyó a la suya el ${day}.`)
    }
    const lapsedText = `La calificación caducó el ${formatDay(basis.expiresOn)}.`
    add('LAPSED', basis.scoreId, addDays(basis.expiresOn, 1), () => lapsedText)
    if (reviewSince && reviewSince !== basis.reviewSince) {
      const since = reviewSince
      add('UNDER_REVIEW', since, since, day => `La calificación está en revisión extraordinaria desde el ${day}.`)
    }
    const { reportDate } = basis
    if (accreditedUntil && reportDate && accreditedUntil < reportDate && accreditedUntil !== basis.accreditedUntil) {
      add(
        'ACCREDITATION',
        accreditedUntil,
        accreditedUntil,
        day => `La acreditación de su evaluador terminó el ${day}, antes de la fecha del informe.`,
      )
    }
  }
  for (const { id, at } of grounds.evaluations) {
    if (at > signedAt && id !== basis?.assessmentId) {
      add('OTHER_EVALUATION', id, at, day => `Se publicó otra evaluación del servicio el ${day}.`)
    }
  }
  for (const { id, at } of grounds.chainChanges) {
    if (madridDay(at) <= madridDay(signedAt)) continue
    add('CHAIN', id, at, day => `Entró en vigor un cambio relevante de la cadena de subcontratación el ${day}.`)
  }
  return causes.toSorted((a, b) => a.on.localeCompare(b.on) || a.key.localeCompare(b.key))
}

/** The status of a file today: a signed one with a cause is due, before any job notes it (D5). */
export function relianceStatusOn(
  stored: RelianceStatus,
  reviewOn: Day | null,
  causes: readonly Cause[],
  today: Day,
): RelianceStatus {
  const status = statusOn(relianceMachine, stored, reviewOn, today)
  if (causes.length === 0) return status
  const decision = decideByStatus(relianceMachine, 'fallDue', status, 'TIME')
  return decision.ok ? decision.to : status
}
