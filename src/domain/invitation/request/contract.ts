import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, instant, pageOf, pagingInOwnOrder, text } from '#domain/contract/wire.ts'
import { askColumns, asksList } from '#domain/invitation/request/columns.ts'
import { ASK_REASON_MAX } from '#domain/invitation/request/request.ts'
import { exportOf } from '#domain/list/export.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'

/** One bank's request, within those for the same CIF, as CCI reads it. */
const askerWire = z.object({
  id: identifier,
  entityId: identifier,
  entity: z.string(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  askedAt: instant,
})

/**
 * A request that CCI invite a provider. A bank reads its own; CCI reads those for one CIF that were asked or decided
 * together as one, with every bank that asked (EASE-11).
 */
export const askWire = z.object({
  id: identifier,
  name: z.string(),
  cif: z.string(),
  email: z.string(),
  reason: z.string(),
  status: z.enum(invitationRequestMachine.states),
  askedAt: instant,
  /** How many banks asked; 1 for a bank. */
  requests: z.number().int(),
  /** Each of them, for CCI; empty for a bank. */
  askers: z.array(askerWire),
  decisionReason: z.string(),
  decidedAt: instant.nullable(),
  /** For CCI: the invitation that was sent. */
  invitationId: identifier.nullable(),
  version: z.number().int(),
})
export type AskWire = z.output<typeof askWire>

export const listAsked = contract({
  name: 'invitation-request.list',
  method: 'GET',
  path: '/invitation-requests',
  summary: 'Altas de proveedor pedidas: una entidad lee las suyas; el CCI, todas, juntas las del mismo CIF',
  who: 'invitation-request.read',
  query: z.strictObject({
    ...pagingInOwnOrder(['name', 'cif', 'status', 'askedAt', 'requests']),
    status: z.enum(invitationRequestMachine.states).optional(),
  }),
  answer: pageOf(askWire),
})

export const exportAsked = exportOf(listAsked, {
  name: 'invitation-request.export',
  summary: 'Las altas de proveedor pedidas en CSV o XLSX',
  file: 'altas-pedidas',
  columns: askColumns,
  shown: asksList,
})

export const askInvitation = contract({
  name: 'invitation-request.make',
  method: 'POST',
  path: '/invitation-requests',
  summary: 'Una entidad pide al CCI que invite a un proveedor; al proveedor nunca se le dice quién lo pidió',
  who: 'invitation-request.make',
  body: z.strictObject({
    name: text(200).default(''),
    cif: text(20).default(''),
    email: text(EMAIL_MAX).default(''),
    reason: text(ASK_REASON_MAX).default(''),
  }),
  answer: askWire,
  status: 201,
  refusals: ['alreadyHere', 'askedForAlready', 'invalid'],
})

export const decideAsked = contract({
  name: 'invitation-request.decide',
  method: 'PATCH',
  path: '/invitation-requests/{id}',
  summary:
    'El CCI invita al proveedor pedido (INVITED), o no (DECLINED, con motivo): vale para todas las del mismo CIF',
  who: 'invitation-request.decide',
  sendsMail: true,
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({
    status: z.enum(invitationRequestMachine.sets.answered),
    /** Of the decline, for the banks that asked. */
    reason: text(ASK_REASON_MAX).default(''),
    /** The address to invite; that of the request when absent. */
    email: text(EMAIL_MAX).optional(),
    version: editVersion,
  }),
  answer: askWire,
  refusals: [
    'notFound',
    'requestAnswered',
    'noDeclineReason',
    'changedMeanwhile',
    'alreadyHere',
    'invitationExists',
    'invalid',
  ],
})
