import { roleLabels } from '#domain/identity/session/outcome.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart } from '#domain/list/shown.ts'
import { requestTypeLabels } from '#domain/report-request/report-request.ts'
import { ageText, daysWaited } from '#domain/start/queue-age.ts'
import type { QueueItem } from '#domain/validation/contract.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

export const queueKindLabels: Record<QueueItem['kind'], string> = {
  documentation: 'Documentación',
  report: 'Informe',
  incident: 'Incidencia',
}

function noteOf({ kind, role, detail, requestType }: QueueItem): string {
  const type = requestType && requestType !== 'NEW' ? requestTypeLabels[requestType] : null
  return [kind === 'documentation' ? roleLabels[role] : null, detail, type].filter(Boolean).join(' · ')
}

/** Columns of the queue of items that wait for CCI, on a day. */
export function queueColumns(today: Day): readonly ListColumn<QueueItem>[] {
  return [
    { key: 'kind', label: 'Qué', text: item => queueKindLabels[item.kind] },
    { key: 'participant', label: 'Participante', text: item => item.participant },
    { key: 'detail', label: 'Detalle', text: noteOf, under: 'participant' },
    { key: 'receivedAt', label: 'Recibido', text: item => formatInstant(item.receivedAt) },
    { key: 'age', label: 'Espera', text: item => ageText(daysWaited(item.receivedAt, today)), under: 'receivedAt' },
    { key: 'dueOn', label: 'Vence', text: item => (item.dueOn ? formatDay(item.dueOn) : 'En pausa') },
    { key: 'assignee', label: 'Asignada a', text: item => item.assignee?.name ?? '' },
  ]
}

export const queueList: ListShown = {
  label: 'Cola de verificación',
  sort: 'dueOn,asc',
  size: 10,
  filters: apart('kind', 'assignee', 'due'),
  prefix: 'q-',
  screens: ['/provider', '/entity', '/audit'],
}
