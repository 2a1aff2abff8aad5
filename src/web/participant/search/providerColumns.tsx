import type { OverviewRow } from '#domain/participant/contract.ts'
import type { Role } from '#domain/roles.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { StatusBadge } from '#web/participant/search/badges.tsx'
import { Expiry, Rating } from '#web/participant/search/Rating.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

const dash = <span className="dimmer">—</span>

const provider: Column<OverviewRow> = {
  key: 'provider',
  header: 'PROVEEDOR',
  sortable: true,
  cell: row => row.details.commercialName || row.provider,
  sub: row => row.cif,
}
const service: Column<OverviewRow> = {
  key: 'service',
  header: 'SERVICIO',
  sortable: true,
  cell: row => row.service ?? dash,
}
const serviceWithEvaluator: Column<OverviewRow> = { ...service, sub: row => row.audit }
const ownService: Column<OverviewRow> = { ...service, cell: row => row.service ?? 'Sin solicitudes' }
const evaluator: Column<OverviewRow> = {
  key: 'audit',
  header: 'EVALUADOR',
  sortable: true,
  cell: row => row.audit ?? dash,
}
const received: Column<OverviewRow> = {
  key: 'sentAt',
  header: 'RECIBIDO',
  sortable: true,
  cell: row => (row.details.sentAt ? <RelativeTime value={row.details.sentAt} /> : dash),
}
const expiry: Column<OverviewRow> = {
  key: 'expiredAt',
  header: 'FECHA CADUCIDAD',
  sortable: true,
  width: 130,
  cell: row => <Expiry value={row.expiredAt} />,
}
const rating: Column<OverviewRow> = {
  key: 'score',
  header: 'CALIFICACIÓN',
  hint: RATING_SCALE.dimensions.join(', '),
  cell: row => <Rating score={row.score} expiredAt={row.expiredAt} />,
}
const status: Column<OverviewRow> = {
  key: 'status',
  header: 'ESTADO',
  sortable: true,
  cell: row => <StatusBadge status={row.status} sentAt={row.details.sentAt} />,
}
const issue: Column<OverviewRow> = {
  key: 'issue',
  header: 'INCIDENCIA',
  cell: row => <StatusBadge status={row.issue} gender="f" />,
}

/** The columns of the provider search by role: a provider's own services have no provider column (SRCH-01 to SRCH-03). */
export const providerColumns: Record<Role, readonly Column<OverviewRow>[]> = {
  CCI: [provider, serviceWithEvaluator, expiry, rating, status, issue],
  ENTITY: [provider, service, expiry, rating, status, issue, evaluator],
  PROVIDER: [ownService, evaluator, expiry, rating, status],
  AUDIT: [provider, service, received, expiry, rating, status],
}

/** Those shown until someone chooses otherwise. */
export const shownAtFirst: Record<Role, readonly string[]> = {
  CCI: ['service', 'expiredAt', 'score', 'status'],
  ENTITY: ['service', 'expiredAt', 'score', 'status', 'issue'],
  PROVIDER: ['audit', 'expiredAt', 'score', 'status'],
  AUDIT: ['service', 'sentAt', 'expiredAt', 'score', 'status'],
}
