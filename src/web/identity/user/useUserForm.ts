import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createUser, patchUser, readUser, type UserWire } from '#domain/identity/user/contract.ts'
import { userFacts } from '#domain/identity/user/facts.ts'
import { TEMPORARY_PASSWORD } from '#domain/invitation/invitation.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { type Outcome, useConflict } from '#web/conflict/useConflict.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { useRefreshUsers } from '#web/identity/user/useRefreshUsers.ts'
import {
  byUserField,
  tidyUserField,
  type UserErrors,
  type UserField,
  userBody,
  userChanges,
  userFieldErrors,
  userFields,
  userValues,
} from '#web/identity/user/user-fields.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

/** User to edit, or null for a new one; its participant, or null for the own one. */
export type UserSubject = { user: UserWire | null; participant: string | null }

export const userControlId = (field: UserField) => `usuario-${field}`

export type UserForm = ReturnType<typeof useUserForm>

/** Form state of a new or edited user: rules on blur and on submit (USR-01, FORM-41). */
export function useUserForm() {
  const [opened, setOpened] = useState(false)
  const [subject, setSubject] = useState<UserSubject>({ user: null, participant: null })
  const [values, setValues] = useState(() => userValues(null))
  const [errors, setErrors] = useState<UserErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const refresh = useRefreshUsers()
  const conflict = useConflict()
  const proved = useRecentAuth()
  const { user } = subject
  const base = user ? userValues(user) : null

  const refuse = (found: UserErrors, why: string) => {
    setErrors(found)
    setFailure(why)
    const first = userFields.find(field => found[field])
    if (first) focusField(userControlId(first))
  }
  const sending = useMutation({
    mutationFn: async (): Promise<Outcome<UserWire>> => {
      if (!user || !base) {
        const { participant } = subject
        const target = participant ? { idGenericEntity: participant } : {}
        const body = { user: { ...userBody(values), ...target }, save: true as const }
        const sent = await proved.run(() => call(createUser, { body }))
        return sent ? { sent } : null
      }
      const params = { key: user.id }
      const edit = {
        version: user.version,
        base: userFacts(userBody(base)),
        attempt: (version: number) => call(patchUser, { params, body: { ...userChanges(base, values), version } }),
      }
      const outcome = (await proved.run(() => conflict.send(edit))) ?? null
      if (outcome?.taken) {
        const saved = await call(readUser, { params })
        const given = outcome.taken.differences.map(({ field }) => field.split('.').at(-1) as UserField)
        const left = userFields.filter(field => values[field] !== base[field] && !given.includes(field))
        setSubject({ ...subject, user: saved })
        setValues({ ...userValues(saved), ...Object.fromEntries(left.map(field => [field, values[field]])) })
      }
      return outcome
    },
    onSuccess: outcome => {
      if (!outcome?.sent) return refresh()
      const { email } = outcome.sent
      const mailed = !user || email !== user.email
      const text = `${email} recibe ${TEMPORARY_PASSWORD}.`
      showToast({ title: user ? 'Usuario guardado' : 'Usuario creado', text: mailed ? text : email })
      setOpened(false)
      return refresh()
    },
    onError: error => refuse(error instanceof ApiError ? byUserField(error.fields) : {}, messageOf(error)),
  })

  return {
    opened,
    subject,
    values,
    errors,
    failure,
    sending: sending.isPending,
    /** Conflict window, for the caller to render. */
    conflict: conflict.window,
    /** Window to sign in again, for the caller to render. */
    proved: proved.dialog,
    dirty: userChanges(base ?? userValues(null), values) !== null,
    begin(next: UserSubject) {
      setSubject(next)
      setValues(userValues(next.user))
      setErrors({})
      setFailure(null)
      setOpened(true)
    },
    close: () => setOpened(false),
    set(field: UserField, value: string) {
      setValues(now => ({ ...now, [field]: value }))
      setErrors(({ [field]: _mended, ...rest }) => rest)
    },
    /** On blur: validates the field. */
    leave(field: UserField) {
      const now = { ...values, [field]: tidyUserField(field, values[field]) }
      setValues(now)
      const found = userFieldErrors(base, now)[field]
      setErrors(({ [field]: _old, ...rest }) => (found ? { ...rest, [field]: found } : rest))
    },
    submit() {
      const found = userFieldErrors(base, values)
      if (Object.keys(found).length > 0) return refuse(found, sentence(user ? 'invalid' : 'userIncomplete'))
      if (base && !userChanges(base, values)) return setOpened(false)
      setErrors({})
      setFailure(null)
      sending.mutate()
    },
  }
}
