import type { AskWire } from '#domain/invitation/request/contract.ts'
import { askStatusLabels } from '#domain/invitation/request/request.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart } from '#domain/list/shown.ts'
import { invitationRequestMachine } from '#domain/states/invitation-request.ts'
import { formatInstant } from '#domain/values/day.ts'

/** The columns of the requests for invitations (EASE-10, EASE-11). */
export const askColumns: readonly ListColumn<AskWire>[] = [
  { key: 'name', label: 'Proveedor', text: row => row.name },
  { key: 'cif', label: 'CIF', text: row => row.cif, under: 'name' },
  { key: 'email', label: 'Correo', text: row => row.email },
  { key: 'requests', label: 'Entidades', text: row => String(row.requests) },
  { key: 'askedAt', label: 'Pedida', text: row => formatInstant(row.askedAt) },
  { key: 'status', label: 'Estado', text: row => askStatusLabels[row.status] },
  { key: 'decisionReason', label: 'Respuesta', text: row => row.decisionReason, under: 'status' },
]

export const asksList: ListShown = {
  label: 'Solicitudes de alta',
  sort: 'requests,desc',
  size: 6,
  filters: apart('status'),
  asked: ({ status = invitationRequestMachine.sets.open[0] }) => ({ status }),
  prefix: 'asked-',
  screens: ['/access-invitation'],
}
