import { yesNo } from '#domain/conflict/conflict.ts'
import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart, choiceFilter, searchFilter } from '#domain/list/shown.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { askedOfProviders, documentationFilterOptions, providerFilters } from '#domain/participant/search-filters.ts'
import type { StatusWord } from '#domain/validation/validation.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

type OverviewColumn = ListColumn<OverviewRow>

const word = (status: StatusWord | null) => (status ? statusLabels[status] : '')
const dayOf = (value: string | null) => (value ? formatDay(value) : '')
const sentOf = ({ details: { sentAt } }: OverviewRow) => (sentAt ? formatInstant(sentAt) : '')

const provider: OverviewColumn = {
  key: 'provider',
  label: 'Proveedor',
  text: row => row.details.commercialName || row.provider,
}
const cif: OverviewColumn = { key: 'cif', label: 'CIF', text: row => row.cif, under: 'provider' }
const fav: OverviewColumn = { key: 'fav', label: 'Favorito', text: row => yesNo(row.details.fav), under: 'provider' }
const service: OverviewColumn = { key: 'service', label: 'Servicio', text: row => row.service ?? '' }
const ownService: OverviewColumn = { ...service, text: row => row.service ?? 'Sin solicitudes' }
const evaluator: OverviewColumn = { key: 'audit', label: 'Evaluador', text: row => row.audit ?? '' }
const received: OverviewColumn = { key: 'sentAt', label: 'Recibido', text: sentOf }
const expiry: OverviewColumn = { key: 'expiredAt', label: 'Fecha caducidad', text: row => dayOf(row.expiredAt) }
const rating: OverviewColumn = { key: 'score', label: 'Calificación', text: row => row.score ?? '' }
const status: OverviewColumn = { key: 'status', label: 'Estado', text: row => word(row.status) }
const issue: OverviewColumn = { key: 'issue', label: 'Incidencia', text: row => word(row.issue) }

/** The provider search by role: a provider's own services have no provider column (SRCH-01 to SRCH-03). */
export const providerColumns: Record<Role, readonly OverviewColumn[]> = {
  CCI: [provider, cif, service, { ...evaluator, under: 'service' }, expiry, rating, status, issue],
  ENTITY: [provider, cif, fav, service, expiry, rating, status, issue, evaluator],
  PROVIDER: [ownService, evaluator, expiry, rating, status],
  AUDIT: [provider, cif, service, received, expiry, rating, status],
}

const sent: OverviewColumn = { key: 'sentAt', label: 'Documentación enviada', text: sentOf }
const documentation: OverviewColumn = { key: 'status', label: 'Estado', text: row => word(row.validationStatus) }

/** CCI's lists of entities and of evaluators (SRCH-04, SRCH-05). */
export const participantColumns: Record<'ENTITY' | 'AUDIT', readonly OverviewColumn[]> = {
  ENTITY: [
    { key: 'provider', label: 'Entidad', text: row => row.provider },
    { key: 'nrbe', label: 'NRBE', text: row => row.details.codNRBE },
    sent,
    documentation,
  ],
  AUDIT: [
    { key: 'provider', label: 'Evaluador', text: row => row.provider },
    cif,
    sent,
    { key: 'expiredAt', label: 'Acreditado hasta', text: row => dayOf(row.expiredAt) },
    documentation,
  ],
}

/** The columns of one view of the search, by role and kind. */
export function overviewColumns(role: Role, kind: InvitableKind): readonly OverviewColumn[] {
  return kind === 'PROVIDER' ? providerColumns[role] : participantColumns[kind]
}

/** File name for the export of a view: a provider's own rows are its services. */
export function overviewFile(role: Role, kind: InvitableKind): string {
  const files = {
    PROVIDER: role === 'PROVIDER' ? 'servicios' : 'proveedores',
    ENTITY: 'entidades',
    AUDIT: 'evaluadores',
  }
  return files[kind]
}

export const providersList: ListShown = {
  label: msg('Lista de proveedores'),
  sort: 'provider,asc',
  // LIM-16, LIM-17.
  size: 6,
  filters: apart(...providerFilters),
  asked: askedOfProviders,
  screens: ['/', '/provider'],
  alerts: true,
}

const participantsList = (label: string, one: string, search: string, screen: string): ListShown => ({
  label,
  sort: 'provider,asc',
  // LIM-16, LIM-17.
  size: 6,
  filters: {
    provider: searchFilter(one, search),
    status: choiceFilter('Estado', 'Todos', () =>
      Object.fromEntries(documentationFilterOptions.map(({ value, label }) => [value, label])),
    ),
  },
  screens: [screen],
})

/** CCI's lists of entities and evaluators (SRCH-04, SRCH-05). */
export const participantsLists = {
  ENTITY: participantsList('Entidades', 'Entidad', 'Nombre o NRBE', '/entity'),
  AUDIT: participantsList('Evaluadores', 'Evaluador', 'Nombre o CIF', '/audit'),
}
