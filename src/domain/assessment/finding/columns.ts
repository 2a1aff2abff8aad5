import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { findingStatusLabels, priorityLabels } from '#domain/assessment/finding/finding.ts'
import type { Role } from '#domain/identity/roles.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

const shared: readonly ListColumn<FindingWire>[] = [
  { key: 'service', label: 'Servicio', text: row => row.service },
  { key: 'control', label: 'Control', text: row => row.controlKey ?? '' },
  { key: 'domain', label: 'Dominio', text: row => row.domain, under: 'control' },
  { key: 'dimension', label: 'Dimensión', text: row => dimensionLabels[row.dimension] },
  { key: 'priority', label: 'Prioridad', text: row => priorityLabels[row.priority] },
  { key: 'status', label: 'Estado', text: row => findingStatusLabels[row.status] },
  { key: 'dueOn', label: 'Fecha prevista', text: row => (row.dueOn ? formatDay(row.dueOn) : '') },
]

const texts: readonly ListColumn<FindingWire>[] = [
  { key: 'title', label: 'Hallazgo', text: row => row.own?.title ?? '' },
  { key: 'detail', label: 'Detalle', text: row => row.own?.detail ?? '', under: 'title' },
  { key: 'measure', label: 'Medida', text: row => row.own?.measure ?? '' },
  { key: 'ownerName', label: 'Responsable', text: row => row.own?.ownerName ?? '', under: 'measure' },
  { key: 'raisedAt', label: 'Fecha hallazgo', text: row => formatInstant(row.raisedAt) },
]

const provider: ListColumn<FindingWire> = { key: 'provider', label: 'Proveedor', text: row => row.providerName }

/** The columns of 'Hallazgos' for each role: banks read neither texts nor measures (FIND-09). */
export const findingColumns = (role: Role): readonly ListColumn<FindingWire>[] => [
  ...(role === 'PROVIDER' ? [] : [provider]),
  ...shared,
  ...(role === 'ENTITY' ? [] : texts),
]
