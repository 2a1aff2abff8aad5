import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { LinkSent } from '#web/identity/auth/LinkSent.tsx'
import { RecoverPassword } from '#web/identity/auth/RecoverPassword.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'

/** Replaces the form when the reset link is no longer valid, and offers to request another (AUTH-17). */
export function DeadResetLink() {
  const [asking, setAsking] = useState(false)
  const [sent, setSent] = useState(false)
  return (
    <>
      {sent ? (
        <LinkSent />
      ) : (
        <>
          <Message kind="error" live>
            {sentence('resetCodeDead')}
          </Message>
          <ActionButton variant="filled" fullWidth onClick={() => setAsking(true)}>
            {t('Recuperar contraseña')}
          </ActionButton>
        </>
      )}
      {asking ? (
        <RecoverPassword
          email=""
          onClose={() => setAsking(false)}
          onSent={() => {
            setAsking(false)
            setSent(true)
          }}
        />
      ) : null}
    </>
  )
}
