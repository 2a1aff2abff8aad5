import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readIncident } from '#domain/incident/contract.ts'
import { isYetToOpen } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { ApiError, messageOf, queryOptions } from '#web/api/api.ts'
import { splitKey } from '#web/app/address.ts'
import { paths } from '#web/app/paths.ts'
import { TimelineButton } from '#web/audit-log/TimelineButton.tsx'
import { BulletinSection } from '#web/incident/bulletin/BulletinSection.tsx'
import { IncidentForm } from '#web/incident/form/IncidentForm.tsx'
import { IncidentView } from '#web/incident/IncidentView.tsx'
import { listAddress } from '#web/list/listAddress.ts'
import { useMay } from '#web/session/useMe.ts'
import { Forbidden } from '#web/shell/Forbidden.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { TaskBar } from '#web/validation/desk/TaskBar.tsx'
import bulletins from './bulletin/bulletin.module.css'

// A malformed URL counts as not found.
const reasonOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid' ? sentence('notFound') : messageOf(error)

/**
 * /incidences/open-incidence/{idProvider}-{idIssue?}-{mode} (INC-04, ROUTE-18, ROUTE-19): the form for CCI, read-only
 * for others and in mode r.
 */
export function OpenIncidentPage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const [providerId, id, mode] = splitKey(key)
  const manages = useMay('incident.manage')
  const mayPublish = useMay('bulletin.publish')
  const writes = manages && mode !== 'r'
  const isNew = id === ''
  const incident = useQuery({
    ...queryOptions(readIncident, { params: { id }, query: { providerId } }),
    enabled: !isNew,
    // The form starts from the server's current state; the form itself reports a just raised incident.
    staleTime: 0,
    gcTime: 0,
  })
  const provider = useQuery({
    ...queryOptions(readParticipant, { params: { kind: 'provider', id: providerId } }),
    enabled: writes && isNew,
  })
  if (isNew && !writes) return <Forbidden />
  const { data, error, refetch } = isNew ? provider : incident
  const back = manages
    ? { href: listAddress(paths.manageIncidents()), label: t('Volver a la gestión de incidencias') }
    : { href: listAddress(paths.incidents()), label: t('Volver a las incidencias') }
  return (
    <>
      <PageHeader
        title={incident.data?.title ?? (isNew ? t('Nueva incidencia') : t('Incidencia'))}
        subtitle={incident.data?.providerName ?? (provider.data ? displayName(provider.data) : null)}
        back={back}
        actions={incident.data ? <TimelineButton kind="incident" id={id} name={incident.data.title} /> : null}
      />
      {error && !data ? (
        <ErrorState
          title={t('No se ha podido abrir la incidencia')}
          text={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <LoadingMask visible /> : null}
      {writes && incident.data && isYetToOpen(incident.data.status) ? <TaskBar kind="incident" id={id} /> : null}
      {/* Before the rest: the banks that it tells are waiting. */}
      {incident.data?.bulletinPhase === undefined || (isYetToOpen(incident.data.status) && !mayPublish) ? null : (
        <div className={bulletins.section}>
          <BulletinSection incident={incident.data} />
        </div>
      )}
      {data && writes ? (
        <IncidentForm key={providerId} providerId={providerId} incident={incident.data ?? null} />
      ) : incident.data ? (
        <IncidentView incident={incident.data} />
      ) : null}
    </>
  )
}
