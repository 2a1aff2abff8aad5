import { z } from 'zod'
import { levels } from '#domain/assessment/assessment.ts'
import { controlLimits } from '#domain/assessment/framework/framework.ts'
import { contract } from '#domain/contract/contract.ts'
import {
  day,
  editVersion,
  filterInstant,
  flag,
  identifier,
  instant,
  pageOf,
  paging,
  stored,
  text,
} from '#domain/contract/wire.ts'
import { roles } from '#domain/identity/roles.ts'
import { exportOf } from '#domain/list/export.ts'
import { overviewColumns, overviewFile, providersList } from '#domain/participant/columns.ts'
import { eachField } from '#domain/participant/field-lists.ts'
import { addressWire, contactDetailsWire, economicWire, profileWire } from '#domain/participant/profile-wire.ts'
import { renewalWire } from '#domain/report-request/renewal/wire.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { useMark } from '#domain/supervision/use/contract.ts'
import { COMPANY_TYPES } from '#domain/values/company/company-type.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'

/** A generic entity in responses (PART-01); `version` is for optimistic locking. */
export const participantWire = z.object({
  id: identifier,
  idGenericEntity: identifier,
  type: z.enum(roles),
  ...eachField(() => z.string()),
  companyType: z.enum(COMPANY_TYPES),
  expiredAt: day.nullable(),
  extraData: z.record(z.string(), z.string()),
  fav: z.array(identifier),
  contactDetails: stored(contactDetailsWire),
  address: stored(addressWire).nullable(),
  billingAddress: stored(addressWire).nullable(),
  economicInfo: stored(economicWire).nullable(),
  /** Last fiscal year of these figures, taken from the day on which they were entered. */
  economicYear: z.number().int().nullable(),
  onboarded: z.boolean(),
  version: z.number().int(),
})
export type ParticipantWire = z.output<typeof participantWire>

/** Kind of participant by its path segment on the wire. */
export const kindsByPath = { provider: 'PROVIDER', entity: 'ENTITY', audit: 'AUDIT' } as const

const kindPath = z.strictObject({ kind: z.enum(['provider', 'entity', 'audit']) })
const onePath = z.strictObject({ kind: z.enum(['provider', 'entity', 'audit']), id: identifier })

export const readOwnParticipant = contract({
  name: 'participant.own',
  method: 'GET',
  path: '/entity',
  summary: 'La propia organización del usuario (con type=CCI, la del centro)',
  who: 'session.own',
  query: z.strictObject({ type: z.literal('CCI').optional() }),
  answer: participantWire,
  refusals: ['notFound'],
})

export const readParticipantOfUser = contract({
  name: 'participant.of-user',
  method: 'GET',
  path: '/entity/{user}',
  summary: 'La organización de un usuario, por su correo o su identificador',
  who: 'participant.read',
  params: z.strictObject({ user: text(EMAIL_MAX) }),
  answer: participantWire,
  refusals: ['notFound'],
})

export const listParticipants = contract({
  name: 'participant.list',
  method: 'GET',
  path: '/entity-{kind}',
  summary: 'Participantes de una clase que el usuario puede ver; los evaluadores acreditados, para elegirlos',
  who: 'participant.read',
  scope: 'read:providers',
  params: kindPath,
  query: z.strictObject({
    ...paging(['name', 'cif', 'createdAt', 'expiredAt'], 'name'),
    name: text(200).optional(),
    accredited: flag.optional(),
    onboarded: flag.optional(),
  }),
  answer: pageOf(participantWire),
})

export const readParticipant = contract({
  name: 'participant.read',
  method: 'GET',
  path: '/entity-{kind}/{id}',
  summary: 'Un participante',
  who: 'participant.read',
  scope: 'read:providers',
  params: onePath,
  answer: participantWire,
  refusals: ['notFound'],
})

export const createParticipant = contract({
  name: 'participant.create',
  method: 'POST',
  path: '/entity-{kind}',
  summary: 'El CCI da de alta un participante sin invitación; su documentación queda en borrador',
  who: 'participant.create',
  params: kindPath,
  body: profileWire,
  answer: participantWire,
  status: 201,
  refusals: ['cifExists', 'nrbeExists', 'unknownField'],
})

export const editParticipant = contract({
  name: 'participant.edit',
  method: 'PUT',
  path: '/entity-{kind}/{id}',
  summary: 'Guarda los datos de un participante; con idProvider e idEntity, marca o quita un favorito',
  who: 'participant.edit',
  params: onePath,
  body: z.strictObject({
    ...profileWire.shape,
    version: editVersion,
    /** The favourites toggle (API-33): the provider, and the caller's own entity. */
    idProvider: identifier.optional(),
    idEntity: identifier.optional(),
  }),
  answer: participantWire,
  refusals: ['notFound', 'changedMeanwhile', 'needsAnother', 'cifExists', 'nrbeExists', 'unknownField'],
})

/** The same edit through the path of section 7 that carries the identifier in its body (API-35). */
export const updateParticipant = contract({
  name: 'participant.update',
  method: 'POST',
  path: '/entity/updateEntity',
  summary: 'Guarda los datos de un participante',
  who: 'participant.edit',
  body: z.strictObject({
    ...profileWire.shape,
    idGenericEntity: identifier,
    version: editVersion,
  }),
  answer: participantWire,
  refusals: ['notFound', 'changedMeanwhile', 'needsAnother', 'cifExists', 'nrbeExists', 'unknownField'],
})

export const patchParticipant = contract({
  name: 'participant.patch',
  method: 'PATCH',
  path: '/entity-{kind}/{id}',
  summary: 'El CCI fija el tipo de empresa de un proveedor o la acreditación de un evaluador',
  who: 'participant.accredit',
  params: onePath,
  body: z.strictObject({
    companyType: z.enum(COMPANY_TYPES).optional(),
    expiredAt: day.nullable().optional(),
    version: editVersion,
  }),
  answer: participantWire,
  refusals: ['notFound', 'expiryTooEarly', 'expiryTooLate', 'unknownField', 'changedMeanwhile'],
})

export const deleteParticipant = contract({
  name: 'participant.delete',
  method: 'POST',
  path: '/deleteGenericEntity',
  summary: 'Elimina un participante: deja de verse, queda bloqueado y se destruye al cumplirse el plazo',
  who: 'participant.delete',
  requiresRecentAuth: true,
  encoding: 'form',
  body: z.strictObject({ idGenericEntity: identifier }),
  answer: z.object({ status: z.literal('00') }),
  refusals: ['notFound', 'participantDeleteFailed', 'needsAnother'],
})

const overviewRow = z.object({
  provider: z.string(),
  cif: z.string(),
  issue: z.enum(['OPEN', 'CLOSED']).nullable(),
  service: z.string().nullable(),
  audit: z.string().nullable(),
  expiredAt: day.nullable(),
  score: z.string().nullable(),
  status: z.enum(reportRequestMachine.states).nullable(),
  idProvider: identifier,
  validationId: identifier.nullable(),
  idService: identifier.nullable(),
  idAudit: identifier.nullable(),
  validationStatus: z.enum(documentationMachine.states).nullable(),
  /** Its DOC_MIN validation, for the link to the documentation; null when the reader may not see it (D17). */
  documentationId: identifier.nullable(),
  details: z.object({
    commercialName: z.string(),
    /** NRBE code of an entity (PART-13); empty for others. */
    codNRBE: z.string(),
    companyType: z.string(),
    numEmployees: z.string(),
    concept: z.string(),
    sentAt: instant.nullable(),
    documents: z.number().int(),
    documentsAccepted: z.number().int(),
    evaluatorAccredited: z.boolean(),
    /** For CCI, whether any entity marked the provider; for an entity, its own mark only (D16). */
    fav: z.boolean(),
    /** For an entity that uses the service: where it stands with the level that it requires (LEVEL-11). */
    use: useMark.optional(),
  }),
  /** The open early renewal of the request, for CCI, the provider and the evaluators named (RENEW-09). */
  renewal: renewalWire.optional(),
  renewalInReview: z.literal(true).optional(),
  /** Its rating is under extraordinary review since this day (AFFECT-15). */
  reviewSince: day.optional(),
  /** The documentation has newer documents under review (RENEW-13). */
  updateInReview: z.literal(true).optional(),
})
export type OverviewRow = z.output<typeof overviewRow>

export const overviewSorts = ['provider', 'service', 'audit', 'expiredAt', 'status', 'sentAt', 'score'] as const

/**
 * The status filter compares a provider's rows by the status of their request, except ACCEPTED: no request has it, so
 * it compares the documentation. Entities and evaluators are compared by their documentation.
 */
export const readOverview = contract({
  name: 'participant.overview',
  method: 'GET',
  path: '/views/{kind}',
  summary: 'La búsqueda: una fila por validación, o una con «-» donde no hay ninguna (D52)',
  who: 'provider.search',
  scope: 'read:providers',
  params: z.strictObject({ kind: z.enum(['PROVIDER', 'ENTITY', 'AUDIT']) }),
  query: z.strictObject({
    ...paging(overviewSorts, 'provider'),
    provider: text(200).optional(),
    idProvider: identifier.optional(),
    /** One row: that of a request, or of a provider without one. */
    row: identifier.optional(),
    service: identifier.optional(),
    audit: identifier.optional(),
    status: z.enum(['QUALIFIED', 'PENDING', 'REJECTED', 'LAPSED', 'EXPIRED', 'ACCEPTED']).optional(),
    issue: z.enum(['OPEN', 'CLOSED', '-']).optional(),
    score: text(20).optional(),
    from: filterInstant.optional(),
    to: filterInstant.optional(),
    fav: flag.optional(),
    /** Ratings in force that reach a level in a dimension (DICT-25). */
    minC: z.enum(levels).optional(),
    minI: z.enum(levels).optional(),
    minD: z.enum(levels).optional(),
    /** Services whose published evaluation reaches less than `below` in a domain; both or neither (DICT-25). */
    domain: text(controlLimits.domain).optional(),
    below: z.enum(levels).optional(),
  }),
  answer: pageOf(overviewRow),
})

export const exportOverview = exportOf(readOverview, {
  name: 'participant.export-overview',
  summary: 'La búsqueda en CSV o XLSX',
  file: ({ role, params }) => overviewFile(role, params.kind),
  columns: ({ role, params }) => overviewColumns(role, params.kind),
  shown: providersList,
})

export const providerSheet = contract({
  name: 'participant.sheet',
  method: 'GET',
  path: '/entity-provider/{id}/sheet',
  summary: 'La ficha de un proveedor en PDF, con lo que el usuario puede leer de él',
  who: 'participant.read',
  scope: 'read:providers',
  params: z.strictObject({ id: identifier }),
  answer: 'file',
  refusals: ['notFound'],
})

export const exportParticipant = contract({
  name: 'participant.data',
  method: 'GET',
  path: '/participants/{id}/data',
  summary:
    'Todo lo que el portal guarda de un participante y de sus usuarios, en JSON, para que el CCI atienda una petición',
  who: 'participant.export',
  params: z.strictObject({ id: identifier }),
  answer: 'file',
  refusals: ['notFound'],
})
