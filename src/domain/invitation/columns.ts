import type { InvitationWire } from '#domain/invitation/contract.ts'
import { hasLapsedPassword, invitationStatusLabels, kindLabels } from '#domain/invitation/invitation.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { withInstants } from '#domain/list/instants.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart, choiceFilter, daySpan, searchFilter } from '#domain/list/shown.ts'
import { troubleNote } from '#domain/notification/undelivered.ts'
import { formatDay, formatInstant, madridDay } from '#domain/values/day.ts'

/** The columns of the invitation list (INV-03, INV-05, INV-07, INV-08). */
export const invitationColumns: readonly ListColumn<InvitationWire>[] = [
  { key: 'email', label: 'Correo', text: row => row.email },
  { key: 'participant', label: 'Participante', text: row => row.nameGenericEntity || row.name, under: 'email' },
  { key: 'codNRBE', label: 'NRBE', text: row => row.codNRBE, under: 'email' },
  { key: 'type', label: 'Tipo', text: row => kindLabels[row.type] },
  { key: 'createdAt', label: 'Fecha', text: row => formatInstant(row.createdAt) },
  {
    key: 'sentAt',
    label: 'Enviada otra vez',
    text: ({ createdAt, sentAt }) => (sentAt > createdAt ? formatDay(madridDay(sentAt)) : ''),
    under: 'createdAt',
  },
  { key: 'status', label: 'Estado', text: row => invitationStatusLabels[row.status] },
  {
    key: 'note',
    label: 'Nota',
    text: row => (hasLapsedPassword(row) ? 'La contraseña ha caducado' : ''),
    under: 'status',
  },
  {
    key: 'delivery',
    label: 'Entrega',
    text: ({ undelivered }) => (undelivered ? troubleNote(undelivered) : ''),
    under: 'email',
  },
]

export const invitationsList: ListShown = {
  label: 'Invitaciones emitidas',
  sort: 'createdAt,desc',
  // LIM-12.
  size: 6,
  filters: {
    ...apart('status'),
    email: searchFilter('Correo', 'Parte del correo'),
    type: choiceFilter('Tipo', 'Todos', kindLabels),
    ...daySpan,
  },
  asked: withInstants,
  screens: ['/access-invitation'],
}
