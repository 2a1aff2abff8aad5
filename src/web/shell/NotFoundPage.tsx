import { msg, t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { isCompletedHere, isConnected } from '#web/session/storage.ts'
import { MainLayout } from '#web/shell/MainLayout.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'

const title = msg('No se ha encontrado la página')

/** Unknown address within a layout, or a screen that this user may not see. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title={t(title)} />
      <EmptyState
        title={t('La dirección no existe o su usuario no puede verla.')}
        action={<UiLink href={paths.start()}>{t('Ir al inicio')}</UiLink>}
      />
    </>
  )
}

/** Unknown address outside every layout; a signed-in user keeps the menu. */
export function UnknownAddressPage() {
  if (isConnected() && isCompletedHere()) return <MainLayout lost={{ title: t(title), page: <NotFoundPage /> }} />
  return (
    <BlankLayout footer={<LegalFooter {...legalFooter} />}>
      <title>{`${t(title)} · ${productName()}`}</title>
      <NotFoundPage />
    </BlankLayout>
  )
}
