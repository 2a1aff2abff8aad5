import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { scopeOf } from '#domain/identity/roles.ts'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { stillInForce } from '#domain/report-request/renewal/renewal.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { formatDay } from '#domain/values/day.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { NoRequests } from '#web/report-request/NoRequests.tsx'
import { RenewalForm } from '#web/report-request/renewal/RenewalForm.tsx'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

const title = msg('Renovar la calificación')

/** /renew-report/{validationId}: the early renewal of a published request, while that stays in force (RENEW-10). */
export function RenewalPage() {
  const { validationId } = useParams({ strict: false }) as { validationId: string }
  const me = useMe()
  const maySend = scopeOf(actorOf(me), 'request.send') !== null
  if (maySend) return <Renewal key={validationId} id={validationId} />
  return (
    <>
      <PageHeader title={t(title)} />
      <NoRequests />
    </>
  )
}

function Renewal({ id }: { id: string }) {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    ...queryOptions(readValidation, { params: { id } }),
    // A refetch does not change the form under edit.
    refetchOnWindowFocus: false,
  })
  const back = { href: listAddress(homeOf(me.role.key)), label: t('Volver a la lista') }
  const mayNow = data?.renewableFrom !== undefined && data.renewableFrom <= me.today
  return (
    <>
      <PageHeader
        title={t(title)}
        subtitle={data && mayNow ? t`«${data.service}». ${t(stillInForce(data.expiredAt!))}.` : null}
        back={back}
      />
      {error ? (
        <ErrorState
          title={t('No se ha podido abrir la calificación')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingMask visible />
      ) : mayNow ? (
        <RenewalForm published={data} />
      ) : (
        <NotNow published={data} />
      )}
    </>
  )
}

/** Why the renewal cannot be sent now, and the way on. */
function NotNow({ published }: { published: ValidationWire }) {
  const { renewal, renewableFrom, genericEntityId, id } = published
  const reason = renewal
    ? sentence('renewalExists')
    : renewableFrom
      ? sentence('renewalTooEarly', { fecha: formatDay(renewableFrom) })
      : sentence('requestNotEditable')
  const shown = renewal?.validationId ?? id
  return (
    <EmptyState
      title={reason}
      action={
        <span className="row wrap">
          {renewal && reportRequestMachine.is.rejected(renewal.status) ? (
            <UiLink href={paths.sendReport(renewal.validationId)}>{t('Corregir la renovación')}</UiLink>
          ) : null}
          <UiLink href={paths.viewDocumentation(genericEntityId, shown, 'AUDIT_REPORT')}>
            {renewal ? t('Ver los documentos de la renovación') : t('Ver sus documentos')}
          </UiLink>
        </span>
      }
    />
  )
}
