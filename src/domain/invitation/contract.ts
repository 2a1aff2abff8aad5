import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { filterInstant, identifier, instant, pageOf, paging, stored, text } from '#domain/contract/wire.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { invitationColumns, invitationsList } from '#domain/invitation/columns.ts'
import { PREVIEW_MAX } from '#domain/invitation/preload.ts'
import { exportOf } from '#domain/list/export.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'

/** An invitation in a response (INV-05, INV-08). */
export const invitationWire = z.object({
  id: identifier,
  type: z.enum(invitableKinds),
  email: z.string(),
  createdAt: instant,
  sentAt: instant,
  status: z.enum(['ACCEPTED', 'PENDING', 'REJECTED']),
  name: z.string(),
  codNRBE: z.string(),
  contactPerson: z.string(),
  idGenericEntity: identifier,
  nameGenericEntity: z.string(),
  /** The one-time password still works. */
  passwordAlive: z.boolean(),
  /** The invited person has chosen a password. Sending the invitation again does not replace it. */
  passwordChosen: z.boolean(),
  /** Why the last mail is undelivered, or null. */
  undelivered: z.object({ refused: z.boolean(), reason: z.string() }).nullable(),
})
export type InvitationWire = z.output<typeof invitationWire>

/** The filters apart from the status. The status counts use the same filters. */
const filters = {
  type: z.enum(invitableKinds).optional(),
  email: text(EMAIL_MAX).optional(),
  from: filterInstant.optional(),
  to: filterInstant.optional(),
}

export const listInvitations = contract({
  name: 'invitation.list',
  method: 'GET',
  path: '/invitations',
  summary: 'Invitaciones emitidas',
  who: 'invitation.manage',
  query: z.strictObject({
    ...paging(['createdAt', 'email', 'type', 'status'], 'createdAt,desc', 6),
    status: z.enum(['ACCEPTED', 'PENDING', 'REJECTED']).optional(),
    ...filters,
  }),
  answer: pageOf(invitationWire),
})

export const exportInvitations = exportOf(listInvitations, {
  name: 'invitation.export',
  summary: 'La lista de invitaciones en CSV o XLSX',
  file: 'invitaciones',
  columns: invitationColumns,
  shown: invitationsList,
})

export const countInvitations = contract({
  name: 'invitation.counts',
  method: 'GET',
  path: '/invitations/counts',
  summary: 'Cuántas invitaciones hay en cada estado, de las que dejan pasar los demás filtros',
  who: 'invitation.manage',
  query: z.strictObject(filters),
  answer: z.object({ ACCEPTED: z.number().int(), PENDING: z.number().int(), REJECTED: z.number().int() }),
})

export const invite = contract({
  name: 'invitation.create',
  sendsMail: true,
  method: 'POST',
  path: '/invitations',
  summary: 'Invita a un proveedor, evaluador o entidad: crea su perfil y su usuario y le envía una contraseña temporal',
  who: 'invitation.manage',
  body: z.strictObject({
    type: z.enum(['PROVIDER', 'AUDIT', 'ENTITY']),
    email: text(EMAIL_MAX).default(''),
    name: text(200).optional(),
    codNRBE: text(10).optional(),
    contactPerson: text(200).optional(),
  }),
  answer: invitationWire,
  status: 201,
  refusals: ['invitationEmailMissing', 'invitationExists', 'nrbeExists', 'unknownField', 'invalid'],
  example: { body: { type: 'PROVIDER', email: 'ana@proveedor.example' } },
})

export const inviteEntity = contract({
  name: 'invitation.create-entity',
  sendsMail: true,
  method: 'POST',
  path: '/invitations-entity',
  summary: 'Invita a una entidad',
  who: 'invitation.manage',
  body: z.strictObject({
    name: text(200).default(''),
    codNRBE: text(10).default(''),
    contactPerson: text(200).default(''),
    email: text(EMAIL_MAX).default(''),
  }),
  answer: invitationWire,
  status: 201,
  refusals: ['invitationEmailMissing', 'invitationExists', 'nrbeExists', 'invalid'],
})

export const changeInvitation = contract({
  name: 'invitation.change',
  sendsMail: true,
  method: 'PATCH',
  path: '/invitations/{id}',
  summary: 'Retira una invitación (REJECTED) o la envía otra vez (PENDING)',
  who: 'invitation.manage',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ status: z.enum(['REJECTED', 'PENDING']) }),
  answer: invitationWire,
  refusals: ['notFound', 'invitationEnded', 'invitationExists', 'nrbeExists'],
})

export const importEntities = contract({
  name: 'invitation.import',
  method: 'POST',
  path: '/invitations-entity/massive',
  summary: 'Precarga masiva de entidades desde .xlsx, .ods o .csv: todas o ninguna, y dice fila por fila qué está mal',
  who: 'invitation.manage',
  encoding: 'multipart',
  files: { file: { description: 'Hoja con name, codNRBE, contactPerson, email', required: true, keep: false } },
  body: z.strictObject({}),
  answer: z.object({ created: z.number().int() }),
  status: 201,
  refusals: ['fileMissing', 'importExtension', 'importWrong', 'importConflict', 'nrbeExists'],
})

export const importProviders = contract({
  name: 'invitation.import-providers',
  method: 'POST',
  path: '/invitations/massive',
  summary:
    'Precarga masiva de proveedores desde .xlsx, .ods o .csv: todos o ninguno, y dice fila por fila qué está mal',
  who: 'invitation.manage',
  sendsMail: true,
  query: z.strictObject({ type: z.literal('PROVIDER').default('PROVIDER') }),
  encoding: 'multipart',
  files: { file: { description: 'Hoja con name, cif, email', required: true, keep: false } },
  body: z.strictObject({}),
  answer: z.object({ created: z.number().int(), sentAt: instant }),
  status: 201,
  refusals: ['fileMissing', 'importExtension', 'importWrong', 'importConflict', 'cifExists'],
})

export const providerTemplate = contract({
  name: 'invitation.provider-template',
  method: 'GET',
  path: '/invitations/template',
  summary: 'La plantilla de la precarga de proveedores',
  who: 'invitation.manage',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  answer: 'file',
})

/** Cells as they are in the sheet, right or wrong. */
const cell = z.string().max(2000)
const line = z.number().int().min(1).max(1_000_000)
const entityRow = z.strictObject({ line, name: cell, codNRBE: cell, contactPerson: cell, email: cell })
const providerRow = z.strictObject({ line, name: cell, cif: cell, email: cell })

export const previewEntities = contract({
  name: 'invitation.preview',
  method: 'POST',
  path: '/invitations-entity/preview',
  summary: 'Lee la hoja de la precarga sin invitar a nadie: sus filas, y qué correos y códigos ya existen',
  who: 'invitation.manage',
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files: { file: { description: 'Hoja con name, codNRBE, contactPerson, email', required: true, keep: false } },
  body: z.strictObject({}),
  answer: z.object({
    rows: z.array(stored(entityRow)),
    taken: z.object({ email: z.array(z.string()), codNRBE: z.array(z.string()) }),
  }),
  refusals: ['fileMissing', 'importExtension', 'importWrong'],
})

export const previewProviders = contract({
  name: 'invitation.preview-providers',
  method: 'POST',
  path: '/invitations/preview',
  summary:
    'Lee la hoja de la precarga de proveedores sin invitar a nadie: sus filas, y qué correos y empresas (letra y siete cifras del CIF) ya existen',
  who: 'invitation.manage',
  withoutIdempotencyKey: true,
  encoding: 'multipart',
  files: { file: { description: 'Hoja con name, cif, email', required: true, keep: false } },
  body: z.strictObject({}),
  answer: z.object({
    rows: z.array(stored(providerRow)),
    taken: z.object({ email: z.array(z.string()), cif: z.array(z.string()) }),
  }),
  refusals: ['fileMissing', 'importExtension', 'importWrong'],
})

export const invitePreloaded = contract({
  name: 'invitation.import-rows',
  method: 'POST',
  path: '/invitations-entity/rows',
  summary: 'Invita a las entidades de las filas revisadas: a todas o a ninguna, y dice fila por fila qué está mal',
  who: 'invitation.manage',
  sendsMail: true,
  body: z.strictObject({ rows: z.array(entityRow).min(1).max(PREVIEW_MAX) }),
  answer: z.object({ created: z.number().int(), sentAt: instant }),
  status: 201,
  refusals: ['importWrong', 'importConflict', 'nrbeExists'],
})

export const invitePreloadedProviders = contract({
  name: 'invitation.import-provider-rows',
  method: 'POST',
  path: '/invitations/rows',
  summary: 'Invita a los proveedores de las filas revisadas: a todos o a ninguno, y dice fila por fila qué está mal',
  who: 'invitation.manage',
  sendsMail: true,
  body: z.strictObject({ rows: z.array(providerRow).min(1).max(PREVIEW_MAX) }),
  answer: z.object({ created: z.number().int(), sentAt: instant }),
  status: 201,
  refusals: ['importWrong', 'importConflict', 'cifExists'],
})

export const countDeliveries = contract({
  name: 'invitation.deliveries',
  method: 'GET',
  path: '/invitations-entity/deliveries',
  summary: 'Los correos de una precarga que aún no han salido, y los que no llegan con su motivo',
  who: 'invitation.manage',
  query: z.strictObject({ sentAt: instant, type: z.enum(['ENTITY', 'PROVIDER']).default('ENTITY') }),
  answer: z.object({
    waiting: z.number().int(),
    failed: z.array(z.object({ email: z.string(), name: z.string(), refused: z.boolean(), reason: z.string() })),
  }),
})

export const entityTemplate = contract({
  name: 'invitation.template',
  method: 'GET',
  path: '/invitations-entity/template',
  summary: 'La plantilla de la precarga',
  who: 'invitation.manage',
  query: z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  answer: 'file',
})
