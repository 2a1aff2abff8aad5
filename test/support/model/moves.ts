import { documentMachine } from '#domain/states/document.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import type { Machine } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { userMachine } from '#domain/states/user.ts'
import { documentationStatus, documentStatus, requestStatus } from '#test/support/model/rule.ts'
import type { World } from '#test/support/model/world.ts'

type Any = Machine<string, never>
/** Every object with a state machine and its current state; a deleted one has none. */
type States = Map<string, { machine: Any; state: string | null }>

function statesOf(world: World): States {
  const states: States = new Map()
  const add = (kind: string, machine: unknown, id: string, state: string | null) =>
    states.set(`${kind} ${id}`, { machine: machine as Any, state })
  for (const [id, each] of Object.entries(world.invitations)) add('invitation', invitationMachine, id, each.status)
  for (const [id, each] of Object.entries(world.users)) add('user', userMachine, id, each.status)
  for (const [id, each] of Object.entries(world.incidents)) add('incident', incidentMachine, id, each.status)
  for (const [id, each] of Object.entries(world.validations)) {
    if (each.kind === 'DOC_MIN') add('documentation', documentationMachine, id, documentationStatus(world, each))
    else add('request', reportRequestMachine, id, each.deleted ? null : requestStatus(world, each))
    for (const [name, document] of Object.entries(each.documents)) {
      add('document', documentMachine, `${id}/${name}`, documentStatus(world, document))
    }
  }
  return states
}

/** Whether a machine has a path: one move of a user if no time passed, else any number of moves by time. */
function hasWay({ moves }: Any, from: string | null, to: string | null, timePassed: boolean): boolean {
  const next = (at: string | null, byTime: boolean) =>
    Object.values(moves)
      .filter(move => move.by.includes('TIME') === byTime && move.from.includes(at as never))
      .map(move => move.to as string | null)
  const ofTime = (at: string | null): boolean => at === to || next(at, true).some(ofTime)
  return timePassed ? ofTime(from) : next(from, false).includes(to)
}

/**
 * State changes between two worlds that violate the tables of src/domain/states, whatever the model expected. Deleting
 * a participant closes its invitation (D44), which is no user's move.
 */
export function unlawfulMoves(before: World, after: World): string[] {
  const was = statesOf(before)
  const timePassed = before.now !== after.now
  const unlawful: string[] = []
  for (const [subject, { machine, state }] of statesOf(after)) {
    const from = was.get(subject)?.state ?? null
    if (from === state || hasWay(machine, from, state, timePassed)) continue
    const invitation = subject.startsWith('invitation ') ? after.invitations[subject.split(' ')[1]!] : undefined
    if (invitation && state === 'REJECTED' && after.participants[invitation.participant]!.deleted) continue
    unlawful.push(`${subject}: ${from} -> ${state}`)
  }
  return unlawful
}
