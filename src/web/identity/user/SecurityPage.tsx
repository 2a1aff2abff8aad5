import { msg, t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { NewPasswordFields } from '#web/identity/auth/NewPasswordFields.tsx'
import { PasswordField } from '#web/identity/auth/PasswordField.tsx'
import { useOwnPassword } from '#web/identity/auth/useOwnPassword.ts'
import { OwnData } from '#web/identity/user/OwnData.tsx'
import { LanguageChoice } from '#web/identity/user/security/LanguageChoice.tsx'
import { MailPreferences } from '#web/identity/user/security/MailPreferences.tsx'
import { OwnSessions } from '#web/identity/user/security/OwnSessions.tsx'
import { TwoSteps } from '#web/identity/user/security/TwoSteps.tsx'
import { OwnFeed } from '#web/participant/calendar/OwnFeed.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './SecurityPage.module.css'

const parts = [
  ['contrasena', msg('Contraseña')],
  ['dos-pasos', msg('Verificación en dos pasos')],
  ['sesiones', msg('Sesiones abiertas')],
  ['calendario', msg('Calendario')],
  ['avisos', msg('Avisos por correo')],
  ['idioma', msg('Idioma (Language)')],
  ['mis-datos', msg('Mis datos')],
] as const

/** 'Seguridad': the own password, for every role, CCI included (AUTH-15, D50). */
export function SecurityPage() {
  const me = useMe()
  const mayCalendar = useMay('calendar.own')
  const form = useOwnPassword(me, () =>
    showToast({ title: t('Contraseña cambiada'), text: t('Sus demás sesiones se han cerrado.') }),
  )
  return (
    <>
      <PageHeader
        title={t('Seguridad')}
        subtitle={t`Su cuenta: ${me.email}`}
        actions={<UiLink href={paths.ownData()}>{t('Cambiar su nombre y teléfono')}</UiLink>}
      />
      <div className={classes.columns}>
        <nav aria-label={t('En esta página')} className={classes.index}>
          <ul>
            {parts
              .filter(([id]) => id !== 'calendario' || mayCalendar)
              .map(([id, label]) => (
                <li key={id}>
                  <a href={`#${id}`}>{t(label)}</a>
                </li>
              ))}
          </ul>
        </nav>
        <div className={classes.parts}>
          <div id="contrasena">
            <Section title={t('Cambiar la contraseña')} kind="serif">
              <form
                noValidate
                className={classes.form}
                onSubmit={event => {
                  event.preventDefault()
                  void form.submit()
                }}
              >
                <p className="dim">
                  {t('Al cambiarla se cierran sus sesiones en otros navegadores; esta sigue abierta.')}
                </p>
                <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
                <PasswordField
                  id="oldPassword"
                  label={t('Contraseña actual')}
                  autoComplete="current-password"
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
                {form.errors.form ? (
                  <Message kind="error" live>
                    {form.errors.form}
                  </Message>
                ) : null}
                <div>
                  <ActionButton type="submit" variant="filled" loading={form.sending}>
                    {t('Cambiar la contraseña')}
                  </ActionButton>
                </div>
              </form>
            </Section>
          </div>
          <div id="dos-pasos">
            <TwoSteps />
          </div>
          <div id="sesiones">
            <OwnSessions />
          </div>
          {mayCalendar ? (
            <div id="calendario">
              <OwnFeed />
            </div>
          ) : null}
          <div id="avisos">
            <MailPreferences />
          </div>
          <div id="idioma">
            <LanguageChoice />
          </div>
          <div id="mis-datos">
            <OwnData />
          </div>
        </div>
      </div>
    </>
  )
}
