import { useQuery } from '@tanstack/react-query'
import { documentStatusLabels } from '#domain/document/document.ts'
import { documentationProgress } from '#domain/document/progress.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { readDue } from '#domain/start/contract.ts'
import { nextSteps } from '#domain/start/next-steps.ts'
import type { Documentation } from '#domain/validation/by-kind.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { Greeting } from '#web/start/Greeting.tsx'
import { NextStep } from '#web/start/NextStep.tsx'
import { WhatChanged } from '#web/start/WhatChanged.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { useUsualWait } from '#web/validation/desk/useUsualWait.ts'
import classes from './start.module.css'

/** Before the first acceptance (D49): the items pending at CCI, or the rejected documents with reasons. */
export function WaitingStart({ role }: { role: Role }) {
  const { documentationId } = useMe()
  return (
    <>
      <Greeting />
      {documentationId ? (
        <Waiting role={role} id={documentationId} />
      ) : (
        <EmptyState
          title={t('Su documentación todavía no está enviada')}
          action={<UiLink href={paths.ownDocumentation()}>{t('Ir a mi documentación')}</UiLink>}
        />
      )}
      <WhatChanged />
    </>
  )
}

function Waiting({ role, id }: { role: Role; id: string }) {
  const { today, userId } = useMe()
  const { data, error, refetch } = useQuery(queryOptions(readValidation, { params: { id } }))
  const { documentation } = byKind(data ? [data] : [])
  const due = useQuery({ ...queryOptions(readDue), staleTime: 0 })
  const usual = useUsualWait('documentation', isUnderReview(documentation?.status ?? null))
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (!documentation || due.isLoading) return <Loading height={300} />
  return (
    <div className={classes.now}>
      <NextStep
        steps={nextSteps({
          userId,
          role,
          today,
          onboarded: false,
          documentation: { ...documentation, documents: documentation.catalogDocuments },
          requests: [],
          due: due.data?.steps ?? [],
        })}
        note={usual}
      />
      <Documents documentation={documentation} />
    </div>
  )
}

function Documents({ documentation }: { documentation: Documentation }) {
  const documents = documentation.catalogDocuments.filter(document => document.requested)
  const [required, optional] = [documents.filter(each => each.required), documents.filter(each => !each.required)]
  const { accepted, total } = documentationProgress(documents)
  return (
    <section className={classes.side} aria-labelledby="own-documents">
      <div className={classes.sideHead}>
        <h2 id="own-documents" className="label">
          {t('SUS DOCUMENTOS')}
        </h2>
        <span className="small dim">{t`${accepted} de ${total} aceptados`}</span>
      </div>
      <ul>
        {[...required, ...optional].map(document => (
          <li key={document.documentCatalogName} className={`${classes.line} ${classes.two}`}>
            <div>
              <span className={classes.name}>{documentTitle(document.documentCatalogName)}</span>
              {document.required ? null : <span className="small dim">{t('Opcional')}</span>}
              {document.rejectedReason ? <span className="small dim">«{document.rejectedReason}»</span> : null}
            </div>
            {document.status ? (
              <StateBadge state={document.status} label={t(documentStatusLabels[document.status])} />
            ) : (
              <span className="small dim">{t('Sin archivo')}</span>
            )}
          </li>
        ))}
      </ul>
      <p className={`small ${classes.rest}`}>
        <UiLink href={paths.ownDocumentation()}>{t('Mi documentación')}</UiLink>
      </p>
    </section>
  )
}
