import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart, choiceFilter, searchFilter } from '#domain/list/shown.ts'
import type { RelianceRow } from '#domain/supervision/reliance/contract.ts'
import { conclusionLabels } from '#domain/supervision/reliance/file.ts'
import { criticalLabels } from '#domain/supervision/use/use.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

/** The columns of 'Expedientes de confianza'. */
export const relianceColumns: readonly ListColumn<RelianceRow>[] = [
  { key: 'provider', label: 'Proveedor', text: row => row.provider },
  { key: 'cif', label: 'CIF', text: row => row.cif, under: 'provider' },
  { key: 'service', label: 'Servicio', text: row => row.service },
  { key: 'serviceKey', label: 'Clave del servicio', text: row => row.serviceKey, under: 'service' },
  {
    key: 'critical',
    label: 'Función esencial o importante',
    text: row => (row.critical ? criticalLabels[row.critical] : ''),
    under: 'service',
  },
  { key: 'standing', label: 'Expediente', text: row => row.words },
  {
    key: 'causes',
    label: 'Motivo',
    text: row => row.signed?.causes.map(({ sentence }) => sentence).join(' ') ?? '',
    under: 'standing',
  },
  {
    key: 'conclusion',
    label: 'Conclusión',
    text: row => (row.signed?.conclusion ? conclusionLabels[row.signed.conclusion] : ''),
  },
  { key: 'signedAt', label: 'Firmado', text: row => (row.signed?.signedAt ? formatInstant(row.signed.signedAt) : '') },
  { key: 'signedBy', label: 'Firmado por', text: row => row.signed?.signedBy ?? '', under: 'signedAt' },
  { key: 'reviewOn', label: 'Revisión', text: row => (row.reviewOn ? formatDay(row.reviewOn) : '') },
]

export const relianceFilesList: ListShown = {
  label: 'Expedientes de confianza',
  sort: 'standing,asc',
  size: 10,
  filters: {
    ...apart('standing'),
    provider: searchFilter('Proveedor', 'Nombre o CIF'),
    ended: choiceFilter('Uso', 'En curso', { true: 'Terminados' }),
  },
  screens: ['/reliance'],
}
