import type { Due, Reader } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import type { Situation } from '#domain/supervision/use/situation.ts'
import { isBroken } from '#domain/supervision/use/situation.ts'
import { isEnding } from '#domain/supervision/use/use.ts'
import type { Day } from '#domain/values/day.ts'

type Used = {
  id: string
  provider: string
  service: string
  situation: Situation
  /** The last day of the acceptance in force, or null. */
  acceptedUntil: Day | null
  since: Day | null
  until: Day | null
}

/** A service in use below its required level that is not accepted, and an acceptance that ends within a month. */
export function levelSteps(used: Used, { actor, today }: Reader): Due[] {
  const { id, provider, service, situation, acceptedUntil, since, until } = used
  if (until !== null || !may(actor, 'use.manage')) return []
  const due = { id, thing: service, counterpart: provider, overdue: false, since }
  if (isBroken(situation)) return [{ act: 'settleLevel', ...due, dueAt: null }]
  if (!may(actor, 'acceptance.decide') || !isEnding(acceptedUntil, today)) return []
  return [{ act: 'renewAcceptance', ...due, dueAt: acceptedUntil }]
}
