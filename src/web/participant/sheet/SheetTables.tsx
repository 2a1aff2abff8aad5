import { useQuery } from '@tanstack/react-query'
import { documentStatusLabels } from '#domain/document/document.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { listIncidents } from '#domain/incident/contract.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import type { Documentation, ReportRequest } from '#domain/validation/by-kind.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { Expiry, Rating } from '#web/list/Rating.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

export function SheetScores({ requests }: { requests: readonly ReportRequest[] }) {
  return (
    <Section title={t('SERVICIOS Y CALIFICACIONES')}>
      <DataTable
        label={t('Servicios y calificaciones')}
        rows={requests}
        rowKey={request => request.id}
        columns={[
          { key: 'service', header: t('SERVICIO'), cell: request => request.service ?? <NoValue /> },
          { key: 'audit', header: t('EVALUADOR'), cell: request => request.audit ?? <NoValue /> },
          {
            key: 'status',
            header: t('ESTADO'),
            cell: ({ status, decidedAt, sentAt }) => (
              <StatusBadge status={status} decidedAt={decidedAt} sentAt={sentAt} small />
            ),
            sub: ({ reviewSince }) => (reviewSince ? underReviewNote(reviewSince) : null),
          },
          {
            key: 'score',
            header: t('NIVEL'),
            cell: ({ score, expiredAt }) => <Rating score={score} expiredAt={expiredAt} />,
          },
          { key: 'expiredAt', header: t('CADUCA'), cell: request => <Expiry value={request.expiredAt} /> },
        ]}
        empty={{ title: emptyResults.scores }}
      />
    </Section>
  )
}

export function SheetDocuments({ documentation }: { documentation: Documentation }) {
  const { role } = useMe()
  const href =
    role.key === 'PROVIDER'
      ? paths.ownDocumentation()
      : paths.viewDocumentation(documentation.genericEntityId, documentation.id, 'DOC_MIN')
  return (
    <Section title={t('DOCUMENTACIÓN')} actions={<UiLink href={href}>{t('Abrir los documentos')}</UiLink>}>
      <DataTable
        label={t('Documentación')}
        rows={documentation.catalogDocuments.filter(document => document.requested)}
        rowKey={document => document.documentCatalogName}
        columns={[
          { key: 'name', header: t('DOCUMENTO'), cell: document => documentTitle(document.documentCatalogName) },
          {
            key: 'status',
            header: t('ESTADO'),
            cell: ({ status }) =>
              status ? <StateBadge state={status} label={documentStatusLabels[status]} small /> : <NoValue />,
          },
          { key: 'expiredAt', header: t('CADUCA'), cell: document => <Expiry value={document.expiredAt} /> },
        ]}
        empty={{ title: t('No se le pide ningún documento') }}
      />
    </Section>
  )
}

export function SheetIncidents({ idProvider }: { idProvider: string }) {
  const { data, error, isPending, refetch } = useQuery(
    queryOptions(listIncidents, { query: { providerId: idProvider, size: 100 } }),
  )
  return (
    <Section title={t('INCIDENCIAS')}>
      <DataTable
        label={t('Incidencias')}
        rows={data?.content ?? []}
        rowKey={incident => incident.id}
        status={error ? 'error' : isPending ? 'loading' : 'ready'}
        error={{ text: error ? messageOf(error) : '', onRetry: () => void refetch() }}
        skeletonRows={2}
        columns={[
          {
            key: 'title',
            header: t('INCIDENCIA'),
            cell: ({ id, title }) => <UiLink href={paths.openIncident(idProvider, id, 'r')}>{title}</UiLink>,
          },
          { key: 'issuer', header: t('NOTIFICADA POR'), cell: incident => incident.issuerName },
          {
            key: 'status',
            header: t('ESTADO'),
            cell: ({ status }) => <StateBadge state={status} label={incidentStatusLabels[status]} small />,
          },
          { key: 'createdAt', header: t('FECHA'), cell: incident => <RelativeTime value={incident.createdAt} /> },
        ]}
        empty={{ title: t('No hay incidencias que su organización pueda leer') }}
      />
    </Section>
  )
}
