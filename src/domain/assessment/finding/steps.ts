import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { dueStepOn, findingTopic } from '#domain/assessment/finding/finding.ts'
import type { Due, Reader } from '#domain/identity/due.ts'
import { isPast } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import type { FindingStatus } from '#domain/states/finding.ts'
import { findingMachine } from '#domain/states/finding.ts'

type Found = Pick<
  FindingWire,
  'id' | 'status' | 'service' | 'controlKey' | 'dimension' | 'providerName' | 'dueOn' | 'raisedAt' | 'doneAt'
>

/** The statuses of the findings that ask an actor for something; none for who has nothing to do with them. */
export const statusesToDo = (actor: Reader['actor']): readonly FindingStatus[] => {
  if (may(actor, 'finding.plan')) return findingMachine.sets.plannable
  return may(actor, 'finding.verify') ? findingMachine.sets.done : []
}

/**
 * A finding that its provider plans, or a measure that it takes within a week or should have taken; for the evaluator and
 * CCI a measure to verify.
 */
export function findingSteps(found: Found, reader: Reader): Due[] {
  const { actor, today } = reader
  const { id, status, service, controlKey, dimension, providerName, dueOn, raisedAt, doneAt } = found
  const thing = [controlKey ?? findingTopic(dimension), service].join(' · ')
  if (may(actor, 'finding.plan')) {
    const due = { id, thing, counterpart: null, since: raisedAt }
    if (findingMachine.is.unplanned(status)) return [{ act: 'planFinding', ...due, dueAt: null, overdue: false }]
    if (!findingMachine.is.underWay(status) || dueOn === null || dueStepOn(dueOn, today) === null) return []
    return [{ act: 'completeMeasure', ...due, dueAt: dueOn, overdue: isPast(dueOn, reader) }]
  }
  if (!may(actor, 'finding.verify') || !findingMachine.is.done(status)) return []
  return [
    {
      act: 'verifyMeasure',
      id,
      thing,
      counterpart: providerName,
      dueAt: null,
      overdue: false,
      since: doneAt ?? raisedAt,
    },
  ]
}
