import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createUser, patchUser, readUser, type UserWire } from '#domain/identity/user/contract.ts'
import { userFacts } from '#domain/identity/user/facts.ts'
import { temporaryPassword } from '#domain/invitation/invitation.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
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
  const edit = useEdit({ version: NO_VERSION, saved: userValues(null) })
  const { values } = edit
  const [errors, setErrors] = useState<UserErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const refresh = useRefreshUsers()
  const proved = useRecentAuth()
  const { user } = subject
  const base = user ? edit.base : null

  const refuse = (found: UserErrors, why: string) => {
    setErrors(found)
    setFailure(why)
    const first = userFields.find(field => found[field])
    if (first) focusField(userControlId(first))
  }
  const sending = useMutation({
    mutationFn: () =>
      proved.run(async () => {
        if (!user) {
          const { participant } = subject
          const target = participant ? { idGenericEntity: participant } : {}
          const body = { user: { ...userBody(values), ...target }, save: true as const }
          return { wire: await call(createUser, { body }), taken: false }
        }
        const params = { key: user.id }
        return edit.save({
          facts: base => userFacts(userBody(base)),
          attempt: (_values, version) =>
            call(patchUser, { params, body: { ...userChanges(edit.base, values), version } }),
          valuesOf: userValues,
          read: () => call(readUser, { params }),
        })
      }),
    onSuccess: saved => {
      if (!saved) return refresh()
      const { wire, taken } = saved
      if (taken) {
        setSubject({ ...subject, user: wire })
        return refresh()
      }
      const mailed = !user || wire.email !== user.email
      const text = t`${wire.email} recibe ${temporaryPassword()}.`
      showToast({ title: user ? 'Usuario guardado' : 'Usuario creado', text: mailed ? text : wire.email })
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
    conflict: edit.window,
    /** Window to sign in again, for the caller to render. */
    proved: proved.dialog,
    dirty: userChanges(edit.base, values) !== null,
    begin(next: UserSubject) {
      setSubject(next)
      edit.begin(next.user?.version ?? NO_VERSION, userValues(next.user))
      setErrors({})
      setFailure(null)
      setOpened(true)
    },
    close: () => setOpened(false),
    set(field: UserField, value: string) {
      edit.change({ [field]: value })
      setErrors(({ [field]: _mended, ...rest }) => rest)
    },
    /** On blur: validates the field. */
    leave(field: UserField) {
      const now = { ...values, [field]: tidyUserField(field, values[field]) }
      edit.change(now)
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
