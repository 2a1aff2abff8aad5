import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier, instant, pageOf, paging } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { outgoingMailColumns, outgoingMailsList } from '#domain/notification/operation/outgoing-mail/columns.ts'
import { mailKinds, mailStatuses } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'

const outgoingMailWire = z.object({
  id: identifier,
  recipient: z.string(),
  /** What it is for; its text is its reader's alone. */
  kind: z.enum(mailKinds),
  status: z.enum(mailStatuses),
  createdAt: instant,
  attempts: z.number().int(),
  /** When it is tried again; null when it is not. */
  nextAttemptAt: instant.nullable(),
  /** The mail server's words, or why it could not be asked; '' before the first try. */
  lastError: z.string(),
  /** The password or link that it carries does not work any more. */
  dead: z.boolean(),
})
export type OutgoingMailWire = z.output<typeof outgoingMailWire>

export const listOutgoingMails = contract({
  name: 'outgoing-mail.list',
  method: 'GET',
  path: '/outgoing-mails',
  summary: 'Los correos que esperan o que no se han podido entregar, sin su texto',
  who: 'operation.manage',
  query: z.strictObject({
    ...paging(['createdAt', 'recipient', 'attempts', 'nextAttemptAt'], 'createdAt,desc'),
    status: z.enum(mailStatuses).optional(),
    kind: z.enum(mailKinds).optional(),
  }),
  answer: pageOf(outgoingMailWire),
})

export const exportOutgoingMails = exportOf(listOutgoingMails, {
  name: 'outgoing-mail.export',
  summary: 'Esos correos en CSV o XLSX',
  file: 'correos-sin-entregar',
  columns: outgoingMailColumns,
  shown: outgoingMailsList,
})

export const resendMail = contract({
  name: 'outgoing-mail.resend',
  method: 'POST',
  path: '/outgoing-mails/{id}/resend',
  summary: 'Envía ahora un correo que no se ha podido entregar; no repite uno que ya llegó',
  who: 'operation.manage',
  params: z.strictObject({ id: identifier }),
  answer: outgoingMailWire,
  refusals: ['notFound', 'mailSent', 'mailWaits', 'mailDead', 'mailBusy'],
})
