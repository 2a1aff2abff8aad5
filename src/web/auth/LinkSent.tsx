import { Message } from '#web/ui/feedback/Message.tsx'

/** After a link for a new password was asked for; whether there is such an account is not told (D21). */
export function LinkSent() {
  return (
    <Message kind="done" live title="Mire su correo">
      Si hay una cuenta con esa dirección, recibirá un enlace para elegir una contraseña nueva.
    </Message>
  )
}
