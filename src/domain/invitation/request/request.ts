import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitationRequestFacts, InvitationRequestStatus } from '#domain/states/invitation-request.ts'
import { type CifSetting, cifRule, normaliseCif } from '#domain/values/company/cif.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { notEmptyRule } from '#domain/values/text.ts'

/** The longest reason of a bank, and of CCI, in characters. */
export const ASK_REASON_MAX = 500

/** What a bank says of the provider that it asks for (EASE-10). */
type AskedProvider = { name: string; cif: string; email: string; reason: string }

export const normaliseAsked = ({ name, cif, email, reason }: AskedProvider): AskedProvider => ({
  name: name.trim(),
  cif: normaliseCif(cif),
  email: normaliseEmail(email),
  reason: reason.trim(),
})

/** The faults of a request, by field. The CIF is that of own data: also the N and W of companies from abroad. */
export function askedErrors(asked: AskedProvider, setting?: CifSetting): FieldErrors {
  const { name, cif, email, reason } = normaliseAsked(asked)
  const errors: Record<string, string | null> = {
    name: notEmptyRule(name),
    cif: notEmptyRule(cif) ?? cifRule(cif, setting),
    email: notEmptyRule(email) ?? emailRule(email),
    reason: notEmptyRule(reason),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null)) as FieldErrors
}

/** The facts of one move; facts that are not given count as unmet. */
export const askFacts = (known: Partial<InvitationRequestFacts>): InvitationRequestFacts => ({
  isNew: false,
  noneOpen: false,
  reason: '',
  ...known,
})

export const askStatusLabels: Record<InvitationRequestStatus, string> = {
  ASKED: 'Pedida',
  INVITED: 'Invitado',
  DECLINED: 'No invitado',
}

/** How many banks asked, in words. */
export const askersText = (count: number): string => (count === 1 ? 'La pide 1 entidad' : `La piden ${count} entidades`)
