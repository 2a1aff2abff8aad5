import type { FieldErrors } from '#domain/domain-error.ts'
import type { InvitableKind } from '#domain/roles.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import { emailRule, normaliseEmail } from '#domain/values/email.ts'
import { normaliseNrbe, nrbeRule } from '#domain/values/nrbe.ts'
import { notEmptyRule } from '#domain/values/text.ts'

/** What an invitation is made of; the last three are an entity's (INV-08). */
export type InvitationDraft = {
  type: InvitableKind
  email: string
  name?: string
  codNRBE?: string
  contactPerson?: string
}

/** The invitable kinds as people read them (INV-01). */
export const kindLabels: Record<InvitableKind, string> = {
  PROVIDER: 'Proveedor',
  AUDIT: 'Evaluador',
  ENTITY: 'Entidad',
}

/** How long the mailed one-time password lasts (D7), in days. */
export const ONE_TIME_PASSWORD_DAYS = 14

/** The one-time password in the words of the screens: it opens until its owner chooses another (D7). */
export const TEMPORARY_PASSWORD = `una contraseña temporal: sirve hasta que elija la suya, como mucho ${ONE_TIME_PASSWORD_DAYS} días`

/** The draft with every field trimmed, the e-mail lowercased, the NRBE in four digits (FORM-43, FORM-45, D56). */
export function normaliseInvitation(draft: InvitationDraft): Required<InvitationDraft> {
  return {
    type: draft.type,
    email: normaliseEmail(draft.email),
    name: (draft.name ?? '').trim(),
    codNRBE: normaliseNrbe((draft.codNRBE ?? '').trim()),
    contactPerson: (draft.contactPerson ?? '').trim(),
  }
}

/** What an invitation has wrong, by field; an entity's needs its name, NRBE and contact person (FORM-44, FORM-46). */
export function invitationErrors(draft: InvitationDraft): FieldErrors {
  const { type, email, name, codNRBE, contactPerson } = normaliseInvitation(draft)
  const errors: Record<string, string | null> = {
    email: email === '' ? 'Introduzca un correo para enviar la invitación.' : emailRule(email),
  }
  if (type === 'ENTITY') {
    errors.name = notEmptyRule(name)
    errors.codNRBE = notEmptyRule(codNRBE) ?? nrbeRule(codNRBE)
    errors.contactPerson = notEmptyRule(contactPerson)
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors
}

/** The most entities that one mass preload invites (D28): more than there are in one go, and each is mailed at once. */
export const IMPORT_MAX = 500

/** The fields that only an entity's invitation has and another kind's brings nonetheless (INV-08, D41). */
export function misplacedFields({ type, name = '', codNRBE = '' }: InvitationDraft): string[] {
  if (type === 'ENTITY') return []
  return Object.entries({ name, codNRBE }).flatMap(([field, value]) => (value.trim() === '' ? [] : [field]))
}

/** Whether the mailed one-time password still opens: not withdrawn, not replaced, its 14 days not over (D7). */
export function oneTimePasswordAlive(
  { status, temporaryUntil }: { status: InvitationStatus; temporaryUntil: string | null },
  now: string,
): boolean {
  return invitationMachine.is.pending(status) && temporaryUntil !== null && now < temporaryUntil
}

/** Where sending again leads. What once sent its documentation does not come back by it: it is invited anew (D44). */
export function decideSendAgain(
  status: InvitationStatus,
  { documentationSent }: { documentationSent: boolean },
  mover: Mover,
): Decision<InvitationStatus> {
  if (documentationSent) return { ok: false, reason: 'invitationEnded' }
  return decide(invitationMachine, 'sendAgain', status, {}, mover)
}

/** The words of an invitation's status; REJECTED is one that CCI withdrew (D6). */
export const invitationStatusLabels: Record<InvitationStatus, string> = {
  PENDING: 'Pendiente',
  ACCEPTED: 'Aceptada',
  REJECTED: 'Retirada',
}

/** Whether an invitation may be withdrawn, and where it leads (D6). */
export function decideWithdrawal(status: InvitationStatus, mover: Mover): Decision<InvitationStatus> {
  return decide(invitationMachine, 'withdraw', status, {}, mover)
}

/**
 * Whether the invited has a password of its own, by the first change or by a reset: sending again then leaves it alone and
 * only reminds (D6, D7). A withdrawn one has none.
 */
export function hasChosenPassword({
  status,
  temporaryUntil,
}: {
  status: InvitationStatus
  temporaryUntil: string | null
}): boolean {
  return !invitationMachine.is.withdrawn(status) && temporaryUntil === null
}

/** Whether an invitation still waits with a one-time password that no longer opens: it must be sent again (D7). */
export function hasLapsedPassword({
  status,
  passwordAlive,
  passwordChosen,
}: {
  status: InvitationStatus
  passwordAlive: boolean
  passwordChosen: boolean
}) {
  return invitationMachine.is.pending(status) && !passwordAlive && !passwordChosen
}

/** The move that a wished status asks for (D6). */
export function moveOfWish(status: 'REJECTED' | 'PENDING'): 'withdraw' | 'sendAgain' {
  return invitationMachine.is.withdrawn(status) ? 'withdraw' : 'sendAgain'
}
