import { isDeepStrictEqual } from 'node:util'
import type { Evidence, Group } from '#assurance/trust/evidence.ts'
import { Times } from '#assurance/trust/evidence.ts'
import type { Attempt, Operation } from '#assurance/trust/history.ts'
import { firstOk, lineOf } from '#assurance/trust/history.ts'
import { mailFaults } from '#assurance/trust/mails.ts'
import { after } from '#assurance/trust/replay.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'
import { noticesOf } from '#domain/notification/notices.ts'
import { unlawfulMoves } from '#test/support/model/moves.ts'
import { differences } from '#test/support/model/run.ts'

/** Counters of the check, so that a vacuous run shows. */
export type Seen = {
  done: number
  refused: number
  unknown: number
  repeated: number
  earlier: number
  letIn: number
  otherReason: number
  told: number
}

export const nothingSeen = (): Seen => ({
  done: 0,
  refused: 0,
  unknown: 0,
  repeated: 0,
  earlier: 0,
  letIn: 0,
  otherReason: 0,
  told: 0,
})

type Round = {
  before: WholeWorld
  found: WholeWorld
  evidence: Evidence
  operations: readonly Operation[]
  seen: Seen
  /** A proxy stands between: it sends a read again that has no answer, and the first server may note it as well. */
  proxied?: boolean
}

/**
 * Checks a history against the sequential model. The order is the commit order, as in the audit log: every transaction
 * must be a step that the model allows at its position (or slightly earlier among concurrent ones, if all later steps
 * stay allowed and the final rows are equal; an admitted call completes even if its session ends during the call), and
 * not later than calls sent after its answer. Every refusal must be the model's at some moment between request and
 * answer. An acknowledged write exists once, and every repetition gets the same answer; a refused one left nothing; one
 * with an unknown outcome happened once or not at all. At the end the rows equal the model's.
 */
export function check(round: Round): string[] {
  const failures = [...callsOf(round)]
  const { evidence } = round
  const times = new Times(evidence.groups)
  const reversed = times.reversed()
  if (reversed) {
    const [first, second] = reversed.map(index => lineOf(evidence.groups[index]!.operation!))
    failures.push(`committed before what had been acknowledged earlier:\n  ${first}\n  ${second}`)
  }
  failures.push(...replay(round, times))
  return failures
}

/** Checks the answers of the calls that took effect. */
function* callsOf({ operations, evidence, seen }: Round): Generator<string> {
  for (const operation of operations) {
    const { key, attempts } = operation
    seen.unknown += Number(attempts.some(attempt => attempt.outcome === 'unknown'))
    if (key === null) continue
    const oks = attempts.filter(attempt => attempt.outcome === 'ok')
    const row = evidence.calls.get(key)
    seen.done += Number(oks.length > 0)
    seen.repeated += Number(oks.length > 1)
    if (oks.length > 0 && !row) yield `acknowledged and not done: ${lineOf(operation)}`
    for (const { status, body } of row ? oks : []) {
      if (row!.status !== status || !isDeepStrictEqual(row!.body, body))
        yield `answered differently: ${lineOf(operation)}`
    }
    if (row && attempts.every(attempt => attempt.outcome === 'refused'))
      yield `refused and yet done: ${lineOf(operation)}`
  }
}

/** The transactions in an order that the model allows, with the world before each and after the last. */
type Placed = { order: Group[]; worlds: WholeWorld[] }

type Waiting = { operation: Operation; attempt: Attempt; latest: number; other: boolean }

function replay({ before, found, evidence, operations, seen, proxied }: Round, times: Times): string[] {
  const failures: string[] = []
  const { groups, made } = evidence
  const placed: Placed = { order: [], worlds: [before] }
  const { worlds } = placed
  const starting = Map.groupBy(answersToJustify(operations, evidence), ({ attempt }) => times.earliest(attempt.from))
  let waiting: Waiting[] = []

  for (let index = 0; index <= groups.length; index++) {
    const arrived = starting.get(index) ?? []
    waiting.push(...arrived.map(each => ({ ...each, latest: times.latest(each.attempt.to), other: false })))
    waiting = waiting.filter(each => {
      const verdict = verdictOn(each, worlds[index]!)
      if (verdict === 'same') return false
      each.other ||= verdict === 'other'
      if (each.latest > index) return true
      if (each.other) seen.otherReason++
      else failures.push(`the model never answers so: ${lineOf(each.operation)}`)
      return false
    })
    const group = groups[index]
    if (!group) break
    const nowhere = place(placed, group, made, times, seen)
    if (nowhere) {
      failures.push(`${nowhere}: ${nameOf(group)}`)
      // Consequences of a wrong world mean nothing.
      return failures
    }
  }
  failures.push(...placed.order.flatMap((group, index) => wronglyTold(group, placed, index, times, seen) ?? []))
  const last = { ...worlds.at(-1)!, now: found.now, today: found.today }
  failures.push(...differences(last, found).map(wrong => `in the end ${wrong}`))
  const since = (index: number) => earliestOf(placed.order, index, times)
  failures.push(
    ...readsOf(operations, groups, proxied ? 2 : 1),
    ...mailFaults({ ...evidence, groups: placed.order }, worlds, since),
  )
  seen.refused += operations.filter(operation => !firstOk(operation)).length
  return failures
}

const nameOf = ({ operation, entries }: Group) =>
  `${entries.map(({ number, event, objectId }) => `${number} ${event} ${objectId}`).join(', ')}; ${operation ? lineOf(operation) : 'nobody'}`

/** The answers without their own position in the audit log: refusals, reads, and allowed no-ops. */
function answersToJustify(operations: readonly Operation[], { calls }: Evidence) {
  return operations.flatMap(operation => {
    const isToJustify = ({ outcome }: Attempt) => outcome === 'refused' || (outcome === 'ok' && operation.key === null)
    const answers = operation.attempts.filter(isToJustify)
    const quiet = operation.key !== null && calls.get(operation.key)?.quiet
    return [...answers, ...(quiet ? onceDone(operation) : [])].map(attempt => ({ operation, attempt }))
  })
}

/**
 * A no-op was done by one of its sendings up to the first with this answer: later sendings get the stored answer.
 */
function onceDone(operation: Operation): Attempt[] {
  const answer = firstOk(operation)
  if (!answer) return []
  const asked = operation.attempts.find(({ outcome }) => outcome !== 'refused')!
  return [{ ...answer, from: Math.min(asked.from, answer.from) }]
}

/** Whether the model gives this answer in this world: for the same reason, for another, or not. */
function verdictOn(
  { operation, attempt }: Pick<Waiting, 'operation' | 'attempt'>,
  world: WholeWorld,
): 'same' | 'other' | 'no' {
  const verdict = operation.judge(world)
  if (!verdict) return 'same'
  if ('refused' in verdict) {
    if (attempt.outcome === 'ok') return 'no'
    return verdict.refused === attempt.code ? 'same' : 'other'
  }
  if (attempt.outcome === 'ok') {
    // A read is recorded in the audit log as a transaction of its own.
    if (operation.key === null) return 'same'
    const next = structuredClone(world)
    verdict.change(next, { participants: [], users: [], invitations: [], validations: [], incidents: [] })
    return isDeepStrictEqual(next, world) ? 'same' : 'no'
  }
  return ownersLost(operation, world) ? 'other' : 'no'
}

/** The model only fills in drafts; after sending, the owner may no longer change some fields. */
function ownersLost({ what, target }: Operation, world: WholeWorld): boolean {
  if (what !== 'fillProfile') return false
  return Object.values(world.validations).some(
    each => each.participant === target && each.kind === 'DOC_MIN' && each.stored !== null,
  )
}

/**
 * Adds the next transaction to the order: last, or where the model refuses that, earlier among the concurrent ones, if
 * the later ones stay allowed. @returns the reason why it has no position.
 */
function place(
  { order, worlds }: Placed,
  group: Group,
  made: Evidence['made'],
  times: Times,
  seen: Seen,
): string | null {
  const next = after(worlds.at(-1)!, group, made)
  if (typeof next !== 'string') {
    const unlawful = unlawfulMoves({ ...worlds.at(-1)!, now: next.now }, next)
    if (unlawful.length > 0) return `against the tables of the states (${unlawful.join('; ')})`
    order.push(group)
    worlds.push(next)
    return null
  }
  if (!group.operation) return next
  const bound = order.findLastIndex(other => times.precedes(other, group))
  for (let position = order.length - 1; position > bound; position--) {
    const moved = [group, ...order.slice(position)]
    const changed: WholeWorld[] = []
    for (const each of moved) {
      const world = after(changed.at(-1) ?? worlds[position]!, each, made)
      if (typeof world === 'string') break
      changed.push(world)
    }
    if (changed.length < moved.length) continue
    seen.earlier++
    order.splice(position, order.length, ...moved)
    worlds.splice(position + 1, worlds.length, ...changed)
    return null
  }
  // An admitted call completes, although its caller's session has ended.
  for (let position = order.length - 1; position > bound; position--) {
    const late = { ...group, letIn: worlds[position]! }
    const world = after(worlds.at(-1)!, late, made)
    if (typeof world === 'string') continue
    seen.letIn++
    order.push(late)
    worlds.push(world)
    return null
  }
  return next
}

/** The recipients of a transaction's notifications in a world, one line per notification. */
function toTell({ entries }: Group, world: WholeWorld): string[] {
  const living = (id: string) => world.participants[id] && !world.participants[id].deleted
  return entries
    .filter(({ event, data }) => !['request.edited', 'request.renewed'].includes(event) || data.to === 'PENDING')
    .flatMap(({ event, data }) => noticesOf(event, data))
    .flatMap(({ to, type, message }) => {
      const recipients =
        to === 'centre'
          ? Object.keys(world.participants).filter(id => world.participants[id]!.kind === 'CCI')
          : 'participant' in to
            ? [to.participant].filter(living)
            : 'fansOf' in to
              ? world.more.favourites.flatMap(mark => {
                  const [bank, provider] = mark.split('/') as [string, string]
                  return provider === to.fansOf && living(bank) ? [bank] : []
                })
              : []
      return recipients.map(id => `${id} ${type} ${message}`)
    })
    .sort()
}

/** The first world that a transaction may have read: it may have waited while many others committed. */
const earliestOf = (order: readonly Group[], index: number, times: Times): number =>
  Math.min(order.findLastIndex(other => times.precedes(other, order[index]!)) + 1, index)

/** The notifications match the events and went to the recipients of some moment during the call. */
function wronglyTold(group: Group, { order, worlds }: Placed, index: number, times: Times, seen: Seen): string | null {
  const told = group.told.map(({ participantId, type, message }) => `${participantId} ${type} ${message}`).sort()
  seen.told += told.length
  const moments = [worlds[index + 1]!, ...worlds.slice(earliestOf(order, index, times), index + 1)]
  if (moments.some(world => isDeepStrictEqual(toTell(group, world), told))) return null
  return `told ${JSON.stringify(told)} and not ${JSON.stringify(toTell(group, worlds[index + 1]!))}: ${nameOf(group)}`
}

/** Every complete download is in the audit log, once per download. */
function readsOf(operations: readonly Operation[], groups: readonly Group[], notesAnAttempt: number): string[] {
  const count = (list: readonly string[]) =>
    new Map([...Map.groupBy(list, key => key)].map(([key, all]) => [key, all.length]))
  const reads = operations.filter(operation => operation.what === 'read')
  const keyOf = ({ userId, target }: Operation) => `${userId} ${target}`
  const had = count(
    reads.flatMap(operation =>
      operation.attempts.filter(({ outcome }) => outcome === 'ok').map(() => keyOf(operation)),
    ),
  )
  const tried = count(
    reads.flatMap(operation =>
      operation.attempts.filter(({ outcome }) => outcome !== 'refused').map(() => keyOf(operation)),
    ),
  )
  const noted = count(
    groups
      .flatMap(group => group.entries)
      .filter(({ event }) => event === 'document.read')
      .map(({ actorId, data }) => `${actorId} ${data.validationId}/${data.document}`),
  )
  return [
    ...[...had].flatMap(([key, times]) =>
      (noted.get(key) ?? 0) < times ? [`read ${times} times, noted ${noted.get(key) ?? 0}: ${key}`] : [],
    ),
    ...[...noted].flatMap(([key, times]) =>
      (tried.get(key) ?? 0) * notesAnAttempt < times
        ? [`noted ${times} times, asked ${tried.get(key) ?? 0}: ${key}`]
        : [],
    ),
  ]
}
