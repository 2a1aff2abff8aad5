import { useEffect, useMemo, useState } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { completesData } from '#domain/identity/session/outcome.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { writableByOwner } from '#domain/participant/participant.ts'
import { messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { OwnContactFields, ownContactErrors } from '#web/identity/user/OwnContactFields.tsx'
import { useOwnContact } from '#web/identity/user/useOwnContact.ts'
import { DisputeMessage } from '#web/participant/profile/DisputeMessage.tsx'
import { ProfileErrors } from '#web/participant/profile/ProfileErrors.tsx'
import { ProfileSections } from '#web/participant/profile/ProfileSections.tsx'
import type { OwnProfile } from '#web/participant/profile/useOwnProfile.ts'
import { useProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { useProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import classes from './OwnDataForm.module.css'

/** Own data after the onboarding. Saves only valid fields; some fields can be changed only by CCI (D33). */
export function OwnDataForm({ me, user, profile }: { me: Me; user: UserWire; profile: OwnProfile }) {
  const { kind, wire, rules, sections, years } = profile
  const isDraft = completesData(me)
  const writable = useMemo(() => writableByOwner(kind, !isDraft), [kind, isDraft])
  const contact = useOwnContact(user)
  const form = useProfileForm({ userId: me.userId, kind, wire, rules, writable, keepsFigures: !isDraft })
  const saving = useProfileSaving(form)
  const [sending, setSending] = useState(false)
  const dirty = form.dirty || contact.dirty
  const leaving = useLeaving(dirty)

  // The form is long: a toast shows the error at any scroll position.
  useEffect(() => {
    if (saving.failure) showError(saving.failure)
  }, [saving.failure])

  /** @returns whether everything is saved. */
  const save = async (): Promise<boolean> => {
    if (sending || !dirty) return !dirty
    // Users who change only their name need not fix the organization's data first.
    const [ownFine, profileFine] = [contact.check(), form.check(form.dirty)]
    if (!ownFine || !profileFine) return false
    setSending(true)
    try {
      if (!(await contact.save()) || !(await saving.save())) return false
      showToast({ title: t('Datos guardados') })
      return true
    } catch (error) {
      showError(messageOf(error))
      return false
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <PageHeader title={t('Mis datos')} subtitle={t('Los suyos y los de su organización.')} />
      <div className={`stack ${classes.messages}`}>
        <ProfileErrors form={form} sections={sections} others={ownContactErrors(contact)} />
        {isDraft ? (
          <Message kind="info" title={t('Su documentación es un borrador')}>
            {t('Lo que guarde aquí queda en él.')}{' '}
            <UiLink href={paths.mandatoryData()}>{t('Completar y enviar')}</UiLink>
          </Message>
        ) : null}
        {form.edit.resumed || contact.resumed ? (
          <Message kind="info">{t('Aquí está lo que escribió la última vez y no llegó a guardarse.')}</Message>
        ) : null}
        <DisputeMessage form={form} saving={saving} />
      </div>
      <div className={classes.fields}>
        <OwnContactFields contact={contact} email={me.email} />
        <ProfileSections form={form} sections={sections} years={years} />
      </div>
      <FormFoot
        state={dirty ? t('Hay cambios sin guardar.') : ''}
        primary={{
          label: t('Guardar'),
          type: 'submit',
          loading: sending || saving.saving,
          blocked: dirty ? null : t('No hay cambios que guardar.'),
        }}
      />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={() => {
          form.edit.forget()
          contact.forget()
          leaving.leave()
        }}
        saving={sending}
        onSave={() => void save().then(done => (done ? leaving.leave() : leaving.stay()))}
      />
    </form>
  )
}
