import { msg, t } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart } from '#domain/list/shown.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { formatInstant } from '#domain/values/day.ts'

/** The notifications of an organisation, with the reader's own marks (NOTIF-04, NOTIF-05). */
export const notificationColumns: readonly ListColumn<NotificationWire>[] = [
  { key: 'createdAt', label: msg('Fecha y hora'), text: row => formatInstant(row.createdAt) },
  { key: 'isRead', label: msg('Lectura'), text: row => (row.isRead ? t('Leída') : t('Sin leer')), under: 'createdAt' },
  { key: 'reason', label: msg('Motivo'), text: row => row.reason },
  { key: 'message', label: msg('Detalle'), text: row => row.message },
]

export const notificationsList: ListShown = {
  label: msg('Notificaciones'),
  sort: 'createdAt,desc',
  // LIM-11.
  size: 6,
  filters: apart('isRead'),
  screens: ['/notifications'],
}
