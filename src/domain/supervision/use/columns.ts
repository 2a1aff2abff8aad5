import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart, choiceFilter, givenFilter, searchFilter } from '#domain/list/shown.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { criticalLabels } from '#domain/supervision/use/use.ts'
import { formatDay } from '#domain/values/day.ts'

const dayOf = (day: string | null) => (day ? formatDay(day) : '')

/** The columns of 'Niveles exigidos'. */
export const usesColumns: readonly ListColumn<UseWire>[] = [
  { key: 'provider', label: 'Proveedor', text: row => row.provider },
  { key: 'cif', label: 'CIF', text: row => row.cif, under: 'provider' },
  { key: 'service', label: 'Servicio', text: row => row.service },
  { key: 'serviceKey', label: 'Clave del servicio', text: row => row.serviceKey, under: 'service' },
  { key: 'note', label: 'Nota', text: row => row.note, under: 'service' },
  {
    key: 'critical',
    label: 'Función esencial o importante',
    text: row => criticalLabels[row.critical],
    under: 'service',
  },
  { key: 'since', label: 'Desde', text: row => dayOf(row.since), under: 'service' },
  { key: 'until', label: 'Hasta', text: row => dayOf(row.until), under: 'service' },
  { key: 'requiredScore', label: 'Exigido', text: row => row.requiredScore ?? '', under: 'obtainedScore' },
  { key: 'obtainedScore', label: 'Obtenido', text: row => row.obtainedScore ?? '' },
  {
    key: 'gaps',
    label: 'Diferencia',
    text: row => row.gaps.map(gap => gap.sentence).join('; '),
    under: 'obtainedScore',
  },
  {
    key: 'review',
    label: 'Revisión extraordinaria',
    text: row => (row.reviewSince ? underReviewNote(row.reviewSince) : ''),
    under: 'obtainedScore',
  },
  { key: 'situation', label: 'Situación', text: row => row.words },
  { key: 'expiredAt', label: 'Caduca', text: row => dayOf(row.expiredAt) },
]

export const requiredLevelsList: ListShown = {
  label: 'Niveles exigidos',
  sort: 'situation,asc',
  size: 10,
  filters: {
    ...apart('situation', 'ending'),
    provider: searchFilter('Proveedor', 'Nombre o CIF'),
    service: givenFilter('Servicio', 'Todos'),
    critical: choiceFilter('Función esencial o importante', 'Todas', criticalLabels),
    ended: choiceFilter('Uso', 'En curso', { true: 'Terminados' }),
  },
  screens: ['/required-levels'],
  alerts: true,
}
