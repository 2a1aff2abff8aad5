import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { msg } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { notificationColumns, notificationsList } from '#domain/notification/columns.ts'
import { mailGroupKeys, notificationInfo } from '#domain/notification/definition.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import { mailModes } from '#domain/notification/digest/mail-mode.ts'
import { NOTICE_TEXT_MAX } from '#domain/notification/free-text.ts'

/** NOTIF-02, NOTIF-03. */
export const notificationWire = z.object({
  id: identifier,
  idGenericEntity: identifier,
  type: z.enum(notificationTypes),
  reason: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: instant,
  info: notificationInfo,
})
export type NotificationWire = z.output<typeof notificationWire>

export const listNotifications = contract({
  name: 'notification.list',
  method: 'GET',
  path: '/notifications',
  summary: 'Avisos de la organización del usuario, con su propia marca de leído',
  who: 'notification.read',
  query: z.strictObject({ ...paging(['createdAt'], 'createdAt,desc'), isRead: flag.optional() }),
  answer: pageOf(notificationWire),
})

export const exportNotifications = exportOf(listNotifications, {
  name: 'notification.export',
  summary: 'Los avisos en CSV o XLSX',
  file: 'notificaciones',
  columns: notificationColumns,
  shown: notificationsList,
})

export const markNotification = contract({
  name: 'notification.mark',
  method: 'PATCH',
  path: '/notifications/{id}',
  summary: 'Marca un aviso como leído o no leído',
  who: 'notification.read',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ isRead: z.boolean() }),
  answer: notificationWire,
  refusals: ['notFound'],
})

export const markAllNotifications = contract({
  name: 'notification.mark-all',
  method: 'PUT',
  path: '/notifications/read',
  summary: 'Marca como leídos todos los avisos de la organización, para quien llama',
  who: 'notification.read',
  answer: z.object({ marked: z.number().int() }),
})

export const sendNotice = contract({
  name: 'notification.send',
  method: 'POST',
  path: '/notifications',
  summary: 'Un aviso del CCI a un participante; los demás avisos los hace el servidor con lo que cuentan (D22)',
  who: 'notification.send',
  body: z.strictObject({
    idGenericEntity: identifier,
    type: z.literal('NOTICE').default('NOTICE'),
    message: text(NOTICE_TEXT_MAX).refine(message => message !== '', msg('Escriba el aviso')),
    info: z.strictObject({}).optional(),
  }),
  status: 204,
  refusals: ['notFound'],
  example: {
    body: { idGenericEntity: '01h00000000000000000000000', type: 'NOTICE', message: 'El viernes no hay portal.' },
  },
})

const mailPreferenceWire = z.object({
  type: z.enum(notificationTypes),
  /** False for 'NEVER' alone. */
  byMail: z.boolean(),
  mode: z.enum(mailModes),
  /** 0 before the first choice. */
  version: z.number().int(),
})

const mailPreferences = z.object({ preferences: z.array(mailPreferenceWire) })

export const readMailPreferences = contract({
  name: 'notification.mail-preferences',
  method: 'GET',
  path: '/notifications/mail-preferences',
  summary:
    'Qué avisos recibe por correo quien llama, y cuándo: los que pueden llegar a su rol; los de acceso se envían siempre',
  who: 'session.own',
  answer: mailPreferences,
})

export const setMailPreference = contract({
  name: 'notification.set-mail-preference',
  method: 'PUT',
  path: '/notifications/mail-preferences/{type}',
  summary:
    'Elige si un tipo de aviso le llega también por correo y cuándo; «byMail» solo dice si al momento o nunca. En el portal se sigue viendo',
  who: 'session.own',
  params: z.strictObject({ type: z.enum(notificationTypes) }),
  body: z
    .strictObject({ byMail: z.boolean().optional(), mode: z.enum(mailModes).optional(), version: editVersion })
    .refine(({ byMail, mode }) => (byMail === undefined) !== (mode === undefined), msg('Elija «mode» o «byMail»')),
  answer: mailPreferenceWire,
  refusals: ['notFound', 'changedMeanwhile'],
  example: { body: { mode: 'DAILY', version: 0 } },
})

export const setMailPreferences = contract({
  name: 'notification.set-mail-preferences',
  method: 'PUT',
  path: '/notifications/mail-preferences',
  summary: 'Elige lo mismo para todos los tipos de un grupo que pueden llegar al rol de quien llama',
  who: 'session.own',
  body: z.strictObject({ group: z.enum(mailGroupKeys), mode: z.enum(mailModes) }),
  answer: mailPreferences,
})
