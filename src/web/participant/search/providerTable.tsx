import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { providerColumns } from '#domain/participant/columns.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { RENEWAL_IN_REVIEW } from '#domain/report-request/renewal/renewal.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { Expiry, Rating } from '#web/list/Rating.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { type Look, tableColumns } from '#web/list/tableColumns.tsx'
import { UseMarkLine } from '#web/supervision/use/UseMarkLine.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** What CCI reviews of a published rating: the rating itself, or its renewal. */
const reviews = ({ reviewSince, renewalInReview }: OverviewRow): string | null =>
  [reviewSince ? underReviewNote(reviewSince) : '', renewalInReview ? RENEWAL_IN_REVIEW : '']
    .filter(Boolean)
    .join('. ') || null

const looks: Record<string, Look<OverviewRow>> = {
  provider: { sub: row => row.cif },
  service: {
    sub: row => (row.details.use ? <UseMarkLine use={row.details.use} provider={row.cif} /> : null),
  },
  sentAt: {
    cell: ({ details: { sentAt } }) => (sentAt ? <RelativeTime value={sentAt} /> : <NoValue />),
  },
  expiredAt: { width: 130, cell: row => <Expiry value={row.expiredAt} /> },
  score: {
    hint: RATING_SCALE.dimensions.join(', '),
    cell: row => <Rating score={row.score} expiredAt={row.expiredAt} />,
  },
  status: {
    cell: row => <StatusBadge status={row.status} sentAt={row.details.sentAt} />,
    sub: reviews,
  },
  issue: { cell: row => <StatusBadge status={row.issue} /> },
}

/** Without a request, CCI sees the status of the provider's documentation, which may be pending or rejected. */
const withDocumentation: Look<OverviewRow> = {
  ...looks.status,
  cell: row =>
    row.validationId ? (
      looks.status?.cell?.(row)
    ) : (
      <StatusBadge status={row.validationStatus} sentAt={row.details.sentAt} />
    ),
  sub: row => reviews(row) ?? (row.validationId || !row.validationStatus ? null : t('Documentación')),
}

/** Columns of the provider search by role. */
export const providerTable = (role: Role) =>
  tableColumns(providerColumns[role], {
    ...looks,
    score: { ...looks.score, sortable: role === 'CCI' || role === 'ENTITY' },
    ...(role === 'CCI' ? { status: withDocumentation } : {}),
  })

/** Columns shown by default. */
export const shownAtFirst: Record<Role, readonly string[]> = {
  CCI: ['service', 'expiredAt', 'score', 'status'],
  ENTITY: ['service', 'expiredAt', 'score', 'status', 'issue'],
  PROVIDER: ['audit', 'expiredAt', 'score', 'status'],
  AUDIT: ['service', 'sentAt', 'expiredAt', 'score', 'status'],
}
