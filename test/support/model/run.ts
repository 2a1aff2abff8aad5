import { isDeepStrictEqual, styleText } from 'node:util'
import fc from 'fast-check'
import { patchUser } from '#domain/identity/user/contract.ts'
import { decide } from '#domain/states/machine.ts'
import { userMachine } from '#domain/states/user.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { DAY } from '#server/platform/clock.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'
import type { Planned } from '#test/support/model/campaigns.ts'
import { campaigns } from '#test/support/model/campaigns.ts'
import { incidentActions } from '#test/support/model/incidents.ts'
import { unlawfulMoves } from '#test/support/model/moves.ts'
import { peopleActions } from '#test/support/model/people.ts'
import { reviewActions } from '#test/support/model/reviews.ts'
import type { Action, Fresh, Verdict } from '#test/support/model/rule.ts'
import { actorOf, pick } from '#test/support/model/rule.ts'
import type { World } from '#test/support/model/world.ts'
import { readWorld } from '#test/support/model/world.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

export const actions: Record<string, Action> = { ...peopleActions, ...reviewActions, ...incidentActions }
export const actionNames = Object.keys(actions)
const CHOSEN = 'Velero.7431'
const days = [1, 13, 31, 120, 366]

/**
 * One step as fast-check generates it: numbers that select among the objects at that time. An `aimed` one selects among
 * steps that the model allows, so that runs make progress.
 */
export type Step = { what: string; aimed: boolean; actor: number; target: number; detail: number }

const often = ['onboard', 'review', 'review', 'pass', 'choosePassword']
// They remove objects that others need.
const seldom = ['removeParticipant', 'withdraw']
const usual = actionNames.filter(name => !seldom.includes(name))

export const stepsOf = (length: number) =>
  fc.array(
    fc.record({
      what: fc.constantFrom(...often, ...often, ...usual, ...usual, ...seldom),
      aimed: fc.integer({ min: 0, max: 3 }).map(n => n > 0),
      actor: fc.nat(9999),
      target: fc.nat(9999),
      detail: fc.nat(99_999),
    }),
    { minLength: length, maxLength: length },
  )

/** The counts of allowed and refused steps per action: a run that allows nothing shows nothing. */
export type Tally = Record<string, { allowed: number; refused: number }>

/** Signs in everyone who may be, and keeps the callers with a session. */
export async function enterAll({
  app,
  callerWith,
}: {
  app: Pick<TestPortal['app'], 'db' | 'clock' | 'secrets'>
  callerWith: TestPortal['callerWith']
}): Promise<Map<string, Caller>> {
  const users = await app.db.selectFrom('portal_user').select('id').where('deleted_at', 'is', null).execute()
  const callers = new Map<string, Caller>()
  const now = app.clock.now()
  for (const { id } of users) {
    const [session, token] = [id.split('').reverse().join(''), newToken()]
    await app.db
      .insertInto('session')
      .values({
        id: session,
        user_id: id,
        token_hash: sha256(token),
        device_id: sha256(id),
        started_at: now,
        last_seen_at: now,
        proved_at: now,
      })
      .execute()
    callers.set(id, callerWith({ token, csrf: app.secrets.derive('csrf', session), cookie: '' }))
  }
  return callers
}

/** Time would end all sessions; the other effects are under test, so sessions are refreshed. */
async function keepAwake({ app }: TestPortal): Promise<void> {
  const now = app.clock.now()
  await app.db
    .updateTable('session')
    .set({ started_at: now, last_seen_at: now, proved_at: now })
    .where('ended_at', 'is', null)
    .execute()
  await app.db.deleteFrom('sign_in_attempt').execute()
}

function verdictOf(world: World, { what, actorId, target, detail }: Planned, step: number): Verdict {
  const actor = actorOf(world, actorId)
  return actor ? actions[what]!.rule(world, actor, target, detail, step) : { refused: 'noSession' }
}

/** The meaning of a step in this world. */
function moveOf(world: World, { what, aimed, actor, target, detail }: Step, step: number): Planned | null {
  const actorIds = Object.keys(world.users)
  const targets = actions[what]!.targets(world)
  if (targets.length === 0) return null
  const isAllowed = (move: Planned) => {
    const verdict = verdictOf(world, move, step)
    return verdict !== null && 'change' in verdict
  }
  const tries = targets.flatMap(on => actorIds.map(actorId => ({ what, actorId, target: on, detail })))
  const from = (actor * 9973 + target) % tries.length
  const rotated = [...tries.slice(from), ...tries.slice(0, from)]
  return (aimed && rotated.find(isAllowed)) || rotated[0]!
}

const collections = ['participants', 'users', 'invitations', 'validations', 'incidents'] as const

function freshOf(before: World, after: World): Fresh {
  const made = collections.map(name => [name, Object.keys(after[name]).filter(id => !(id in before[name]))])
  return Object.fromEntries(made) as Fresh
}

/** The differences of two worlds, by path. */
export function differences(expected: unknown, found: unknown, path = ''): string[] {
  if (isDeepStrictEqual(expected, found)) return []
  if (typeof expected !== 'object' || typeof found !== 'object' || expected === null || found === null) {
    return [`${path}: the model has ${JSON.stringify(expected)}, the database ${JSON.stringify(found)}`]
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...keys].flatMap(key =>
    differences((expected as Record<string, unknown>)[key], (found as Record<string, unknown>)[key], `${path}/${key}`),
  )
}

/**
 * Takes the steps one after another through HTTP and checks each: a step that the model refuses is refused for its
 * reason and changes no row; after an allowed one, the rows equal the model's; and no state change violates the state
 * tables.
 * @throws with the history so far when they disagree.
 */
export async function runModel(
  test: TestPortal,
  signedIn: ReadonlyMap<string, Caller>,
  steps: readonly Step[],
  tally: Tally = {},
): Promise<void> {
  const { app, clock } = test
  const callers = new Map([...signedIn].map(([id, caller]) => [id, test.callerWith(caller)]))
  const story: string[] = []
  let world = await readWorld(app.db, clock)
  let hash = await hashOfRows(app.db)

  const fail = (what: string): never => {
    throw new Error(`${what}\n${story.map(line => styleText('dim', line)).join('\n')}`)
  }
  /** Compares the rows with the model, and continues from the rows. */
  const settle = async (expected: (found: World) => World) => {
    const found = await readWorld(app.db, clock)
    const unlawful = unlawfulMoves(world, found)
    if (unlawful.length > 0) fail(`Moved against the tables: ${unlawful.join('; ')}`)
    const wrong = differences(expected(found), found)
    if (wrong.length > 0) fail(`The rows are not what the model expects:\n${wrong.join('\n')}`)
    world = found
    hash = await hashOfRows(app.db)
  }
  const count = (name: string, kind: 'allowed' | 'refused') => {
    tally[name] ??= { allowed: 0, refused: 0 }
    tally[name][kind]++
  }

  const attempt = async ({ what, target, actorId, detail }: Planned, step: number) => {
    const verdict = verdictOf(world, { what, actorId, target, detail }, step)
    if (!verdict) return
    const caller = callers.get(actorId) ?? test.anonymous
    story.push(`${step}: ${world.users[actorId]!.email} tries ${what} on ${target} (${detail})`)
    const answer = await actions[what]!.send({ portal: test, caller, world, actorId, detail, step }, target)
    const said = `${answer.status} ${answer.status >= 400 ? answer.problem.code : ''}`.trim()
    story[story.length - 1] += `: ${said}`
    if ('refused' in verdict) {
      const reason = answer.status >= 400 && answer.problem.code
      if (reason !== verdict.refused) fail(`The model refuses (${verdict.refused}), the portal answered ${said}`)
      if ((await hashOfRows(app.db)) !== hash) fail(`A refusal changed rows (${said})`)
      count(what, 'refused')
    } else {
      if (answer.status >= 300) fail(`The model allows, the portal answered ${said}: ${JSON.stringify(answer.problem)}`)
      await settle(found => {
        const next = structuredClone(world)
        verdict.change(next, freshOf(world, found))
        return next
      })
      count(what, 'allowed')
    }
  }

  for (const [index, step] of steps.entries()) {
    if (step.what === 'pass') {
      const passed = pick(days, step.detail)
      story.push(`${index}: ${passed} days pass`)
      clock.move(passed * DAY)
      await keepAwake(test)
      await announceExpiries(app)
      await settle(() => ({ ...world, today: clock.today(), now: clock.now() }))
      count('pass', 'allowed')
      continue
    }
    if (step.what === 'choosePassword') {
      const id = await choosePassword(test, world, callers, step, index)
      if (!id) continue
      story.push(`${index}: ${world.users[id]!.email} chooses a password`)
      await settle(() => {
        const next = structuredClone(world)
        const invited = Object.values(world.invitations).some(each => each.user === id)
        const { participant, status } = next.users[id]!
        const awaitsAcceptance = invited && !next.participants[participant]!.onboarded
        const accepted = decide(
          userMachine,
          'changeFirstPassword',
          status,
          { awaitsAcceptance, awaitsConfirmation: false },
          'SELF',
        )
        Object.assign(next.users[id]!, { passwordChosen: true, temporaryUntil: null, signedIn: true })
        if (accepted.ok) next.users[id]!.status = accepted.to!
        return next
      })
      count('choosePassword', 'allowed')
      continue
    }
    const campaign = campaigns[step.what]
    if (campaign) {
      const planned = campaign(world, step.target, step.detail)
      for (const [part, move] of planned.entries()) await attempt(move, 1000 * (index + 1) + part)
    } else {
      const move = moveOf(world, step, index)
      if (move) await attempt(move, index)
    }
  }
}

/** A user with a valid one-time password signs in and chooses a password. Null when there is none. */
async function choosePassword(
  test: TestPortal,
  world: World,
  callers: Map<string, Caller>,
  { target }: Step,
  index: number,
): Promise<string | null> {
  const invitationOf = (id: string) => Object.values(world.invitations).find(each => each.user === id)
  const able = Object.entries(world.users).filter(([id, user]) => {
    const living = !user.deleted && !world.participants[user.participant]!.deleted
    const opens = user.temporaryUntil !== null && world.now < user.temporaryUntil
    return living && !user.passwordChosen && opens && invitationOf(id)?.status !== 'REJECTED'
  })
  if (able.length === 0) return null
  const [id, user] = pick(able, target)
  const { secret_nonce } = await test.app.db
    .selectFrom('portal_user')
    .select('secret_nonce')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const oldPassword = secret_nonce ? test.app.secrets.derive('one-time-password', secret_nonce) : PASSWORD
  const caller = await test.signIn(user.email, oldPassword)
  const body = { oldPassword, newPassword: CHOSEN, policyAccepted: true }
  const answer: Answer = await caller.call(patchUser, { params: { key: id }, body })
  if (answer.status !== 200) throw new Error(`Step ${index}: ${user.email} could not choose: ${answer.problem.code}`)
  const keys = { token: answer.headers.get('authorization')!, csrf: answer.headers.get('x-csrf-token')! }
  callers.set(id, test.callerWith({ ...keys, cookie: caller.cookie }))
  return id
}
