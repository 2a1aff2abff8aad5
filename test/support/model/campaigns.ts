import type { Actor } from '#domain/identity/roles.ts'
import { actorOf, documentationStatus, pick, requestStatus } from '#test/support/model/rule.ts'
import type { World } from '#test/support/model/world.ts'

/** One move of a campaign; the model judges it like any other. */
export type Planned = { what: string; actorId: string; target: string; detail: number }

// Details of src/test/support/model/reviews.ts: an acceptance of 40 or 400 days, a reason, a score of 20 days.
const ACCEPTED_SHORTLY = 22
const ACCEPTED_LONG = 29
const WITH_REASON = 50
const SCORED = 36

const signedIn = (world: World, fits: (actor: Actor) => boolean): string[] =>
  Object.keys(world.users).filter(id => {
    const actor = actorOf(world, id)
    return actor !== null && fits(actor)
  })

/** A participant with a draft completes and sends it. */
function onboard(world: World, target: number): Planned[] {
  const drafts = Object.entries(world.validations).flatMap(([id, { kind, stored, participant }]) => {
    if (kind !== 'DOC_MIN' || stored !== null) return []
    return signedIn(world, actor => actor.participantId === participant).map(actorId => ({ id, participant, actorId }))
  })
  if (drafts.length === 0) return []
  const { id, participant, actorId } = pick(drafts, target)
  const names = Object.keys(world.validations[id]!.documents)
  return [
    { what: 'fillProfile', actorId, target: participant, detail: 0 },
    ...names.map(name => ({ what: 'upload', actorId, target: `${id}/${name}`, detail: 0 })),
    { what: 'sendDocumentation', actorId, target: id, detail: 0 },
  ]
}

/** CCI reads and decides all pending documents of one documentation or request, and finishes it. */
function review(world: World, target: number, detail: number): Planned[] {
  const waiting = Object.entries(world.validations).filter(([, each]) => {
    if (each.deleted || world.participants[each.participant]!.deleted) return false
    const status = each.kind === 'DOC_MIN' ? documentationStatus(world, each) : requestStatus(world, each)
    return status === 'PENDING'
  })
  const centre = signedIn(world, actor => actor.role === 'CCI')
  if (waiting.length === 0 || centre.length === 0) return []
  const [id, { kind, documents, participant }] = pick(waiting, target)
  const actorId = pick(centre, detail)
  const rejects = detail % 4 === 0
  const verdicts = Object.entries(documents)
    .filter(([, { current }]) => current?.stored === 'PENDING')
    .flatMap(([name], index): Planned[] => {
      const move = { actorId, target: `${id}/${name}` }
      const verdict =
        rejects && index === 0
          ? { what: 'rejectDocument', detail: WITH_REASON }
          : { what: 'acceptDocument', detail: detail % 3 === 0 ? ACCEPTED_SHORTLY : ACCEPTED_LONG }
      return [
        { what: 'read', detail: 0, ...move },
        { ...verdict, ...move },
      ]
    })
  const last =
    kind === 'DOC_MIN'
      ? [
          { what: 'accredit', actorId, target: participant, detail: 4 },
          { what: 'finish', actorId, target: id, detail: 0 },
        ]
      : [{ what: 'score', actorId, target: id, detail: SCORED }]
  return [...verdicts, ...last]
}

/** States that take many steps and that random steps rarely reach: other steps come before and after, never between. */
export const campaigns: Record<string, (world: World, target: number, detail: number) => Planned[]> = {
  onboard,
  review,
}
