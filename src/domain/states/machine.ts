import type { EventName } from '#domain/events.ts'
import type { Reason } from '#domain/messages.ts'
import type { Role } from '#domain/roles.ts'

/** Who makes a move: a role, the passing of time, or the person the account belongs to. */
export type Mover = Role | 'TIME' | 'SELF'

/** A condition that a subject must meet, and the reason a refusal gives. */
export type Need<Subject> = { readonly reason: Reason; readonly holds: (subject: Subject) => boolean }

/** One row of a machine: from which states, to which, by whom, under which conditions, and what is then told. */
export type Move<State extends string, Subject> = {
  /** `null` is what does not exist yet, or a draft. */
  readonly from: readonly (State | null)[]
  readonly to: State | null
  readonly by: readonly Mover[]
  readonly needs?: readonly Need<Subject>[]
  readonly event: EventName
  /** Made by the end of a day: of the subject's expiry day (0), or of the same day so many years later. */
  readonly yearsAfterExpiry?: number
  /** The sentence of a refusal by state; 'wrongState' when absent. */
  readonly refusal?: Reason
}

/** Sets of statuses, each under the name of the question that it answers. */
export type StatusSets<State extends string> = { readonly [name: string]: readonly State[] }

type Definition<State extends string, Subject, Action extends string, Sets extends StatusSets<State>> = {
  readonly name: string
  readonly states: readonly State[]
  /** States that time makes of a stored one; they are derived when read and never stored (D5). */
  readonly derived: readonly State[]
  /** At most one subject whose status is `within` a set, for each combination of `per`; an index of the database holds it. */
  readonly once?: { readonly per: readonly string[]; readonly within: keyof Sets & string }
  /** Every set of statuses that any rule, query or screen asks for; all of them read as of today unless one says otherwise. */
  readonly sets: Sets
  readonly moves: { readonly [A in Action]: Move<State, Subject> }
}

export type Machine<
  State extends string,
  Subject,
  Action extends string,
  Sets extends StatusSets<State> = StatusSets<State>,
> = Definition<State, Subject, Action, Sets> & {
  /** Whether a status is in a set. `null`, a draft or nothing at all, is in none. */
  readonly is: { readonly [S in keyof Sets]: (status: string | null | undefined) => status is Sets[S][number] }
}

export type Decision<State extends string> =
  | { readonly ok: true; readonly to: State | null; readonly event: EventName }
  | { readonly ok: false; readonly reason: Reason }

/** Keeps the literal types of a machine, so that its states, sets and actions are known to the compiler. */
export function machine<
  const State extends string,
  Subject,
  const Action extends string,
  const Sets extends StatusSets<State>,
>(definition: Definition<State, Subject, Action, Sets>): Machine<State, Subject, Action, Sets> {
  const asks = Object.entries(definition.sets).map(([name, set]) => {
    const members: readonly (string | null | undefined)[] = set
    return [name, (status: string | null | undefined) => members.includes(status)]
  })
  return { ...definition, is: Object.fromEntries(asks) }
}

/**
 * Whether `mover` may take `action` on a subject in `state`, and where it leads. The server enforces the answer and
 * the browser explains it. A refusal carries its reason, in this order: who, from where, under which condition.
 * @param options.except conditions that are not checked, by their reasons: what the user is still to type.
 */
export function decide<State extends string, Subject, Action extends string>(
  machine: Machine<State, Subject, Action>,
  action: Action,
  state: State | null,
  subject: Subject,
  mover: Mover,
  { except = [] }: { except?: readonly Reason[] } = {},
): Decision<State> {
  const decision = decideByStatus(machine, action, state, mover)
  if (!decision.ok) return decision
  const needs = machine.moves[action].needs?.filter(({ reason }) => !except.includes(reason))
  const unmet = needs?.find(need => !need.holds(subject))
  return unmet ? { ok: false, reason: unmet.reason } : decision
}

/** The same by mover and state alone: for a move without conditions, or before there is anything to check them on. */
export function decideByStatus<State extends string, Action extends string>(
  machine: Machine<State, never, Action>,
  action: Action,
  state: State | null,
  mover: Mover,
): Decision<State> {
  const move = machine.moves[action]
  if (!move.by.includes(mover)) return { ok: false, reason: 'notYourMove' }
  if (!move.from.includes(state)) return { ok: false, reason: move.refusal ?? 'wrongState' }
  return { ok: true, to: move.to, event: move.event }
}
