import { useState } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import {
  focusFirst,
  isFaultless,
  mended,
  type PasswordFormErrors,
  passwordFormErrors,
  repetitionError,
} from '#web/identity/auth/password-form.ts'

const empty = { oldPassword: '', newPassword: '', repeated: '' }
type Passwords = typeof empty

/**
 * State, errors and call of a change of one's own password. The change ends every session of the user, and call() takes
 * up the new one (D19). Only the first change needs `accepted`.
 */
export function useOwnPassword(me: Me, onDone: () => unknown, accepted?: boolean) {
  const [passwords, setPasswords] = useState<Passwords>(empty)
  const [errors, setErrors] = useState<PasswordFormErrors>({})
  const [sending, setSending] = useState(false)
  const { name, email, nameGenericEntity, commercialName, cif, settings } = me
  const context = [name, email, nameGenericEntity, commercialName, cif, settings.productName]

  const fail = (found: PasswordFormErrors) => {
    setErrors(found)
    focusFirst(found)
  }
  const submit = async () => {
    if (sending) return
    const form = { ...passwords, ...(accepted === undefined ? {} : { accepted }) }
    const missing = accepted === undefined ? 'resetFieldsMissing' : 'passwordFieldsMissing'
    const found = passwordFormErrors(form, settings.passwordPolicy, context, missing)
    if (!isFaultless(found)) return fail(found)
    setErrors({})
    setSending(true)
    try {
      const { oldPassword, newPassword } = passwords
      await call(patchUser, { params: { key: email }, body: { oldPassword, newPassword, policyAccepted: accepted } })
      setPasswords(empty)
      await onDone()
    } catch (error) {
      fail(errorsOf(error))
    } finally {
      setSending(false)
    }
  }
  const set = (field: keyof Passwords) => (value: string) => {
    setPasswords(now => ({ ...now, [field]: value }))
    setErrors(now => mended(now, field))
  }
  const leaveRepeated = () => {
    const repeated = repetitionError(passwords)
    if (repeated) setErrors(now => ({ ...now, repeated }))
  }
  const dirty = Object.values(passwords).some(value => value !== '')
  const accept = () => setErrors(now => mended(now, 'accepted'))
  return {
    passwords,
    set,
    leaveRepeated,
    accept,
    errors,
    sending,
    submit,
    context,
    dirty,
    policy: settings.passwordPolicy,
  }
}

/** Maps the server's error to the field that shows it. */
function errorsOf(error: unknown): PasswordFormErrors {
  if (!(error instanceof ApiError)) return { form: messageOf(error) }
  if (error.fields.newPassword) return { newPassword: error.fields.newPassword }
  if (error.code === 'passwordWrong') return { oldPassword: error.message }
  if (error.code === 'passwordSame') return { newPassword: error.message }
  return { form: error.message }
}
