import { useParams } from '@tanstack/react-router'
import { scopeOf } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { EditRequest } from '#web/report-request/EditRequest.tsx'
import { NewRequestForm } from '#web/report-request/NewRequestForm.tsx'
import { NoRequests } from '#web/report-request/NoRequests.tsx'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

const title = msg('Enviar solicitud de verificación de informe de auditoría')

/** /send-report and /send-report/{validationId}: a provider's request, new or edited (REP-01, ROUTE-27, ROUTE-28). */
export function SendReportPage() {
  const { validationId } = useParams({ strict: false }) as { validationId?: string }
  const me = useMe()
  const scope = scopeOf(actorOf(me), 'request.send')
  if (validationId && scope) return <EditRequest key={validationId} id={validationId} title={t(title)} />
  return (
    <>
      <PageHeader
        title={t(title)}
        subtitle={
          scope === 'own' ? t('Elija el servicio y el evaluador, y adjunte el informe con su hoja de cálculo.') : null
        }
      />
      {scope === 'own' ? <NewRequestForm providerId={me.idGenericEntity} /> : <NotHere chooses={scope !== null} />}
    </>
  )
}

/** Why this user cannot use the form: CCI first chooses a provider; others cannot send requests. */
function NotHere({ chooses }: { chooses: boolean }) {
  if (chooses) {
    return (
      <EmptyState
        title={t('Elija primero el proveedor')}
        text={t('El CCI envía la solicitud en nombre de un proveedor, desde su ficha.')}
        action={<UiLink href={paths.providers()}>{t('Ir a los proveedores')}</UiLink>}
      />
    )
  }
  return <NoRequests />
}
