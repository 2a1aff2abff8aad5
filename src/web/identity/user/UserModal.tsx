import { TextInput } from '@mantine/core'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { isAddressOpen } from '#domain/identity/user/user.ts'
import { temporaryPassword } from '#domain/invitation/invitation.ts'
import { t } from '#domain/language/translate.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'
import { pasteEmail } from '#web/identity/pasteEmail.ts'
import { EndUser } from '#web/identity/user/EndUser.tsx'
import { ConfirmUser } from '#web/identity/user/security/ConfirmUser.tsx'
import { type UserField, userFieldLabels, userFields } from '#web/identity/user/user-fields.ts'
import { type UserForm, userControlId } from '#web/identity/user/useUserForm.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const spans: Record<UserField, number> = { name: 2, surNames: 4, position: 4, tlf: 2, email: 6, billingEmail: 6 }
const longest: Partial<Record<UserField, number>> = { tlf: 40, email: EMAIL_MAX, billingEmail: EMAIL_MAX }
const keyboards: Partial<Record<UserField, 'tel' | 'email'>> = { tlf: 'tel', email: 'email', billingEmail: 'email' }

/** Window to create or edit a user; the edit form has 'Dar de baja' (USR-01, D15). */
export function UserModal({
  form,
  organization,
  ofBank,
}: {
  form: UserForm
  organization: string
  /** CCI creates it for a bank. */
  ofBank: boolean
}) {
  const { user } = form.subject
  const manages = useMay('user.manage')
  const own = useMe().userId === user?.id
  return (
    <FormModal
      opened={form.opened}
      onClose={form.close}
      title={user ? t('Editar usuario') : t('Crear usuario')}
      size={680}
      onSubmit={form.submit}
      submitLabel={user ? t('Guardar') : t('Crear usuario')}
      loading={form.sending}
      submitError={form.failure}
      dirty={form.dirty}
    >
      <LeaveQuestion unfinished={form.opened && form.dirty} />
      <p>
        <b>{organization}</b>
      </p>
      {user?.awaitsConfirmation ? <ConfirmUser user={user} onConfirmed={form.close} /> : null}
      {user ? null : (
        <p>
          {ofBank
            ? t`Recibirá por correo ${temporaryPassword()}, cuando el usuario principal de la entidad lo confirme si ya lo tiene.`
            : t`Recibirá por correo ${temporaryPassword()}.`}
        </p>
      )}
      <div className="fields">
        {userFields.map(field => (
          <div key={field} data-span={spans[field]}>
            <TextInput
              id={userControlId(field)}
              label={
                field === 'billingEmail' ? (
                  <>
                    {userFieldLabels[field]} <span className="dimmer">{t('(opcional)')}</span>
                  </>
                ) : (
                  userFieldLabels[field]
                )
              }
              description={field === 'email' ? emailNote(user, own, ofBank) : null}
              readOnly={field === 'email' && user !== null && !mayMove(user, own)}
              inputMode={keyboards[field]}
              autoComplete="off"
              autoCapitalize={keyboards[field] ? 'none' : undefined}
              spellCheck={keyboards[field] ? false : undefined}
              maxLength={longest[field] ?? 200}
              value={form.values[field]}
              error={form.errors[field]}
              onChange={event => form.set(field, event.currentTarget.value)}
              onPaste={keyboards[field] === 'email' ? pasteEmail(email => form.set(field, email)) : undefined}
              onBlur={() => form.leave(field)}
            />
          </div>
        ))}
      </div>
      {user && manages ? <EndUser user={user} onEnded={form.close} /> : null}
      {form.conflict}
      {form.proved}
    </FormModal>
  )
}

const mayMove = (user: UserWire, own: boolean) => !own && isAddressOpen(user)

function emailNote(user: UserWire | null, own: boolean, ofBank: boolean): string {
  if (!user) return t('Con él entrará en el portal.')
  if (mayMove(user, own) && ofBank) return t('Si lo corrige, lo confirma antes el usuario principal de la entidad.')
  if (mayMove(user, own)) return t('Aún no ha entrado: si lo corrige, recibe otra contraseña en el nuevo correo.')
  return t('Con él entra en el portal. No se puede cambiar.')
}
