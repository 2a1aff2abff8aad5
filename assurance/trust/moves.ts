import type { Installation } from '#assurance/trust/replicas.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'
import { saveService } from '#domain/catalogue/contract.ts'
import { changeDocument } from '#domain/document/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { saveIncident } from '#domain/incident/contract.ts'
import { editParticipant, kindsByPath } from '#domain/participant/contract.ts'
import { exampleOf } from '#domain/participant/field-lists.ts'
import { correctScore } from '#domain/report-request/score/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { campaigns } from '#test/support/model/campaigns.ts'
import { scoreExpiry } from '#test/support/model/reviews.ts'
import type { Verdict } from '#test/support/model/rule.ts'
import { actorOf, choice, pick, refused } from '#test/support/model/rule.ts'
import { actions } from '#test/support/model/run.ts'
import type { Caller } from '#test/support/portal.ts'

/** A step that a client may take: its call, and the model's answer in any world. */
export type Move = {
  what: string
  userId: string
  target: string
  detail: number
  judge: Judge
  send: (caller: Caller) => Promise<unknown>
}

/** The model's answer in a world for a caller admitted in the same or another world. */
export type Judge = (world: WholeWorld, letIn?: WholeWorld) => Verdict

type Next = (limit: number) => number

/** The relative frequencies. Steps that remove things which others need are rare. */
const weights: Record<string, number> = {
  ...{ upload: 20, read: 24, acceptDocument: 28, rejectDocument: 10, dateDocument: 8, removeDocument: 6 },
  ...{ sendDocumentation: 10, finish: 20, sendRequest: 8, editRequest: 10, removeRequest: 3, score: 10, correct: 6 },
  ...{ raise: 6, attach: 6, saveIncident: 10, fillProfile: 4, accredit: 4, createUser: 3, editUser: 8, removeUser: 2 },
  ...{ invite: 3, withdraw: 1, sendAgain: 2, removeParticipant: 1, onboard: 6, review: 12 },
  ...{ acceptSeen: 14, editByVersion: 14, renameService: 8, toggleFavourite: 6, reword: 10 },
}
const lots = Object.entries(weights).flatMap(([what, weight]) => Array.from({ length: weight }, () => what))

/** The candidates restricted to this round's subjects, so that clients conflict. */
function crowded(world: WholeWorld, targets: readonly string[], hot: ReadonlySet<string>): string[] {
  const ownerOf = (target: string): string => {
    const id = target.split('/')[0]!
    return (
      world.validations[id]?.participant ??
      world.incidents[id]?.provider ??
      world.users[id]?.participant ??
      world.invitations[id]?.participant ??
      id
    )
  }
  return targets.filter(target => hot.has(ownerOf(target)))
}

/** The next step of a client: mostly one that should succeed, on a shared subject. */
export function chooseMoves(
  world: WholeWorld,
  replicas: Installation,
  hot: ReadonlySet<string>,
  next: Next,
  number: () => number,
): Move[] {
  const what = pick(lots, next(9999))
  const campaign = campaigns[what]
  if (campaign) return campaign(world, next(9999), next(9999)).map(move => modelled(world, replicas, move, number()))
  const make = (): Move | null => {
    const centre = next(2) === 0
    const users = Object.entries(world.users).filter(([, user]) => {
      return user.signedIn && (!centre || world.participants[user.participant]!.kind === 'CCI')
    })
    if (users.length === 0) return null
    const userId = pick(users, next(9999))[0]
    const own = special[what]
    if (own) return own(world, userId, hot, next, number())
    const targets = actions[what]!.targets(world)
    const near = crowded(world, targets, hot)
    const target = pick(near.length > 0 && next(10) < 7 ? near : targets, next(9999))
    if (target === undefined) return null
    return modelled(
      world,
      replicas,
      { what, actorId: userId, target, detail: plainDetail(what, next(99_999)) },
      number(),
    )
  }
  const aimed = next(10) < 8
  let last: Move | null = null
  for (let tries = 0; tries < 80; tries++) {
    last = make() ?? last
    if (!last || !aimed) break
    const verdict = last.judge(world)
    if (verdict && 'change' in verdict) break
  }
  return last ? [last] : []
}

/** Without the details that select among users, who may differ when the step is judged. */
function plainDetail(what: string, detail: number): number {
  const takesAddress = what === 'invite' || what === 'createUser'
  return takesAddress && choice(detail, 1) % 5 === 0 ? detail + 7 : detail
}

/** A step of the sequential model. */
function modelled(
  world: WholeWorld,
  replicas: Installation | null,
  { what, actorId, target, detail }: { what: string; actorId: string; target: string; detail: number },
  step: number,
): Move {
  // A few clients invite the same address at the same time.
  const number = what === 'invite' || what === 'createUser' ? step - (step % 3) : step
  const action = actions[what]!
  const wish = what === 'sendRequest' ? wishOf(world, detail) : null
  return {
    what,
    userId: actorId,
    target,
    detail,
    judge: (now, letIn = now) => {
      const actor = actorOf(letIn, actorId)
      if (!actor) return refused('noSession')
      try {
        const same = wish ? sameWish(now, detail, wish) : { world: now, detail }
        if (same === null) return refused('notFound')
        const verdict = action.rule(same.world, actor, target, same.detail, number)
        return what === 'fillProfile' ? withName(verdict, target) : verdict
      } catch {
        // It does not exist in this world: not yet, or no longer.
        return refused('notFound')
      }
    },
    send: async caller =>
      replicas && action.send({ portal: { app: replicas }, caller, world, actorId, detail, step: number }, target),
  }
}

/** The company name in the profile of test/support/model/people.ts. */
function withName(verdict: Verdict, target: string): Verdict {
  if (!verdict || !('change' in verdict)) return verdict
  return {
    change: (after, fresh) => {
      verdict.change(after, fresh)
      const { kind } = after.participants[target]!
      if (kind !== 'ENTITY') {
        const { commercialName } = exampleOf(kind === 'AUDIT' ? 'AUDIT' : 'PROVIDER')
        ;(after as WholeWorld).more.participants[target]!.commercialName = commercialName
      }
    },
  }
}

type Wish = { evaluator: string | undefined; service: string | undefined }

const evaluatorsOf = (world: WholeWorld) =>
  Object.keys(world.participants).filter(id => world.participants[id]!.kind === 'AUDIT')

/** The meaning of a request's detail in reviews.ts. */
function wishOf(world: WholeWorld, detail: number): Wish {
  return {
    evaluator: pick(evaluatorsOf(world), choice(detail, 1)),
    service: pick(world.services, choice(detail, 2)),
  }
}

/**
 * The detail with the same meaning in another world, which may offer more choices, and that world with this service
 * only: if the number of evaluators is a multiple of seven, no detail selects some of the pairs.
 */
function sameWish(world: WholeWorld, detail: number, { evaluator, service }: Wish) {
  const position = evaluatorsOf(world).indexOf(evaluator!)
  if (position === -1 || !world.services.includes(service!)) return null
  return { world: { ...world, services: [service!] }, detail: position * 7 + (detail % 7) }
}

type Special = (world: WholeWorld, userId: string, hot: ReadonlySet<string>, next: Next, step: number) => Move | null

const isCci = (world: WholeWorld, userId: string) => actorOf(world, userId)?.role === 'CCI'

/** Steps of CCI alone, judged by `rule`. */
function byCci(userId: string, rule: (world: WholeWorld, actor: Actor) => Verdict): Move['judge'] {
  return (world, letIn = world) => {
    const actor = actorOf(letIn, userId)
    if (!actor) return refused('noSession')
    return actor.role === 'CCI' ? rule(world, actor) : refused('forbidden')
  }
}

/** Of two edits of the same version one wins. */
const editByVersion: Special = (world, userId, hot, next, step) => {
  const targets = Object.keys(world.participants).filter(id => hot.has(id))
  const target = pick(targets, next(9999))
  if (target === undefined || !isCci(world, userId)) return null
  const commercialName = `Nombre ${step}`
  const { version } = world.more.participants[target]!
  const kind = world.participants[target]!.kind
  const path = (Object.keys(kindsByPath) as (keyof typeof kindsByPath)[]).find(each => kindsByPath[each] === kind)
  if (path === undefined || path === 'entity') return null
  return {
    what: 'editByVersion',
    userId,
    target,
    detail: version,
    judge: byCci(userId, now => {
      if (now.participants[target]!.deleted) return refused('notFound')
      if (now.more.participants[target]!.version !== version) return refused('changedMeanwhile')
      return {
        change: after => {
          ;(after as WholeWorld).more.participants[target]!.commercialName = commercialName
        },
      }
    }),
    send: caller =>
      caller.call(editParticipant, { params: { kind: path, id: target }, body: { commercialName, version } }),
  }
}

const renameService: Special = (world, userId, _hot, next, step) => {
  if (!isCci(world, userId)) return null
  // Two of them, so that edits conflict.
  const target = pick(world.services.slice(0, 2), next(9999))!
  const { version } = world.more.services[target]!
  const description = `Servicio ${step}`
  return {
    what: 'renameService',
    userId,
    target,
    detail: version,
    judge: byCci(userId, now => {
      if (now.more.services[target]!.version !== version) return refused('changedMeanwhile')
      return {
        change: after => {
          ;(after as WholeWorld).more.services[target] = { version: version + 1, description }
        },
      }
    }),
    send: caller => caller.call(saveService, { body: { id: target, type: 'Archivo', description, version } }),
  }
}

const toggleFavourite: Special = (world, userId, hot, next) => {
  const bank = world.users[userId]!.participant
  const providers = Object.keys(world.participants).filter(id => world.participants[id]!.kind === 'PROVIDER')
  const target = pick(crowded(world, providers, hot).concat(providers.slice(0, 2)), next(9999))
  if (target === undefined || world.participants[bank]!.kind !== 'ENTITY') return null
  const mark = `${bank}/${target}`
  return {
    what: 'toggleFavourite',
    userId,
    target,
    detail: 0,
    judge: (now, letIn = now) => {
      const actor = actorOf(letIn, userId)
      if (!actor) return refused('noSession')
      const { onboarded, deleted } = now.participants[target]!
      if (!actor.completed || !actor.onboarded || !onboarded || deleted) return refused('notFound')
      return {
        change: after => {
          const { more } = after as WholeWorld
          const without = more.favourites.filter(each => each !== mark)
          more.favourites = without.length < more.favourites.length ? without : [...without, mark].sort()
        },
      }
    },
    send: caller =>
      caller.call(editParticipant, {
        params: { kind: 'provider', id: target },
        body: { idProvider: target, idEntity: bank },
      }),
  }
}

/** `saveIncident` of the model without a wished status. */
const NO_WISH = 2
/** `acceptDocument` of the model with an expiry in 400 days. */
const ACCEPTED_LONG = 29

/** Of two corrections of the same version one wins. */
const reword: Special = (world, userId, hot, next, step) => {
  const all = Object.keys(world.incidents)
  const target = pick([...crowded(world, all, hot), ...all.slice(0, 2)], next(9999))
  if (target === undefined || !isCci(world, userId)) return null
  const title = `Incidencia ${step}`
  const { version } = world.more.incidents[target]!
  return {
    what: 'reword',
    userId,
    target,
    detail: 0,
    judge: byCci(userId, (now, centre) => {
      const incident = now.incidents[target]
      if (!incident) return refused('notFound')
      const base = actions.saveIncident!.rule(now, centre, target, NO_WISH, step)
      if (!base || !('change' in base)) return base
      if (now.more.incidents[target]!.version !== version) return refused('changedMeanwhile')
      if (incident.status === 'CLOSED') return refused('unknownField')
      return {
        change: (after, fresh) => {
          base.change(after, fresh)
          ;(after as WholeWorld).more.incidents[target]!.title = title
        },
      }
    }),
    send: caller => caller.call(saveIncident, { params: { id: target }, body: { title, version } }),
  }
}

/** Of two corrections of the same score one wins. */
const correct: Special = (world, userId, hot, next, step) => {
  const scored = Object.keys(world.more.scores)
  const near = crowded(world, scored, hot)
  const target = pick(near.length > 0 && next(3) > 0 ? near : scored, next(9999))
  if (target === undefined) return null
  const id = world.more.scores[target]!
  const detail = next(99_999)
  const base = modelled(world, null, { what: 'correct', actorId: userId, target, detail }, step)
  const correctionReason = detail % 7 === 0 ? '' : 'Errata'
  return {
    ...base,
    judge: guarded(base.judge, now => now.more.scores[target] === id),
    send: caller =>
      caller.call(correctScore, {
        params: { id },
        body: {
          score: { validationId: target, score: 'A/A/A', expiredAt: scoreExpiry(world, detail), correctionReason },
        },
      }),
  }
}

/** CCI accepts only the version that it has seen. */
const acceptSeen: Special = (world, userId, hot, next, step) => {
  const slots = Object.keys(world.more.standing)
  const near = crowded(world, slots, hot)
  const target = pick(near.length > 0 && next(3) > 0 ? near : slots, next(9999))
  if (target === undefined) return null
  const file = world.more.standing[target]!
  const id = world.more.documents[target]!
  const base = modelled(world, null, { what: 'acceptDocument', actorId: userId, target, detail: ACCEPTED_LONG }, step)
  return {
    ...base,
    what: 'acceptSeen',
    judge: guarded(base.judge, now => now.more.standing[target] === file),
    send: caller =>
      caller.call(changeDocument, {
        params: { id },
        body: { status: 'ACCEPTED', expiredAt: addDays(world.today, 400), file },
      }),
  }
}

/** The model's answer, or a conflict when another user saved first. */
const guarded =
  (judge: Move['judge'], holds: (world: WholeWorld) => boolean): Move['judge'] =>
  (world, letIn) => {
    const verdict = judge(world, letIn)
    return verdict && 'change' in verdict && !holds(world) ? refused('changedMeanwhile') : verdict
  }

const special: Record<string, Special> = { correct, acceptSeen, editByVersion, renameService, toggleFavourite, reword }
