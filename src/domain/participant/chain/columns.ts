import { yesNo } from '#domain/conflict/conflict.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { standingLabels } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { countryName, countryNames } from '#domain/values/countries.ts'
import { formatDay } from '#domain/values/day.ts'

/** The columns of a chain. */
export const chainColumns: readonly ListColumn<SubcontractWire>[] = [
  { key: 'provider', label: 'Proveedor', text: row => row.provider },
  { key: 'service', label: 'Servicio', text: row => row.service, under: 'provider' },
  { key: 'rank', label: 'Rango', text: row => String(row.rank) },
  { key: 'name', label: 'Empresa', text: row => row.company.name },
  { key: 'lei', label: 'LEI', text: row => row.company.lei ?? '', under: 'name' },
  { key: 'euid', label: 'EUID', text: row => row.company.euid ?? '', under: 'name' },
  {
    key: 'seat',
    label: 'Sede',
    text: row => (row.company.country ? countryName(row.company.country) : ''),
    under: 'name',
  },
  { key: 'recipient', label: 'Trabaja para', text: row => row.recipient },
  { key: 'does', label: 'Qué hace', text: row => row.does },
  { key: 'underpins', label: 'Soporta el servicio', text: row => yesNo(row.underpins) },
  { key: 'handlesData', label: 'Trata datos', text: row => yesNo(row.handlesData) },
  { key: 'countries', label: 'Países', text: row => countryNames(row.countries) },
  { key: 'standing', label: 'Situación', text: row => standingLabels[row.standing] },
  { key: 'since', label: 'Desde', text: row => formatDay(row.since), under: 'standing' },
  { key: 'until', label: 'Hasta', text: row => (row.until ? formatDay(row.until) : ''), under: 'standing' },
  { key: 'urgentReason', label: 'Motivo de urgencia', text: row => row.urgentReason, under: 'standing' },
]
