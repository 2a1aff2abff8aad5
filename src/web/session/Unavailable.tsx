import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** Shown when the signed-in user cannot be read, so that no screen can open. */
export function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <BlankLayout footer={<LegalFooter {...legalFooter} />}>
      <PageHeader title={t('No se ha podido abrir el portal')} />
      <ErrorState title={t('El portal no responde')} text={messageOf(error)} onRetry={onRetry} />
    </BlankLayout>
  )
}
