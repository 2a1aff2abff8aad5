import type { Role } from '#domain/identity/roles.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { choosesProvider, incidentStatusLabels } from '#domain/incident/incident.ts'
import { msg } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { withInstants } from '#domain/list/instants.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { daySpan, ownFilter, searchFilter } from '#domain/list/shown.ts'
import { formatInstant } from '#domain/values/day.ts'

type IncidentColumn = ListColumn<IncidentWire>

const title: IncidentColumn = { key: 'title', label: msg('Incidencia'), text: row => row.title }
const issuer: IncidentColumn = {
  key: 'issuer',
  label: msg('Notificada por'),
  text: row => row.issuerName,
  under: 'title',
}
const provider: IncidentColumn = { key: 'provider', label: msg('Proveedor'), text: row => row.providerName }

/**
 * The columns of the incident list per role. An entity raised all its incidents itself, and a provider's are about
 * itself.
 */
export function incidentColumns(role: Role): readonly IncidentColumn[] {
  return [
    title,
    ...(role === 'ENTITY' ? [] : [issuer]),
    ...(choosesProvider(role) ? [provider] : []),
    { key: 'createdAt', label: msg('Fecha'), text: row => formatInstant(row.createdAt) },
    { key: 'documents', label: msg('Archivos'), text: row => String(row.documents.length) },
    { key: 'status', label: msg('Estado'), text: row => incidentStatusLabels[row.status] },
    { key: 'updatedAt', label: msg('Último cambio'), text: row => formatInstant(row.updatedAt), under: 'status' },
  ]
}

const ownIncidentFilters = { ...daySpan, status: ownFilter }

export const incidentsList: ListShown = {
  label: msg('Incidencias'),
  sort: 'createdAt,desc',
  // LIM-18.
  size: 6,
  filters: { provider: searchFilter(msg('Proveedor'), msg('Nombre o CIF')), ...ownIncidentFilters },
  asked: withInstants,
  screens: ['/incidences', '/incidences/incidences-CCI'],
}

/** The same for a provider, whose incidents are its own. */
export const ownIncidentsList: ListShown = { ...incidentsList, filters: ownIncidentFilters }
