import type { EventName } from '#domain/audit-log/events.ts'
import type { Role } from '#domain/identity/roles.ts'
import type { Reason } from '#domain/messages.ts'

/** The mover: a role, the passing of time, or the owner of the account. */
export type Mover = Role | 'TIME' | 'SELF'

/** A condition on the subject, and the reason for a refusal when it does not hold. */
export type Need<Subject> = { readonly reason: Reason; readonly holds: (subject: Subject) => boolean }

/** One row of a machine: source states, target, allowed movers, conditions and event. */
export type Move<State extends string, Subject, Target extends State | null = State | null> = {
  /** `null` is a draft or an item that does not exist yet. */
  readonly from: readonly (State | null)[]
  readonly to: Target
  readonly by: readonly Mover[]
  readonly needs?: readonly Need<Subject>[]
  readonly event: EventName
  /** Caused by the end of a day: the subject's expiry day (0), or the same day this many years later. */
  readonly yearsAfterExpiry?: number
  /** Reason for a refusal by state; 'wrongState' when absent. */
  readonly refusal?: Reason
}

/** Sets of statuses by the name of the question that they answer. */
export type StatusSets<State extends string> = { readonly [name: string]: readonly State[] }

/** The target of each action: what a decision's `to` can be. */
type Targets<State extends string> = { readonly [action: string]: State | null }

type Definition<State extends string, Subject, To extends Targets<State>, Sets extends StatusSets<State>> = {
  readonly name: string
  readonly states: readonly State[]
  /** States that time derives from a stored one; computed when read and never stored (D5). */
  readonly derived: readonly State[]
  /**
   * At most one subject has a status in the set `within`, for each combination of `per`; a database index enforces it.
   */
  readonly once?: { readonly per: readonly string[]; readonly within: keyof Sets & string }
  /** Every set of statuses that a rule, query or screen uses; statuses are as of today unless stated otherwise. */
  readonly sets: Sets
  readonly moves: { readonly [A in keyof To]: Move<State, Subject, To[A]> }
}

export type Machine<
  State extends string,
  Subject,
  To extends Targets<State> = Targets<State>,
  Sets extends StatusSets<State> = StatusSets<State>,
> = Definition<State, Subject, To, Sets> & {
  /** Whether a status is in a set. `null` and undefined, that is, drafts and missing items, are in none. */
  readonly is: { readonly [S in keyof Sets]: (status: string | null | undefined) => status is Sets[S][number] }
}

export type Decision<To extends string | null> =
  | { readonly ok: true; readonly to: To; readonly event: EventName }
  | { readonly ok: false; readonly reason: Reason }

type Moves<State extends string> = { readonly [action: string]: Move<State, never> }
type NeedOf<M> = M extends { readonly needs: readonly (infer Each)[] } ? Each : never
/** The subject that every condition of these moves can be asked about. */
type SubjectOf<M> = [NeedOf<M[keyof M]>] extends [{ readonly holds: (subject: infer Subject) => boolean }]
  ? Subject
  : unknown

/** Builds a machine and keeps its literal types, so that the compiler knows its states, sets, actions and targets. */
export function machine<
  const State extends string,
  const M extends Moves<State>,
  const Sets extends StatusSets<State>,
  To extends { readonly [A in keyof M]: M[A]['to'] },
>(
  definition: Omit<Definition<State, never, Targets<State>, Sets>, 'moves'> & { readonly moves: M },
): Machine<State, SubjectOf<M>, To, Sets> {
  const asks = Object.entries(definition.sets).map(([name, set]) => {
    const members: readonly (string | null | undefined)[] = set
    return [name, (status: string | null | undefined) => members.includes(status)]
  })
  return { ...definition, is: Object.fromEntries(asks) } as unknown as Machine<State, SubjectOf<M>, To, Sets>
}

/**
 * Whether `mover` may take `action` on a subject in `state`, and the target state. The server enforces the answer and
 * the browser explains it. A refusal carries the first reason in this order: mover, source state, condition.
 * @param options.except reasons of the conditions to skip: input that the user has not typed yet.
 */
export function decide<State extends string, Subject, To extends Targets<State>, Action extends keyof To>(
  machine: Machine<State, Subject, To>,
  action: Action,
  state: State | null,
  subject: Subject,
  mover: Mover,
  { except = [] }: { except?: readonly Reason[] } = {},
): Decision<To[Action]> {
  const decision = decideByStatus(machine, action, state, mover)
  if (!decision.ok) return decision
  const needs = machine.moves[action].needs?.filter(({ reason }) => !except.includes(reason))
  const unmet = needs?.find(need => !need.holds(subject))
  return unmet ? { ok: false, reason: unmet.reason } : decision
}

/** The same decision by mover and state only: for a move without conditions, or before there is a subject to check. */
export function decideByStatus<State extends string, To extends Targets<State>, Action extends keyof To>(
  machine: Machine<State, never, To>,
  action: Action,
  state: State | null,
  mover: Mover,
): Decision<To[Action]> {
  const move = machine.moves[action]
  if (!move.by.includes(mover)) return { ok: false, reason: 'notYourMove' }
  if (!move.from.includes(state)) return { ok: false, reason: move.refusal ?? 'wrongState' }
  return { ok: true, to: move.to, event: move.event }
}
