import type { Role } from '#domain/identity/roles.ts'
import { impactLabels, phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { severityLabels } from '#domain/incident/particulars.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { withInstants } from '#domain/list/instants.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { apart, choiceFilter, daySpan, searchFilter } from '#domain/list/shown.ts'
import { formatInstant } from '#domain/values/day.ts'

type BulletinColumn = ListColumn<BulletinWire>

const about: readonly BulletinColumn[] = [
  { key: 'provider', label: 'Proveedor', text: row => row.providerName },
  { key: 'services', label: 'Servicios', text: row => row.services.map(({ name }) => name).join('; ') },
  { key: 'incident', label: 'Incidencia', text: row => row.issueId, under: 'provider' },
  { key: 'number', label: 'Número', text: row => String(row.number) },
  { key: 'phase', label: 'Fase', text: row => phaseLabels[row.phase], under: 'number' },
  { key: 'severity', label: 'Gravedad', text: row => severityLabels[row.severity] },
  { key: 'text', label: 'Comunicado', text: row => row.text },
  { key: 'publishedAt', label: 'Publicado', text: row => formatInstant(row.publishedAt) },
]

const own: readonly BulletinColumn[] = [
  {
    key: 'acknowledgedAt',
    label: 'Acuse',
    text: ({ acknowledgement }) => (acknowledgement ? formatInstant(acknowledgement.at) : 'Pendiente'),
  },
  { key: 'acknowledgedBy', label: 'Acusado por', text: row => row.acknowledgement?.by ?? '', under: 'acknowledgedAt' },
  {
    key: 'impact',
    label: 'Impacto',
    text: ({ acknowledgement }) => (acknowledgement ? impactLabels[acknowledgement.impact] : ''),
  },
  {
    key: 'shared',
    label: 'Impacto compartido con el CCI',
    text: ({ acknowledgement }) => (acknowledgement ? (acknowledgement.shared ? 'Sí' : 'No') : ''),
    under: 'impact',
  },
  { key: 'note', label: 'Nota', text: row => row.acknowledgement?.note ?? '' },
]

const numbers: readonly BulletinColumn[] = [
  { key: 'told', label: 'Entidades avisadas', text: row => row.told ?? '' },
  { key: 'acknowledged', label: 'Han acusado recibo', text: row => row.acknowledged ?? '' },
]

const who: BulletinColumn = {
  key: 'acknowledgements',
  label: 'Quién ha acusado recibo',
  text: row =>
    (row.acknowledgements ?? [])
      .map(({ entity, impact }) => (impact ? `${entity}: ${impactLabels[impact].toLowerCase()}` : entity))
      .join('; '),
}

/** The columns of the bulletins per role: a bank reads its own acknowledgements, the others how many there are. */
export function bulletinColumns(role: Role): readonly BulletinColumn[] {
  if (role === 'ENTITY') return [...about, ...own]
  return role === 'CCI' ? [...about, ...numbers, who] : [...about, ...numbers]
}

export const bulletinsList: ListShown = {
  label: 'Comunicados',
  sort: 'incident,asc',
  size: 10,
  filters: {
    ...apart('waiting'),
    provider: searchFilter('Proveedor', 'Nombre o CIF'),
    severity: choiceFilter('Gravedad', 'Todas', severityLabels),
    ...daySpan,
  },
  asked: withInstants,
  screens: ['/bulletins'],
}
