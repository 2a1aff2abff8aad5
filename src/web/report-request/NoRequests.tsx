import { t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

/** For users who cannot send requests: the reason and the remedy. */
export function NoRequests() {
  const { onboarded } = useMe()
  return (
    <EmptyState
      title={t('Su usuario no puede enviar solicitudes')}
      text={
        onboarded
          ? t('Las envían los proveedores, o el CCI en su nombre.')
          : t('Podrá enviarlas cuando el CCI acepte la documentación de su empresa.')
      }
      action={
        <UiLink href={onboarded ? paths.start() : paths.ownDocumentation()}>
          {onboarded ? t('Ir al inicio') : t('Ver mi documentación')}
        </UiLink>
      }
    />
  )
}
