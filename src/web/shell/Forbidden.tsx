import { homeOf } from '#domain/identity/session/outcome.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** Shown when the role or stage of the user does not allow the screen (D14, D49). */
export function Forbidden() {
  const me = useMe()
  return (
    <>
      <PageHeader title={t('No tiene acceso a esta pantalla')} />
      <EmptyState
        title={sentence('forbidden')}
        action={<UiLink href={homeOf(me.role.key)}>{t('Ir al inicio')}</UiLink>}
      />
    </>
  )
}
