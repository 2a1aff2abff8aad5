import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { scopeOf } from '#domain/identity/roles.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { NewRequestForm } from '#web/report-request/NewRequestForm.tsx'
import { NoRequests } from '#web/report-request/NoRequests.tsx'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** /send-report-cci/{idGenericEntity}: CCI sends a request for a provider (REP-02, ROUTE-29, ROLE-20). */
export function SendReportForProviderPage() {
  const { idGenericEntity = '' } = useParams({ strict: false }) as { idGenericEntity?: string }
  const me = useMe()
  const may = scopeOf(actorOf(me), 'request.send') === 'all'
  const { data, error, refetch } = useQuery({
    ...queryOptions(readParticipant, { params: { kind: 'provider', id: idGenericEntity } }),
    enabled: may,
  })
  return (
    <>
      <PageHeader
        caps
        title="CREAR NUEVA SOLICITUD DE VERIFICACIÓN DE INFORME DE AUDITORÍA"
        subtitle={data ? `${displayName(data)} · CIF ${data.cif}` : null}
      />
      {!may ? <NoRequests /> : null}
      {error ? (
        <ErrorState title="No se ha podido abrir el proveedor" text={messageOf(error)} onRetry={() => void refetch()} />
      ) : null}
      {may && !data && !error ? <LoadingMask visible /> : null}
      {data ? <NewRequestForm key={data.id} providerId={data.id} forProvider /> : null}
    </>
  )
}
