import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { isDraft, statusLabels } from '#domain/validation/validation.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { FileAccessButton } from '#web/audit-log/FileAccessButton.tsx'
import { Accreditation } from '#web/document/Accreditation.tsx'
import { DocumentationProgress } from '#web/document/documentation/DocumentationProgress.tsx'
import { DocumentationState } from '#web/document/documentation/DocumentationState.tsx'
import { DocumentationTasks } from '#web/document/documentation/DocumentationTasks.tsx'
import { refreshDocumentation } from '#web/document/documentation/refreshDocumentation.ts'
import { OlderVersions } from '#web/document/OlderVersions.tsx'
import { DocumentUploads } from '#web/document/upload/DocumentUploads.tsx'
import { documentRowId } from '#web/document/upload/words.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { Forbidden } from '#web/shell/Forbidden.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { flash } from '#web/ui/feedback/flash.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { Threads } from '#web/validation/clarification/Threads.tsx'
import { WithAside } from '#web/validation/layout/ProgressAside.tsx'

const title = msg('Mi documentación')

/** /own-documentation: the documents of one's own organisation, how they stand and what to do (ROUTE-15, ROLE-24). */
export function OwnDocumentationPage() {
  const me = useMe()
  const id = me.documentationId
  const { data, error, refetch } = useQuery({
    ...queryOptions(readValidation, { params: { id: id ?? '' } }),
    enabled: id !== null,
  })
  if (id === null) return <Forbidden />
  if (error) {
    return (
      <>
        <PageHeader title={t(title)} />
        <ErrorState
          title={t('No se ha podido cargar su documentación')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  if (!data) {
    return (
      <>
        <PageHeader title={t(title)} />
        <div className="stack" role="status" aria-label={t('Cargando')}>
          <Skeleton height={72} />
          <Skeleton height={320} />
        </div>
      </>
    )
  }
  return <OwnDocumentation documentation={data} />
}

function OwnDocumentation({ documentation }: { documentation: ValidationWire }) {
  const me = useMe()
  const client = useQueryClient()
  const uploads = useRef<HTMLDivElement>(null)
  const history = useMay('document.history')
  const status = documentation.status as DocumentationStatus | null
  const shown = documentation.catalogDocuments.filter(document => document.requested || document.file)
  const decided = documentation.decidedAt ? t`Por el CCI, el ${dayText(documentation.decidedAt)}` : undefined

  /** Takes the person to the row of a document, to the button that gives its file; its first, while one is on its way. */
  const goTo = (name: string) => {
    const row = uploads.current?.querySelectorAll('ul > li')[shown.findIndex(each => each.documentCatalogName === name)]
    if (!row) return
    row.scrollIntoView({ block: 'center' })
    const act = row.querySelector<HTMLElement>(`#${documentRowId(name)}`) ?? row.querySelector<HTMLElement>('button')
    act?.focus({ preventScroll: true })
    flash(row)
  }
  return (
    <>
      <PageHeader
        title={t(title)}
        subtitle={me.nameGenericEntity}
        actions={
          status ? (
            <>
              <FileAccessButton documentation={documentation} />
              <StateBadge state={status} label={t(statusLabels[status])} tooltip={decided} />
            </>
          ) : null
        }
      />
      <WithAside aside={<DocumentationProgress documents={shown.filter(({ requested }) => requested)} onGo={goTo} />}>
        <div className="stack">
          <DocumentationState documentation={documentation} />
          <Accreditation />
          <DocumentationTasks documentation={documentation} onGo={goTo} />
          <Section title={t('Documentos')} kind="serif">
            <div ref={uploads}>
              <DocumentUploads
                documents={documentation.catalogDocuments}
                validationId={documentation.id}
                reupload={!isDraft(documentation.status)}
                onChanged={() => refreshDocumentation(client)}
              />
            </div>
          </Section>
          <Threads validation={documentation} />
          {history ? <OlderVersions validationId={documentation.id} documents={shown} /> : null}
        </div>
      </WithAside>
    </>
  )
}
