import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import { normaliseNrbe, nrbeRule } from '#domain/values/company/nrbe.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { lettersOnlyRule, notEmptyRule } from '#domain/values/text.ts'

/** The input of an invitation. The last three fields apply only to an entity (INV-08). */
export type InvitationDraft = {
  type: InvitableKind
  email: string
  name?: string
  codNRBE?: string
  contactPerson?: string
  /** The CIF of a provider that CCI knows already (EASE-11, EASE-13). */
  cif?: string
}

/** The Spanish label of each invitable kind (INV-01). */
export const kindLabels: Record<InvitableKind, string> = {
  PROVIDER: msg('Proveedor'),
  AUDIT: msg('Evaluador'),
  ENTITY: msg('Entidad'),
}

/** How long the mailed one-time password is valid, in days (D7). */
export const ONE_TIME_PASSWORD_DAYS = 14

/** The one-time password as the screens describe it: it works until its owner chooses another (D7). */
export const temporaryPassword = (): string =>
  t`una contraseña temporal: sirve hasta que elija la suya, como mucho ${ONE_TIME_PASSWORD_DAYS} días`

/** The draft with trimmed fields, the e-mail in lower case and a four-digit NRBE (FORM-43, FORM-45, D56). */
export function normaliseInvitation(draft: InvitationDraft): Required<InvitationDraft> {
  return {
    type: draft.type,
    email: normaliseEmail(draft.email),
    name: (draft.name ?? '').trim(),
    codNRBE: normaliseNrbe((draft.codNRBE ?? '').trim()),
    contactPerson: (draft.contactPerson ?? '').trim(),
    cif: normaliseCif(draft.cif ?? ''),
  }
}

/** An invitation's errors, by field. An entity's needs its name, NRBE and contact person (FORM-11, FORM-44, FORM-46). */
export function invitationErrors(draft: InvitationDraft): FieldErrors {
  const { type, email, name, codNRBE, contactPerson } = normaliseInvitation(draft)
  const errors: Record<string, string | null> = {
    email: email === '' ? t('Introduzca un correo para enviar la invitación.') : emailRule(email),
  }
  if (type === 'ENTITY') {
    errors.name = notEmptyRule(name)
    errors.codNRBE = notEmptyRule(codNRBE) ?? nrbeRule(codNRBE)
    errors.contactPerson = notEmptyRule(contactPerson) ?? lettersOnlyRule(contactPerson)
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors
}

/** The fields that belong to an entity's invitation but were sent for another kind (INV-08, D41). */
export function misplacedFields({ type, name = '', codNRBE = '' }: InvitationDraft): string[] {
  if (type === 'ENTITY') return []
  return Object.entries({ name, codNRBE }).flatMap(([field, value]) => (value.trim() === '' ? [] : [field]))
}

/** Whether the mailed one-time password still works: not withdrawn, not replaced, and less than 14 days old (D7). */
export function oneTimePasswordAlive(
  { status, temporaryUntil }: { status: InvitationStatus; temporaryUntil: string | null },
  now: string,
): boolean {
  return invitationMachine.is.pending(status) && temporaryUntil !== null && now < temporaryUntil
}

/**
 * Decides the transition of sending again. A participant that has sent its documentation needs a new invitation (D44).
 */
export function decideSendAgain(
  status: InvitationStatus,
  { documentationSent }: { documentationSent: boolean },
  mover: Mover,
): Decision<InvitationStatus> {
  if (documentationSent) return { ok: false, reason: 'invitationEnded' }
  return decide(invitationMachine, 'sendAgain', status, {}, mover)
}

/** The Spanish label of an invitation's status. REJECTED means that CCI withdrew it (D6). */
export const invitationStatusLabels: Record<InvitationStatus, string> = {
  PENDING: 'Pendiente',
  ACCEPTED: 'Aceptada',
  REJECTED: 'Retirada',
}

/** Decides whether an invitation may be withdrawn (D6). */
export function decideWithdrawal(status: InvitationStatus, mover: Mover): Decision<InvitationStatus> {
  return decide(invitationMachine, 'withdraw', status, {}, mover)
}

/**
 * Whether the invited person has chosen a password, by the first change or a reset. Sending again then keeps it and
 * only sends a reminder (D6, D7). A withdrawn invitation has no password.
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

/** Whether a pending invitation's one-time password has expired, so that it must be sent again (D7). */
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

/** The transition for a requested status (D6). */
export function moveOfWish(status: 'REJECTED' | 'PENDING'): 'withdraw' | 'sendAgain' {
  return invitationMachine.is.withdrawn(status) ? 'withdraw' : 'sendAgain'
}
