import { Anchor, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { AuthFrame } from '#web/identity/auth/AuthFrame.tsx'
import { NewPasswordFields } from '#web/identity/auth/NewPasswordFields.tsx'
import { PasswordField } from '#web/identity/auth/PasswordField.tsx'
import { PrivacyPolicy } from '#web/identity/auth/PrivacyPolicy.tsx'
import { SessionGate } from '#web/identity/auth/SessionGate.tsx'
import { useOwnPassword } from '#web/identity/auth/useOwnPassword.ts'
import { OwnLanguage } from '#web/session/language/OwnLanguage.tsx'
import { leavePortal } from '#web/session/leave.ts'
import { useRefreshMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

/** Forced change of the one-time password (AUTH-06, AUTH-10 to AUTH-14). */
export function ChangePasswordPage() {
  return <SessionGate admits={({ next }) => next === 'change-password'}>{me => <FirstChange me={me} />}</SessionGate>
}

function FirstChange({ me }: { me: Me }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshMe = useRefreshMe()
  const [reading, setReading] = useState(false)
  const [policyAccepted, setPolicyAccepted] = useState(false)
  const [termsAccepted, setTermsAccepted] = useState(false)
  // The gate leads to the next step that the server reports.
  const form = useOwnPassword(me, refreshMe, termsAccepted)

  return (
    <AuthFrame
      language={<OwnLanguage />}
      title={t('Elija su contraseña')}
      subtitle={t('La que recibió por correo solo sirve para entrar esta vez.')}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
        <PasswordField
          id="oldPassword"
          label={t('Contraseña actual')}
          description={t('La que le enviamos por correo.')}
          autoComplete="current-password"
          autoFocus
          value={form.passwords.oldPassword}
          error={form.errors.oldPassword}
          onChange={event => form.set('oldPassword')(event.currentTarget.value)}
        />
        <NewPasswordFields
          newPassword={form.passwords.newPassword}
          repeated={form.passwords.repeated}
          onNewPassword={form.set('newPassword')}
          onRepeated={form.set('repeated')}
          onLeaveRepeated={form.leaveRepeated}
          errors={form.errors}
          policy={form.policy}
          context={form.context}
        />
        <div className="stack">
          <p>
            <Anchor component="button" type="button" underline="always" onClick={() => setReading(true)}>
              {t('Leer la política de privacidad y las condiciones de uso')}
            </Anchor>
          </p>
          <Checkbox
            id="terms"
            label={t('Acepto las Condiciones y Compromiso de uso')}
            description={
              policyAccepted ? null : t('Antes, lea y acepte la política de privacidad y las condiciones de uso.')
            }
            // Not `disabled`: keyboard users hear why the button waits, and pressing it opens the missing step.
            aria-disabled={!policyAccepted}
            error={form.errors.accepted}
            checked={termsAccepted}
            onChange={event => {
              if (!policyAccepted) return setReading(true)
              setTermsAccepted(event.currentTarget.checked)
              form.accept()
            }}
          />
        </div>
        {form.errors.form ? (
          <Message kind="error" live>
            {form.errors.form}
          </Message>
        ) : null}
        <ActionButton type="submit" variant="filled" fullWidth loading={form.sending}>
          {t('Cambiar la contraseña')}
        </ActionButton>
        <p>
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={() => void leavePortal(client, to => navigate({ to }))}
          >
            {t('Cerrar sesión')}
          </Anchor>
        </p>
      </form>
      <PrivacyPolicy
        opened={reading}
        english={me.settings.englishPolicy}
        onClose={() => setReading(false)}
        onAccept={() => {
          setReading(false)
          setPolicyAccepted(true)
          setTermsAccepted(true)
          form.accept()
          // Runs after the window has returned the focus to the link.
          setTimeout(() => focusField('terms'), 300)
        }}
      />
    </AuthFrame>
  )
}
