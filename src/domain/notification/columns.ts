import type { ListColumn } from '#domain/list/columns.ts'
import type { NotificationWire } from '#domain/notification/contract.ts'
import { formatInstant } from '#domain/values/day.ts'

/** The notifications of an organisation, with the reader's own marks (NOTIF-04, NOTIF-05). */
export const notificationColumns: readonly ListColumn<NotificationWire>[] = [
  { key: 'createdAt', label: 'Fecha y hora', text: row => formatInstant(row.createdAt) },
  { key: 'isRead', label: 'Lectura', text: row => (row.isRead ? 'Leída' : 'Sin leer'), under: 'createdAt' },
  { key: 'reason', label: 'Motivo', text: row => row.reason },
  { key: 'message', label: 'Detalle', text: row => row.message },
]
