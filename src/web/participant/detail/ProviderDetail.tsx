import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { documentProgress } from '#domain/document/progress.ts'
import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { requestNote } from '#domain/report-request/request-note.ts'
import type { Documentation, ReportRequest } from '#domain/validation/by-kind.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { EvaluationLink } from '#web/assessment/EvaluationLink.tsx'
import { FindingSummary } from '#web/assessment/finding/FindingSummary.tsx'
import { useEvaluations } from '#web/assessment/useEvaluations.ts'
import { IncidentAboutButton } from '#web/incident/NewIncidentButton.tsx'
import { Rating } from '#web/list/Rating.tsx'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { ContactInfo } from '#web/participant/detail/ContactInfo.tsx'
import { reviewHref } from '#web/participant/search/reviewHref.ts'
import { independenceNote } from '#web/report-request/independence/words.ts'
import { useMay } from '#web/session/useMe.ts'
import { UseMarkLine } from '#web/supervision/use/UseMarkLine.tsx'
import { useOwnUses } from '#web/supervision/use/useOwnUses.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { DetailLine } from '#web/ui/layout/DetailPanel.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from '../search/search.module.css'

/** A provider's validations, documentation and, by ability, company data (SRCH-08, PART-27). */
export function ProviderDetail({ row, role }: { row: OverviewRow; role: Role }) {
  const { data, error, isPending, refetch } = useQuery(
    queryOptions(listValidations, { query: { genericEntityId: row.idProvider } }),
  )
  const evaluations = useEvaluations(row.idProvider)
  const mayRaise = useMay('incident.raise')
  const [uses] = useOwnUses([row.idProvider]) ?? []
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (isPending) return <Loading height={220} label={t('Cargando el detalle')} />
  const { documentation, requests } = byKind(data.content)
  return (
    <>
      {requests.map(request => (
        <RequestLine
          key={request.id}
          request={request}
          evaluation={evaluations.get(request.id)}
          mark={<UseMarkLine use={uses?.get(request.idServiceCatalog ?? '')} provider={row.cif} />}
        />
      ))}
      {requests.some(request => request.score) ? null : <DetailLine title={t(emptyResults.scores)} />}
      <FindingSummary providerId={row.idProvider} provider={row.details.commercialName || row.provider} />
      {documentation ? <DocumentationLine documentation={documentation} role={role} /> : null}
      {role === 'ENTITY' || role === 'CCI' ? <ContactInfo kind="provider" id={row.idProvider} /> : null}
      {role === 'ENTITY' && mayRaise ? (
        <div className={classes.tools}>
          <IncidentAboutButton id={row.idProvider} name={row.details.commercialName || row.provider} />
        </div>
      ) : null}
    </>
  )
}

type RequestLineProps = { request: ReportRequest; evaluation: AssessmentWire | undefined; mark: ReactNode }

function RequestLine({ request, evaluation, mark }: RequestLineProps) {
  return (
    <DetailLine
      title={request.service ?? ''}
      badge={<StatusBadge status={request.status} decidedAt={request.decidedAt} sentAt={request.sentAt} small />}
      note={
        <>
          {requestNote(request)}
          {request.audit ? <span className={`dimmer ${classes.by}`}>{request.audit}</span> : null}
          {mark}
          {request.score && request.independence ? (
            <span className={classes.by}>{independenceNote(request.independence)}</span>
          ) : null}
          {evaluation ? (
            <span className={classes.by}>
              <EvaluationLink of={evaluation} />
            </span>
          ) : null}
        </>
      }
      extra={request.score ? <Rating score={request.score} expiredAt={request.expiredAt} /> : null}
    />
  )
}

function DocumentationLine({ documentation, role }: { documentation: Documentation; role: Role }) {
  const documents = documentation.catalogDocuments.filter(document => document.requested)
  const { accepted, total } = documentProgress(documents)
  return (
    <DetailLine
      title={<UiLink href={hrefOf(documentation, role)}>{t('Documentación')}</UiLink>}
      badge={<StatusBadge status={documentation.status} decidedAt={documentation.decidedAt} small />}
      note={[
        t`${accepted} de ${total}`,
        documentation.updateInReview ? t('Actualización en revisión') : null,
        documentation.expiredAt ? t`próxima caducidad ${dayText(documentation.expiredAt)}` : null,
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}

function hrefOf({ genericEntityId, id, status }: Documentation, role: Role): string {
  switch (role) {
    case 'PROVIDER':
      return paths.ownDocumentation()
    case 'CCI':
      return reviewHref({ participantId: genericEntityId, documentationId: id, status })
    case 'ENTITY':
    case 'AUDIT':
      return paths.viewDocumentation(genericEntityId, id, 'DOC_MIN')
  }
}
