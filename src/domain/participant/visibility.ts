import type { AccessScope, Actor, InvitableKind, Role } from '#domain/identity/roles.ts'
import { scopeOf } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { eachField } from '#domain/participant/field-lists.ts'
import { type Field, type FieldDefinition, fields } from '#domain/participant/fields.ts'

/**
 * The participants of a kind that an actor sees: all, its own, those with a request that names it, or the published
 * ones, which are onboarded and not deleted (D16, D17, D49). Every actor sees its own from the first sign-in on.
 */
export function seesParticipants(actor: Actor, kind: InvitableKind): AccessScope {
  if (kind === 'PROVIDER') return scopeOf(actor, 'provider.search') ?? 'own'
  if (kind === 'ENTITY') return scopeOf(actor, 'entity.search') ?? 'own'
  if (actor.role === 'CCI') return scopeOf(actor, 'evaluator.search') ?? 'own'
  return scopeOf(actor, 'evaluator.choose') ? 'published' : 'own'
}

/**
 * The validations that an actor sees besides its own: all that were sent, those that name it as their evaluator, or
 * those sent by onboarded providers (D10, D14, D16, D17, D49). It sees no deleted ones and no drafts of others.
 */
export function seesValidations(actor: Actor): AccessScope {
  return scopeOf(actor, 'request.read') ?? 'own'
}

/**
 * The incidents that each role sees: all; those it raised and, once CCI opened them, those about it (D30, D51); or
 * those it raised (D16, ROLE-16, ROLE-29, ROLE-34).
 */
export const incidentsSeen: Record<Role, 'all' | 'about' | 'raised' | 'none'> = {
  CCI: 'all',
  PROVIDER: 'about',
  ENTITY: 'raised',
  AUDIT: 'none',
}

/**
 * The fields that an actor reads of a participant that it sees. CCI and the participant itself read everything, an
 * entity and a chosen evaluator a provider's company data (D16, D17), a provider the data for choosing an evaluator,
 * and every role CCI's contact data. All other fields are empty.
 */
export function seenBy(actor: Actor, participant: ParticipantWire): ParticipantWire {
  if (actor.role === 'CCI' || participant.id === actor.participantId || participant.type === 'PROVIDER') {
    return participant
  }
  const purpose = participant.type === 'CCI' ? 'reach' : 'choose'
  const shown = eachField(field => (readFor(field, purpose) ? participant[field] : ''))
  return { ...withoutContent(participant), ...shown, expiredAt: purpose === 'choose' ? participant.expiredAt : null }
}

const readFor = (field: Field, purpose: 'choose' | 'reach') =>
  (fields[field] as FieldDefinition).readTo.includes(purpose)

function withoutContent({ id, idGenericEntity, type, onboarded }: ParticipantWire): ParticipantWire {
  return {
    id,
    idGenericEntity,
    type,
    ...eachField(() => ''),
    companyType: 'MICRO',
    expiredAt: null,
    extraData: {},
    fav: [],
    contactDetails: {},
    address: null,
    billingAddress: null,
    economicInfo: null,
    economicYear: null,
    onboarded,
    version: 0,
  }
}

/** The favourite marks of a provider that each role reads: all, its own, or none (D16). */
export const favouritesSeen: Record<Role, 'all' | 'own' | 'none'> = {
  CCI: 'all',
  ENTITY: 'own',
  PROVIDER: 'none',
  AUDIT: 'none',
}

/**
 * Data of a provider that each role reads in the overview beside its requests: whether it has incidents, and the status
 * of its documentation. An evaluator reads neither (D17).
 */
export const overviewShows: Record<Role, { incidents: boolean; documentation: boolean }> = {
  CCI: { incidents: true, documentation: true },
  PROVIDER: { incidents: true, documentation: true },
  ENTITY: { incidents: true, documentation: true },
  AUDIT: { incidents: false, documentation: false },
}
