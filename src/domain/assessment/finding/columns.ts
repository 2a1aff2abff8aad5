import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { askedOfFindings } from '#domain/assessment/finding/filters.ts'
import { findingStatusLabels, priorityLabels } from '#domain/assessment/finding/finding.ts'
import type { Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart, choiceFilter, givenFilter, ownFilter } from '#domain/list/shown.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

type Column = ListColumn<FindingWire>

const control: Column = { key: 'control', label: msg('Control'), text: row => row.controlKey ?? '' }
const domain: Column = { key: 'domain', label: msg('Dominio'), text: row => row.domain }
const service: Column = { key: 'service', label: msg('Servicio'), text: row => row.service }
const provider: Column = { key: 'provider', label: msg('Proveedor'), text: row => row.providerName }

const rest: readonly Column[] = [
  { key: 'priority', label: msg('Prioridad'), text: row => priorityLabels[row.priority] },
  { key: 'dimension', label: msg('Dimensión'), text: row => dimensionLabels[row.dimension], under: 'priority' },
  { key: 'status', label: msg('Estado'), text: row => findingStatusLabels[row.status] },
  { key: 'dueOn', label: msg('Fecha prevista'), text: row => (row.dueOn ? formatDay(row.dueOn) : '') },
]

const texts: readonly Column[] = [
  { key: 'title', label: msg('Hallazgo'), text: row => row.own?.title ?? '' },
  { ...control, under: 'title' },
  { ...domain, under: 'title' },
  { key: 'detail', label: msg('Detalle'), text: row => row.own?.detail ?? '', under: 'title' },
]

const plan: readonly Column[] = [
  { key: 'measure', label: msg('Medida'), text: row => row.own?.measure ?? '', under: 'dueOn' },
  { key: 'ownerName', label: msg('Responsable'), text: row => row.own?.ownerName ?? '', under: 'dueOn' },
  { key: 'raisedAt', label: msg('Fecha hallazgo'), text: row => formatInstant(row.raisedAt), under: 'status' },
]

/** The columns of 'Hallazgos' for each role: banks read neither texts nor measures (FIND-09). */
export function findingColumns(role: Role): readonly Column[] {
  if (role === 'ENTITY') return [control, { ...domain, under: 'control' }, service, provider, ...rest]
  const whose = role === 'PROVIDER' ? [] : [{ ...provider, under: 'service' }]
  return [...texts, service, ...whose, ...rest, ...plan]
}

export const findingsList: ListShown = {
  label: msg('Hallazgos'),
  sort: 'dueOn,asc',
  size: 10,
  filters: {
    ...apart('status'),
    provider: ownFilter,
    serviceId: givenFilter(msg('Servicio'), msg('Todos')),
    priority: choiceFilter(msg('Prioridad'), msg('Todas'), priorityLabels),
    dimension: choiceFilter(msg('Dimensión'), msg('Todas'), dimensionLabels),
  },
  asked: askedOfFindings,
  screens: ['/findings'],
  alerts: true,
}
