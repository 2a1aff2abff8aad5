import { findingSteps } from '#domain/assessment/finding/steps.ts'
import { assessmentSteps } from '#domain/assessment/steps.ts'
import type { Due, Reader } from '#domain/identity/due.ts'
import { byUrgency } from '#domain/identity/due.ts'
import { bulletinSteps } from '#domain/incident/bulletin/steps.ts'
import { signUpSteps } from '#domain/invitation/request/steps.ts'
import { independenceSteps } from '#domain/report-request/independence/steps.ts'
import { registerSteps } from '#domain/supervision/register/steps.ts'
import { relianceSteps } from '#domain/supervision/reliance/steps.ts'
import { levelSteps } from '#domain/supervision/use/steps.ts'
import { clarificationSteps } from '#domain/validation/clarification/steps.ts'

/** The areas that have something to do for a reader. What reads for them names each (EXP-01). */
export const areas = {
  clarifications: clarificationSteps,
  findings: findingSteps,
  declarations: independenceSteps,
  evaluations: assessmentSteps,
  bulletins: bulletinSteps,
  levels: levelSteps,
  reliance: relianceSteps,
  register: registerSteps,
  signUps: signUpSteps,
} as const
export type Area = keyof typeof areas
export const areaNames = Object.keys(areas) as Area[]

/** The things of each area, as its rule reads them. */
export type AreaFacts = { readonly [A in Area]: readonly Parameters<(typeof areas)[A]>[0][] }

/** What is to be done in all areas, the most urgent first. */
export function dueSteps(facts: AreaFacts, reader: Reader): Due[] {
  const of = <A extends Area>(area: A): Due[] => {
    const steps = areas[area] as (thing: AreaFacts[A][number], reader: Reader) => Due[]
    return facts[area].flatMap(thing => steps(thing, reader))
  }
  return areaNames.flatMap(of).toSorted(byUrgency(reader.today))
}
