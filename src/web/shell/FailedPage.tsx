import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { MissingPart, renewPage, renewPageFor } from '#web/shell/parts.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'

const words = {
  missing: {
    title: msg('No se ha podido cargar esta pantalla'),
    text: msg('No hay conexión con el portal, o acaba de cambiar de versión.'),
    saved: msg('No se ha perdido nada.'),
  },
  broken: {
    title: msg('Esta pantalla ha fallado'),
    text: msg('Se ha producido un error inesperado al mostrarla.'),
    saved: msg('Lo que estaba guardado sigue guardado.'),
  },
}

/**
 * Error page for a screen inside a layout. A missing part is fetched by reloading the page, the first time
 * automatically: the previous screen is already gone, so no typed text is lost.
 */
export function FailedPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const missing = error instanceof MissingPart ? error : null
  const [stage, setStage] = useState<'renewing' | 'told' | 'retrying'>(missing ? 'renewing' : 'told')
  const tellUnless = async (renewal: Promise<boolean>) => {
    if (!(await renewal)) setStage('told')
  }
  const client = useQueryClient()
  useEffect(() => {
    // A reload would lose the writes that wait to be sent.
    const isBusy = client.isMutating() > 0
    if (missing) void tellUnless(isBusy ? Promise.resolve(false) : renewPageFor(missing))
  }, [client, missing])
  const { title, text, saved } = missing ? words.missing : words.broken
  if (stage === 'renewing') return <LoadingMask visible />
  return (
    <>
      <PageHeader title={t(title)} />
      <ErrorState
        title={t('No se ha podido mostrar')}
        text={t(text)}
        saved={t(saved)}
        retrying={stage === 'retrying'}
        onRetry={() => {
          setStage('retrying')
          void tellUnless(renewPage())
        }}
      />
    </>
  )
}

/** Error page outside a layout. */
export function FailedAddressPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <BlankLayout footer={<LegalFooter {...legalFooter} />}>
      <title>{productName()}</title>
      <FailedPage error={error} />
    </BlankLayout>
  )
}
