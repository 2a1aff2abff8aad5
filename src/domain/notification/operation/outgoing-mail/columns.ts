import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter } from '#domain/list/shown.ts'
import type { OutgoingMailWire } from '#domain/notification/operation/outgoing-mail/contract.ts'
import {
  mailFaultText,
  mailKindLabels,
  mailStatusLabels,
} from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import { formatInstant } from '#domain/values/day.ts'

const instantOf = (instant: string | null) => (instant ? formatInstant(instant) : '')

/** The columns of the mails that were not sent. */
export const outgoingMailColumns: readonly ListColumn<OutgoingMailWire>[] = [
  { key: 'recipient', label: 'Destinatario', text: row => row.recipient },
  { key: 'kind', label: 'Asunto', text: row => mailKindLabels[row.kind] },
  { key: 'status', label: 'Estado', text: row => mailStatusLabels[row.status] },
  { key: 'createdAt', label: 'Creado', text: row => instantOf(row.createdAt) },
  { key: 'attempts', label: 'Intentos', text: row => String(row.attempts) },
  { key: 'nextAttemptAt', label: 'Siguiente intento', text: row => instantOf(row.nextAttemptAt), under: 'attempts' },
  { key: 'lastError', label: 'Causa', text: row => mailFaultText(row.lastError) },
  { key: 'answer', label: 'Respuesta del servidor', text: row => row.lastError, under: 'lastError' },
]

export const outgoingMailsList: ListShown = {
  label: 'Correos sin entregar',
  sort: 'createdAt,desc',
  size: 10,
  filters: {
    status: choiceFilter('Estado', 'Todos', mailStatusLabels),
    kind: choiceFilter('Asunto', 'Todos', mailKindLabels),
  },
}
