import { type Day, formatDay } from '#domain/values/day.ts'
import type { Rating } from '#domain/values/rating.ts'
import { parseRating, RATING_SCALE } from '#domain/values/rating.ts'

/** A published rating of today, with what decides which one is shown. */
export type RatingInForce = {
  rating: string
  expiresOn: Day
  /** ISO 8601. */
  scoredAt: string
  validationId: string
  /** Under extraordinary review since this day (AFFECT-15). */
  reviewSince?: Day | null
}

/** A dimension in which a rating is lower than the required level; `obtained` is null without any rating. */
export type Gap = { dimension: string; required: string; obtained: string | null; steps: number }

const { dimensions, levels } = RATING_SCALE
/** The place of a level on the scale, from 1; 0 is no level at all. */
const placeOf = (level: string | null | undefined) => (level ? levels.indexOf(level) + 1 : 0)
const parsed = (text: string | null): Rating | null => (text === null ? null : parseRating(text))

/** The dimensions in which a rating is lower than the required one, on the scale D < C < B < A < A+. */
export function gapsOf(required: string | null, obtained: string | null): Gap[] {
  const [wanted, got] = [parsed(required), parsed(obtained)]
  return dimensions.flatMap((dimension, i) => {
    const asked = wanted?.[i]
    const steps = placeOf(asked) - placeOf(got?.[i])
    return asked && steps > 0 ? [{ dimension, required: asked, obtained: got?.[i] ?? null, steps }] : []
  })
}

/** The steps that a rating lacks in all; without a rating, all the steps up to the required level. */
export const stepsMissing = (gaps: readonly Gap[]): number => gaps.reduce((sum, { steps }) => sum + steps, 0)

/** Whether a rating reaches another: no dimension is lower. No rating reaches a level. */
export const reaches = (obtained: string | null, required: string): boolean => gapsOf(required, obtained).length === 0

/**
 * The rating obtained for a required level, whichever evaluator gave it: of those that reach it the one that lapses
 * last; if none does, the one with the fewest steps missing, of equal ones the newest. Null without any in force.
 */
export function obtainedOf(required: string | null, inForce: readonly RatingInForce[]): RatingInForce | null {
  const missing = ({ rating }: RatingInForce) => stepsMissing(gapsOf(required, rating))
  const [first = null] = inForce.toSorted((a, b) => {
    const steps = missing(a) - missing(b)
    if (steps !== 0) return steps
    const newest = b.scoredAt.localeCompare(a.scoredAt)
    return missing(a) > 0 ? newest : b.expiresOn.localeCompare(a.expiresOn) || newest
  })
  return first
}

/** One dimension of the gap: 'Disponibilidad: exigido A, obtenido B'. */
export const gapSentence = ({ dimension, required, obtained }: Gap): string =>
  `${dimension}: exigido ${required}, ${obtained === null ? 'sin calificación' : `obtenido ${obtained}`}`

const list = new Intl.ListFormat('es', { type: 'conjunction' })
/** 'Confidencialidad e Integridad'. */
export const dimensionsOf = (gaps: readonly Gap[]): string => list.format(gaps.map(({ dimension }) => dimension))

export const acceptedUntil = (until: Day) => `Aceptado hasta el ${formatDay(until)}`
