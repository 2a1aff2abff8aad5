import type { Due, Reader } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import type { AskWire } from '#domain/invitation/request/contract.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'

type Wanted = Pick<AskWire, 'id' | 'name' | 'status' | 'askedAt'>

/** A provider that banks ask CCI to invite. */
export function signUpSteps({ id, name, status, askedAt }: Wanted, { actor }: Reader): Due[] {
  if (!may(actor, 'invitation-request.decide') || !invitationRequestMachine.is.open(status)) return []
  return [{ act: 'decideSignUp', id, thing: name, counterpart: null, dueAt: null, overdue: false, since: askedAt }]
}
