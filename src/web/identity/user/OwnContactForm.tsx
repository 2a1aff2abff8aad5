import { type ReactNode, useState } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { OwnContactFields } from '#web/identity/user/OwnContactFields.tsx'
import { useOwnContact } from '#web/identity/user/useOwnContact.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'

export interface OwnContactFormProps {
  me: Me
  user: UserWire
  /** Other content of the screen, above the foot. */
  children?: ReactNode
}

/** Own name, position and phone only, for users without an organization's data to fill in. */
export function OwnContactForm({ me, user, children }: OwnContactFormProps) {
  const contact = useOwnContact(user)
  const leaving = useLeaving(contact.dirty)
  const [sending, setSending] = useState(false)
  /** @returns whether everything is saved. */
  const save = async (): Promise<boolean> => {
    if (!contact.check()) return false
    setSending(true)
    try {
      if (!(await contact.save())) return false
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
      <div className="stack">
        <OwnContactFields contact={contact} email={me.email} />
        {children}
      </div>
      <FormFoot
        state={contact.dirty ? t('Hay cambios sin guardar.') : ''}
        primary={{
          label: t('Guardar'),
          type: 'submit',
          loading: sending,
          blocked: contact.dirty ? null : t('No hay cambios que guardar.'),
        }}
      />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={() => {
          contact.forget()
          leaving.leave()
        }}
        saving={sending}
        onSave={() => void save().then(done => (done ? leaving.leave() : leaving.stay()))}
      />
    </form>
  )
}
