import { msg } from '#domain/language/translate.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import type { Acceptance } from '#domain/supervision/acceptance/acceptance.ts'
import { acceptanceStatusOn } from '#domain/supervision/acceptance/acceptance.ts'
import type { Gap, RatingInForce } from '#domain/supervision/use/level.ts'
import { acceptedUntil, dimensionsOf, gapsOf, obtainedOf, stepsMissing } from '#domain/supervision/use/level.ts'
import type { Day } from '#domain/values/day.ts'

/** Where a use stands with its required level, the worst first. */
export const situations = ['UNRATED', 'BELOW', 'ACCEPTED', 'MET', 'NOT_SET'] as const
export type Situation = (typeof situations)[number]

/** What a situation means for those who ask. */
const meanings: Record<Situation, { label: string; isGap: boolean; isBroken: boolean; isMet: boolean }> = {
  UNRATED: { label: msg('Sin calificación vigente'), isGap: true, isBroken: true, isMet: false },
  BELOW: { label: msg('Por debajo'), isGap: true, isBroken: true, isMet: false },
  ACCEPTED: { label: msg('Aceptado'), isGap: true, isBroken: false, isMet: false },
  MET: { label: msg('Cumple'), isGap: false, isBroken: false, isMet: true },
  NOT_SET: { label: msg('Sin exigencia'), isGap: false, isBroken: false, isMet: false },
}
/** The word of a situation, for a filter. */
export const situationLabels = Object.fromEntries(situations.map(each => [each, meanings[each].label])) as Record<
  Situation,
  string
>
/** Required, and not met, whether or not it is accepted. */
export const isGap = (situation: Situation) => meanings[situation].isGap
/** Required, not met and not accepted: the bank has to act. */
export const isBroken = (situation: Situation) => meanings[situation].isBroken

/** What decides the situation of a use. */
export type UseFacts<A extends Acceptance = Acceptance> = {
  requiredScore: string | null
  inForce: readonly RatingInForce[]
  /** All acceptances of the use, the newest first. */
  acceptances: readonly A[]
}

export type Standing = {
  situation: Situation
  obtained: RatingInForce | null
  gaps: Gap[]
  missing: number
  /** The last day of the acceptance in force. */
  acceptedUntil: Day | null
}

/** The situation of a use on a day; an acceptance is considered last (LEVEL-08). */
export function useStanding({ requiredScore, inForce, acceptances }: UseFacts, today: Day): Standing {
  const valid = inForce.filter(({ expiresOn }) => expiresOn >= today)
  const obtained = obtainedOf(requiredScore, valid)
  const gaps = gapsOf(requiredScore, obtained?.rating ?? null)
  const accepted = acceptances.find(each =>
    acceptanceMachine.is.inForce(acceptanceStatusOn(each, { requiredScore, inForce: valid }, today)),
  )
  const unmet = accepted ? 'ACCEPTED' : obtained ? 'BELOW' : 'UNRATED'
  return {
    situation: requiredScore === null ? 'NOT_SET' : gaps.length === 0 ? 'MET' : unmet,
    obtained,
    gaps,
    missing: stepsMissing(gaps),
    acceptedUntil: accepted && gaps.length > 0 ? accepted.until : null,
  }
}

/** The situation in words: 'Por debajo en Disponibilidad'. */
export function situationText(
  situation: Situation,
  { gaps, acceptedUntil: until }: Pick<Standing, 'gaps' | 'acceptedUntil'>,
): string {
  const words: Partial<Record<Situation, string>> = {
    ACCEPTED: until ? acceptedUntil(until) : undefined,
    BELOW: `Por debajo en ${dimensionsOf(gaps)}`,
  }
  return words[situation] ?? situationLabels[situation]
}

/**
 * What a change of situation means for the bank, once (LEVEL-16): broken when it was met or accepted and is no more,
 * met when it was not. A use without a situation yet has just been declared.
 */
export function turnOf(before: Situation | null, after: Situation): 'broken' | 'met' | null {
  const was = before && meanings[before]
  if (!was) return null
  if ((was.isMet || (was.isGap && !was.isBroken)) && isBroken(after)) return 'broken'
  return was.isGap && meanings[after].isMet ? 'met' : null
}
