import { Tabs } from '@mantine/core'
import { msg, t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import type { AccountPart } from '#web/app/screens/own.ts'
import { NewPasswordFields } from '#web/identity/auth/NewPasswordFields.tsx'
import { PasswordField } from '#web/identity/auth/PasswordField.tsx'
import { useOwnPassword } from '#web/identity/auth/useOwnPassword.ts'
import { OwnData } from '#web/identity/user/OwnData.tsx'
import { LanguageChoice } from '#web/identity/user/security/LanguageChoice.tsx'
import { MailPreferences } from '#web/identity/user/security/MailPreferences.tsx'
import { OwnSessions } from '#web/identity/user/security/OwnSessions.tsx'
import { TwoSteps } from '#web/identity/user/security/TwoSteps.tsx'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { OwnFeed } from '#web/participant/calendar/OwnFeed.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './AccountPage.module.css'

const FIRST = 'acceso'
const parts: Readonly<Record<typeof FIRST | AccountPart, string>> = {
  acceso: msg('Acceso'),
  avisos: msg('Avisos'),
  idioma: msg('Idioma y datos'),
}

/** 'Mi cuenta' in three parts, for every role, CCI included (EXP-12, D50). */
export function AccountPage() {
  const me = useMe()
  const mayCalendar = useMay('calendar.own')
  const [asked, choose] = useUrlValue('parte')
  return (
    <>
      <PageHeader
        title={t('Mi cuenta')}
        subtitle={me.email}
        actions={<UiLink href={paths.ownData()}>{t('Cambiar su nombre y teléfono')}</UiLink>}
      />
      <Tabs
        value={asked !== null && Object.hasOwn(parts, asked) ? asked : FIRST}
        onChange={value => choose(value === FIRST ? null : value)}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('Partes de su cuenta')}>
          {Object.entries(parts).map(([key, label]) => (
            <Tabs.Tab key={key} value={key}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="acceso" className={classes.parts}>
          <OwnPassword />
          <TwoSteps />
          <OwnSessions />
        </Tabs.Panel>
        <Tabs.Panel value="avisos" className={classes.parts}>
          <MailPreferences />
          {mayCalendar ? <OwnFeed /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="idioma" className={classes.parts}>
          <LanguageChoice />
          <OwnData />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** Changes the own password (AUTH-15). */
function OwnPassword() {
  const me = useMe()
  const form = useOwnPassword(me, () =>
    showToast({ title: t('Contraseña cambiada'), text: t('Sus demás sesiones se han cerrado.') }),
  )
  return (
    <Section title={t('Cambiar la contraseña')} kind="serif">
      <form
        noValidate
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <p className="dim">{t('Al cambiarla se cierran sus sesiones en otros navegadores; esta sigue abierta.')}</p>
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
  )
}
