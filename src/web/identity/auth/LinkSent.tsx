import { t } from '#domain/language/translate.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** Shown after a request for a reset link. It does not reveal whether the account exists (D21). */
export function LinkSent() {
  return (
    <Message kind="done" live title={t('Mire su correo')}>
      {t('Si hay una cuenta con esa dirección, recibirá un enlace para elegir una contraseña nueva.')}
    </Message>
  )
}
