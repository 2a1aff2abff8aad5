import { yesNo } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { standingLabels } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { countryName, countryNames } from '#domain/values/countries.ts'
import { formatDay } from '#domain/values/day.ts'

/** The columns of a chain. */
export const chainColumns: readonly ListColumn<SubcontractWire>[] = [
  { key: 'provider', label: msg('Proveedor'), text: row => row.provider },
  { key: 'service', label: msg('Servicio'), text: row => row.service, under: 'provider' },
  { key: 'rank', label: msg('Rango'), text: row => String(row.rank) },
  { key: 'name', label: msg('Empresa'), text: row => row.company.name },
  { key: 'lei', label: 'LEI', text: row => row.company.lei ?? '', under: 'name' },
  { key: 'euid', label: 'EUID', text: row => row.company.euid ?? '', under: 'name' },
  {
    key: 'seat',
    label: msg('Sede'),
    text: row => (row.company.country ? countryName(row.company.country) : ''),
    under: 'name',
  },
  { key: 'recipient', label: msg('Trabaja para'), text: row => row.recipient },
  { key: 'does', label: msg('Qué hace'), text: row => row.does },
  { key: 'underpins', label: msg('Sustenta el servicio'), text: row => yesNo(row.underpins) },
  { key: 'handlesData', label: msg('Trata datos'), text: row => yesNo(row.handlesData) },
  { key: 'countries', label: msg('Países'), text: row => countryNames(row.countries) },
  { key: 'standing', label: msg('Situación'), text: row => standingLabels[row.standing] },
  { key: 'since', label: msg('Desde'), text: row => formatDay(row.since), under: 'standing' },
  { key: 'until', label: msg('Hasta'), text: row => (row.until ? formatDay(row.until) : ''), under: 'standing' },
  { key: 'urgentReason', label: msg('Motivo de urgencia'), text: row => row.urgentReason, under: 'standing' },
]
