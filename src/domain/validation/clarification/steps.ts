import type { Due, Reader } from '#domain/identity/due.ts'
import { isPast } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'

type Asked = Pick<
  ClarificationWire,
  | 'id'
  | 'kind'
  | 'status'
  | 'askedBy'
  | 'askedOf'
  | 'subject'
  | 'participantName'
  | 'evaluatorName'
  | 'dueOn'
  | 'createdAt'
> & { assignee?: ClarificationWire['assignee'] }

/** A question or an appeal that waits for the reader. A participant reads the asker, CCI the participant that it is about. */
export function clarificationSteps(asked: Asked, reader: Reader): Due[] {
  const { actor } = reader
  const { id, kind, status, askedBy, askedOf, subject, participantName, evaluatorName, dueOn, createdAt } = asked
  if (!may(actor, 'clarification.take-part')) return []
  if (!clarificationMachine.is.waiting(status) || askedOf !== actor.role) return []
  const asker = askedBy === 'CCI' ? 'CCI' : askedBy === 'AUDIT' ? evaluatorName : participantName
  return [
    {
      act: kind === 'APPEAL' ? 'decideAppeal' : 'answerClarification',
      id,
      thing: subject,
      counterpart: actor.role === 'CCI' ? participantName : asker,
      dueAt: dueOn,
      overdue: isPast(dueOn, reader),
      since: createdAt,
      assignee: asked.assignee,
    },
  ]
}
