import type { FastifyRequest } from 'fastify'
import type { Contract } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { identifier } from '#domain/contract/wire.ts'
import type { Ability } from '#domain/identity/abilities.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { isPrivate, scopeOf } from '#domain/identity/roles.ts'
import type { Reason } from '#domain/messages.ts'
import type { Session } from '#server/http/session-of.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { DomainEvent } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { plainAddress } from '#server/platform/address-key.ts'
import { after, HOUR, MINUTE } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Wrong credentials have their own throttle and their own entry. */
const mistyped: ReadonlySet<Reason> = new Set(['passwordWrong', 'codeWrong', 'passkeyWrong'])

/** Whether a refusal denies access to a signed-in user. A missing object counts, because it may be another party's. */
const isDenial = ({ reason, status }: DomainError) => reason === 'notFound' || (status === 403 && !mistyped.has(reason))

/** Reasons that a session meets at every call until its user acts or changes network: its screens keep polling. */
const standing: ReadonlySet<Reason> = new Set(['networkNotAllowed', 'passwordMissing', 'secondFactorMissing'])

/** How long denials of a kind are counted into one entry after the first, in milliseconds. */
const COUNTED = 15 * MINUTE
const STANDING_COUNTED = HOUR

/** Maximum number of requested identifiers in an entry, so that the caller cannot control its length. */
const ASKED_KEPT = 10

/** Maximum number of kinds counted at once; beyond it, the oldest is written early. */
const COUNTED_KINDS = 10_000

/** The denials of a session, call and reason after the first, which has its own entry. */
type Kind = {
  readonly session: string
  readonly actor: Actor
  readonly call: string
  readonly reason: Reason
  readonly until: string
  /** The call is about what belongs to the caller's participant alone (BASE-11). */
  readonly isOwn: boolean
  times: number
  /** The instant of the last denial. */
  last: string
  /** The first identifiers requested. */
  asked: string[]
}

const firstOf = (asked: readonly string[]) => [...new Set(asked)].slice(0, ASKED_KEPT)

/** By session, call and reason, oldest first; per database, because tests have several. */
const counted = new WeakMap<Db, Map<string, Kind>>()

function kindsOf({ db }: AppContext): Map<string, Kind> {
  const kinds = counted.get(db) ?? new Map<string, Kind>()
  counted.set(db, kinds)
  return kinds
}

const keyOf = ({ session, call, reason }: Kind) => `${session} ${call} ${reason}`

/** Removes the kinds whose period is over, and the oldest one when a new kind finds no room. */
function takeDue(kinds: Map<string, Kind>, now: string, key: string): Kind[] {
  const due: Kind[] = []
  const known = kinds.get(key)
  if (known && known.until <= now) due.push(known)
  const [oldest] = kinds.values()
  if (!known && oldest && kinds.size >= COUNTED_KINDS) due.push(oldest)
  for (const kind of due) kinds.delete(keyOf(kind))
  return due
}

const summaryOf = ({ call, actor, reason, times, last, asked, isOwn }: Kind): DomainEvent => ({
  event: 'access.refused',
  object: { kind: isOwn ? 'supervision' : 'call', id: call },
  participantId: actor.participantId,
  data: isOwn ? {} : { reason, asked, times, last },
})

/** Writes the counted denials of one user. On failure they stay counted. */
async function write(app: AppContext, kinds: readonly Kind[]): Promise<void> {
  const all = kindsOf(app)
  const some = kinds.filter(({ times }) => times > 0)
  const [first] = some
  if (!first) return
  try {
    await inTransaction(app, first.actor, async tx => {
      for (const kind of some) tx.record(summaryOf(kind))
    })
  } catch (error) {
    for (const kind of some) {
      const since = all.get(keyOf(kind))
      if (!since) all.set(keyOf(kind), kind)
      else {
        since.times += kind.times
        since.asked = firstOf([...kind.asked, ...since.asked])
      }
    }
    throw error
  }
}

/**
 * Writes the denials whose period is over, one entry for each session, call and reason. Housekeeping calls it.
 * @param all also those still being counted: at a stop
 */
export async function writeRefusals(app: AppContext, all = false): Promise<void> {
  const kinds = kindsOf(app)
  const now = app.clock.now()
  const due = [...kinds.values()].filter(({ until }) => all || until <= now)
  for (const kind of due) kinds.delete(keyOf(kind))
  let failure: unknown
  for (const each of Map.groupBy(due, ({ session }) => session).values()) {
    await write(app, each).catch(error => {
      failure = error
    })
  }
  if (failure) throw failure
}

/**
 * Records a denial in a transaction of its own, because the call's was rolled back. The first denial of a session, call
 * and reason gets an entry; those of the next quarter of an hour share one. Only identifiers of the request are kept:
 * user input may be personal or a password.
 */
export async function recordDenial(
  app: AppContext,
  { id, actor }: Session,
  contract: Contract,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!(error instanceof DomainError) || !isDenial(error)) return
  const { reason } = error
  const now = app.clock.now()
  const said = [request.params, request.query, request.body].flatMap(part => Object.values(part ?? {}))
  const asked = firstOf(said.filter(value => identifier.safeParse(value).success))
  const kinds = kindsOf(app)
  const until = after(now, standing.has(reason) ? STANDING_COUNTED : COUNTED)
  const isOwn = isPrivate(contract.who) && scopeOf({ ...actor, isPrincipal: true }, contract.who as Ability) !== null
  const kind: Kind = { session: id, actor, call: contract.name, reason, until, isOwn, times: 0, last: now, asked: [] }
  const key = keyOf(kind)
  const due = takeDue(kinds, now, key)
  const known = kinds.get(key)
  if (known) {
    known.times++
    known.last = now
    known.asked = firstOf([...known.asked, ...asked])
    return
  }
  kinds.set(key, kind)
  for (const each of due) await write(app, [each])
  await inTransaction(app, actor, async tx => {
    const address = reason === 'networkNotAllowed' ? { address: plainAddress(request.ip) } : {}
    tx.record({ ...summaryOf(kind), ...(isOwn ? {} : { data: { reason, asked, ...address } }) })
  })
}
