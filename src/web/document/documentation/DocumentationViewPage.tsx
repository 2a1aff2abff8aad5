import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { may } from '#domain/identity/roles.ts'
import { homeOf } from '#domain/identity/session/outcome.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { splitKey } from '#web/app/address.ts'
import { paths } from '#web/app/paths.ts'
import { FileAccessButton } from '#web/audit-log/FileAccessButton.tsx'
import { TimelineButton } from '#web/audit-log/TimelineButton.tsx'
import { BackHeader } from '#web/document/BackHeader.tsx'
import { DocumentationTable } from '#web/document/documentation/DocumentationTable.tsx'
import { RequestFacts } from '#web/document/RequestFacts.tsx'
import { ReviewNote } from '#web/document/ReviewNote.tsx'
import { listAddress } from '#web/list/listAddress.ts'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { Threads } from '#web/validation/clarification/Threads.tsx'
import { keyNames } from '#web/validation/keyNames.ts'

const lists = { PROVIDER: paths.providers(), ENTITY: paths.entities(), AUDIT: paths.evaluators() } as const

/** /documentation-view/{id}-{validationId}-{type}: a participant's documents, read-only (ROUTE-25, DOC-18, ROLE-32). */
export function DocumentationViewPage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const me = useMe()
  const [, validation] = splitKey(key)
  const { data, error, refetch } = useQuery(queryOptions(readValidation, { params: { id: validation } }))
  // A key with inconsistent parts leads nowhere.
  const strange = data && !keyNames(key, data)
  const list = listAddress(data && may(actorOf(me), 'provider.search') ? lists[data.role] : homeOf(me.role.key))

  if (error || strange) {
    return (
      <>
        <BackHeader title="Documentación" listHref={list} />
        <ErrorState
          title="No se ha podido abrir la documentación"
          text={error ? messageOf(error) : 'La dirección no lleva a ninguna documentación.'}
          onRetry={error ? () => void refetch() : undefined}
        />
      </>
    )
  }
  if (!data) {
    return (
      <>
        <BackHeader title="Documentación" listHref={list} />
        <div role="status" aria-label="Cargando">
          <Skeleton height={320} />
        </div>
      </>
    )
  }
  return (
    <>
      <BackHeader
        title={titleOf(data)}
        subtitle={data.type === 'AUDIT_REPORT' ? data.nameGenericEntity : subtitleOf(data)}
        listHref={list}
        actions={
          <>
            <FileAccessButton documentation={data} />
            <TimelineButton
              kind={data.type === 'AUDIT_REPORT' ? 'request' : 'documentation'}
              id={data.id}
              name={data.nameGenericEntity}
            />
            {data.status ? <StateBadge state={data.status} label={statusLabels[data.status]} /> : null}
          </>
        }
      />
      <div className="stack">
        <ReviewNote documentation={data} />
        {data.type === 'AUDIT_REPORT' ? <RequestFacts request={data} /> : null}
        <DocumentationTable documentation={data} />
        <Threads validation={data} />
      </div>
    </>
  )
}

const titleOf = ({ type, service, nameGenericEntity }: ValidationWire) =>
  type === 'AUDIT_REPORT' ? `Informe de «${service}»` : `Documentación de ${nameGenericEntity}`

const subtitleOf = ({ expiredAt, sentAt }: ValidationWire) =>
  [sentAt ? `Enviada el ${dayText(sentAt)}` : '', expiredAt ? `Primera caducidad, el ${dayText(expiredAt)}` : '']
    .filter(Boolean)
    .join(' · ')
