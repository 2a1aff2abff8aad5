import { setTimeout as sleep } from 'node:timers/promises'
import type { History } from '#assurance/trust/history.ts'
import type { Move } from '#assurance/trust/moves.ts'
import { chooseMoves } from '#assurance/trust/moves.ts'
import { random } from '#assurance/trust/random.ts'
import type { Installation } from '#assurance/trust/replicas.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'
import { readWholeWorld } from '#assurance/trust/whole-world.ts'
import { closeSession, readMe, signIn } from '#domain/identity/session/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { pick, refused } from '#test/support/model/rule.ts'
import { enterAll } from '#test/support/model/run.ts'
import type { Caller } from '#test/support/portal.ts'
import { callerOf } from '#test/support/portal.ts'

const CHOSEN = 'Velero.7431'
const PATIENCE_MS = 4000

/** A caller and its session. */
type Keys = Pick<Caller, 'token' | 'csrf' | 'cookie'> & { session: string }

const impatient = (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })

/** Concurrent users on both servers, who record their calls in a history. */
export class Clients {
  readonly #replicas: Installation
  readonly #keys: Map<string, Keys>
  #number = 0
  #world: WholeWorld

  private constructor(replicas: Installation, keys: Map<string, Keys>, world: WholeWorld) {
    this.#replicas = replicas
    this.#keys = keys
    this.#world = world
  }

  /** Signs everyone in. */
  static async gather(replicas: Installation): Promise<Clients> {
    const { db, clock, secrets } = replicas
    const callers = await enterAll({ app: { db, clock, secrets }, callerWith: keys => callerOf('', keys) })
    const keys = new Map<string, Keys>()
    for (const [id, { token, csrf }] of callers) {
      keys.set(id, { token, csrf, cookie: '', session: await sessionOf(replicas, token) })
    }
    return new Clients(replicas, keys, await readWholeWorld(replicas))
  }

  /** Runs the given number of clients until the time is over. */
  async work(history: History, { clients, ms, seed }: { clients: number; ms: number; seed: number }): Promise<void> {
    const proved = { proved_at: this.#replicas.clock.now() }
    // Calls that end something require a recent sign-in.
    await this.#replicas.db.updateTable('session').set(proved).where('ended_at', 'is', null).execute()
    this.#world = await readWholeWorld(this.#replicas)
    const hot = this.#crowd(random(seed))
    const end = performance.now() + ms
    const looking = this.#look(end)
    const one = async (client: number) => {
      const next = random(seed * 1009 + client)
      while (performance.now() < end) {
        const luck = next(200)
        if (luck < 2) await this.#revoke(history, next)
        else if (luck < 4) await this.#choosePassword(next)
        else {
          const moves = chooseMoves(this.#world, this.#replicas, hot, next, () => ++this.#number)
          for (const move of moves) if (performance.now() < end) await this.#take(history, move, next)
        }
        await sleep(next(30))
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
    await looking
  }

  /** The participants of a round: few, so that clients conflict. */
  #crowd(next: (limit: number) => number): Set<string> {
    const of = (kind: string) =>
      Object.entries(this.#world.participants).flatMap(([id, each]) =>
        each.kind === kind && !each.deleted ? [id] : [],
      )
    const kinds = ['PROVIDER', 'PROVIDER', 'PROVIDER', 'AUDIT', 'ENTITY']
    return new Set(kinds.map(kind => pick(of(kind), next(9999))))
  }

  /** The clients' view of the world becomes stale, as a page's does. */
  async #look(end: number): Promise<void> {
    while (performance.now() < end) {
      await sleep(400)
      await readWholeWorld(this.#replicas).then(
        world => {
          this.#world = world
        },
        () => {},
      )
    }
  }

  async #take(history: History, move: Move, next: (limit: number) => number): Promise<void> {
    const keys = this.#keys.get(move.userId)
    if (!keys) return
    const id = ++this.#number
    const { send, ...rest } = move
    const judge: Move['judge'] = (world, letIn = world) =>
      letIn.more.sessions[move.userId]?.includes(keys.session) ? move.judge(world, letIn) : refused('noSession')
    const key = move.what === 'read' ? null : `op${id}-${next(1e6)}`
    await history.take({ id, ...rest, judge, key }, keys, send)
  }

  /** A session that was ended through one server is invalid on the other. */
  async #revoke(history: History, next: (limit: number) => number): Promise<void> {
    const [one, other] = next(2) === 0 ? [0, 1] : [1, 0]
    const users = Object.entries(this.#world.users).filter(([, user]) => user.signedIn && user.passwordChosen)
    const [, user] = pick(users, next(9999))
    const at = (which: number) => this.#replicas.url(which)
    try {
      const anonymous = callerOf(at(one)!, { token: '', csrf: 'x', cookie: '' }, impatient)
      const entered = await anonymous.call(signIn, { body: { email: user.email, password: this.#replicas.password } })
      if (entered.status !== 200) return
      const keys = {
        token: entered.headers.get('authorization')!,
        csrf: entered.headers.get('x-csrf-token')!,
        cookie: '',
      }
      const elsewhere = callerOf(at(other)!, keys, impatient)
      await elsewhere.call(readMe)
      const closed = await callerOf(at(one)!, keys, impatient).call(closeSession, { body: { close: 'true' } })
      if (closed.status !== 204) return
      const { status } = await elsewhere.call(readMe)
      if (status < 300) history.failures.push(`a session ended at ${one} still opened at ${other}`)
      this.revocations++
    } catch {
      // A server stopped during the call.
    }
  }

  /** The number of sessions ended and then tried elsewhere. */
  revocations = 0

  /** A user with a one-time password chooses another: all earlier sessions end, and a new one starts. */
  async #choosePassword(next: (limit: number) => number): Promise<void> {
    const able = Object.entries(this.#world.users).filter(([, user]) => {
      return !user.deleted && !user.passwordChosen && user.temporaryUntil !== null
    })
    const chosen = pick(able, next(9999))
    if (!chosen) return
    const [id, { email }] = chosen
    const { db, secrets, password } = this.#replicas
    try {
      const row = await db.selectFrom('portal_user').select('secret_nonce').where('id', '=', id).executeTakeFirst()
      const oldPassword = row?.secret_nonce ? secrets.derive('one-time-password', row.secret_nonce) : password
      const url = this.#replicas.url(next(2))!
      const entered = await callerOf(url, { token: '', csrf: 'x', cookie: '' }, impatient).call(signIn, {
        body: { email, password: oldPassword },
      })
      if (entered.status !== 200) return
      const [token, csrf] = [entered.headers.get('authorization')!, entered.headers.get('x-csrf-token')!]
      const answer = await callerOf(url, { token, csrf, cookie: '' }, impatient).call(patchUser, {
        params: { key: id },
        body: { oldPassword, newPassword: CHOSEN, policyAccepted: true },
      })
      if (answer.status !== 200) return
      const fresh = {
        token: answer.headers.get('authorization')!,
        csrf: answer.headers.get('x-csrf-token')!,
        cookie: '',
      }
      this.#keys.set(id, { ...fresh, session: await sessionOf(this.#replicas, fresh.token) })
    } catch {
      // A server stopped during the call: the audit log says whether it happened.
    }
  }
}

async function sessionOf({ db }: Installation, token: string): Promise<string> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirstOrThrow()
  return row.id
}
