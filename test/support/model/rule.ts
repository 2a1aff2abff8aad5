import { documentStatusOn } from '#domain/document/document.ts'
import type { Ability } from '#domain/identity/abilities.ts'
import type { Actor, InvitableKind } from '#domain/identity/roles.ts'
import { reasonOfDenial, scopeOf } from '#domain/identity/roles.ts'
import { isCompleted } from '#domain/identity/session/outcome.ts'
import type { Reason } from '#domain/messages.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ReviewedDocument } from '#domain/validation/validation.ts'
import { documentationStatusOf, requestStatusOn } from '#domain/validation/validation.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { DocumentState, ValidationState, World } from '#test/support/model/world.ts'
import type { Answer, Caller } from '#test/support/portal.ts'

/** The objects that a step created, in order: the portal chooses their identifiers. */
export type Fresh = Record<'participants' | 'users' | 'invitations' | 'validations' | 'incidents', string[]>

/** The model's answer to a step: refused for a reason, or allowed with its changes; null when unknown. */
export type Verdict = { refused: Reason } | { change(world: World, fresh: Fresh): void } | null

/** The context of a step when it is sent. */
export type Sending = {
  portal: { readonly app: { readonly db: Db } }
  caller: Caller
  world: World
  actorId: string
  detail: number
  step: number
}

/** An action of a user. `detail` selects among its variants; `step` makes unique values. */
export type Action = {
  targets(world: World): string[]
  rule(world: World, actor: Actor, target: string, detail: number, step: number): Verdict
  send(sending: Sending, target: string): Promise<Answer>
}

export const refused = (reason: Reason): Verdict => ({ refused: reason })
export const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!
/** The n-th independent choice of a detail. */
export const choice = (detail: number, n: number): number => Math.floor(detail / 7 ** n)

/** The signed-in user as rule input, or null without a session. */
export function actorOf(world: World, userId: string): Actor | null {
  const user = world.users[userId]
  const participant = user && world.participants[user.participant]
  if (!user || !participant || !user.signedIn || user.deleted || participant.deleted) return null
  const invitation = Object.values(world.invitations).find(each => each.user === userId)
  return {
    userId,
    participantId: user.participant,
    role: participant.kind,
    isPrincipal: user.isPrincipal,
    completed: isCompleted({ passwordChanged: user.passwordChosen, invitation: invitation?.status ?? null }),
    onboarded: participant.kind === 'CCI' || participant.onboarded,
    passwordMissing: !user.passwordChosen,
  }
}

/** The refusal of a caller without the ability, or null. */
export const barred = (actor: Actor, ability: Ability): Verdict =>
  scopeOf(actor, ability) ? null : refused(reasonOfDenial(actor, ability))

/** D10, D14, D16, D17: the readers of a set of documents. */
export function seesValidation(world: World, actor: Actor, id: string): boolean {
  const validation = world.validations[id]
  const owner = validation && world.participants[validation.participant]
  if (!validation || !owner || validation.deleted || owner.deleted) return false
  if (validation.participant === actor.participantId) return true
  if (actor.role === 'CCI') return validation.stored !== null
  if (!actor.completed || !actor.onboarded) return false
  if (actor.role === 'AUDIT') return validation.evaluator === actor.participantId
  return actor.role === 'ENTITY' && owner.kind === 'PROVIDER' && owner.onboarded && validation.stored !== null
}

/** D14: only its owner and CCI change a set of documents. */
export const changesDocuments = (actor: Actor, validation: ValidationState): boolean =>
  actor.role === 'CCI' || validation.participant === actor.participantId

export const documentStatus = (world: World, { current }: DocumentState): DocumentStatus | null =>
  current && documentStatusOn(current.stored, current.expiresOn, world.today)

/** The documents that the review of a documentation covers. */
export function reviewed(world: World, validation: ValidationState): ReviewedDocument[] {
  const kind = world.participants[validation.participant]!.kind as InvitableKind
  return world.asked[kind].map(({ name, required }) => {
    const document = validation.documents[name]!
    const status = documentStatus(world, document)
    return { name, required, status, expiresOn: document.current?.expiresOn ?? null }
  })
}

export function documentationStatus(world: World, validation: ValidationState): DocumentationStatus | null {
  const stored = validation.stored as 'PENDING' | 'ACCEPTED' | 'REJECTED' | null
  return documentationStatusOf(stored, reviewed(world, validation))
}

export function requestStatus(world: World, validation: ValidationState): ReportRequestStatus {
  const stored = validation.stored as 'PENDING' | 'REJECTED' | 'QUALIFIED'
  return requestStatusOn(stored, validation.scoreExpiresOn, world.today)
}

/** D6: the address is used or invited. */
export const isTaken = (world: World, email: string): boolean =>
  Object.values(world.users).some(user => user.email === email && !user.deleted) ||
  Object.values(world.invitations).some(each => each.email === email && each.status !== 'REJECTED')

/** Ends every session of a participant's users. */
export function endSessions(world: World, participant: string): void {
  for (const user of Object.values(world.users)) if (user.participant === participant) user.signedIn = false
}
