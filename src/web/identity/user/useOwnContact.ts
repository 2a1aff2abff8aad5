import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { patchUser, readUser, type UserWire } from '#domain/identity/user/contract.ts'
import { userFacts } from '#domain/identity/user/facts.ts'
import { userPatchErrors } from '#domain/identity/user/user.ts'
import { msg } from '#domain/language/translate.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import { ApiError, call, queryOptions } from '#web/api/api.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { useRefreshMe } from '#web/session/useMe.ts'

/** Contact data of a user, in form order (USR-08). */
export const ownContactFields = ['name', 'surNames', 'position', 'tlf'] as const
export type OwnContactField = (typeof ownContactFields)[number]
export const ownContactLabels: Record<OwnContactField, string> = {
  name: msg('Nombre'),
  surNames: msg('Apellidos'),
  position: msg('Cargo'),
  tlf: msg('Teléfono'),
}
type Contact = Record<OwnContactField, string>
type SomeContact = Partial<Contact>

const contactOf = ({ contactDetails: { name = '', surNames = '', position = '', tlf = '' } }: UserWire): Contact => ({
  name,
  surNames,
  position,
  tlf,
})

/** Form state of the signed-in user's contact data. */
export function useOwnContact(user: UserWire) {
  const client = useQueryClient()
  const refreshMe = useRefreshMe()
  const edit = useEdit({ version: user.version, saved: contactOf(user), draft: draftName('contact', user.id) })
  const { base, values, dirty } = edit
  const [errors, setErrors] = useState<SomeContact>({})
  const changed: SomeContact = Object.fromEntries(
    ownContactFields.filter(field => values[field] !== base[field]).map(field => [field, values[field]]),
  )

  return {
    values,
    errors,
    dirty,
    /** Whether the form started with a draft. */
    resumed: edit.resumed,
    /** Deletes the draft from the tab. */
    forget: edit.forget,
    /** Conflict window, for the caller to render. */
    conflict: edit.window,
    set(field: OwnContactField, value: string) {
      edit.change({ [field]: value })
      setErrors(({ [field]: _mended, ...rest }) => rest)
    },
    /** On blur: validates the field (FORM-19). */
    leave(field: OwnContactField) {
      const value = values[field]
      const tidied = field === 'tlf' && phoneRule(value) === null ? normalisePhone(value) : value.trim()
      if (tidied !== value) edit.change({ [field]: tidied })
      const found = errorsOf({ [field]: tidied })[field]
      setErrors(({ [field]: _old, ...rest }) => (found ? { ...rest, [field]: found } : rest))
    },
    /** Before a save: shows every error. Unchanged fields are not checked. */
    check(): boolean {
      const found = errorsOf(changed)
      setErrors(found)
      return Object.keys(found).length === 0
    },
    /** @returns whether everything is saved. @throws ApiError; its field errors are shown. */
    async save(): Promise<boolean> {
      if (!dirty) return true
      const params = { key: user.email }
      try {
        const saved = await edit.save({
          facts: base => userFacts({ contactDetails: base }),
          attempt: (_values, version) => call(patchUser, { params, body: { contactDetails: changed, version } }),
          valuesOf: contactOf,
          read: () => call(readUser, { params }),
        })
        if (!saved) return false
        client.setQueryData(queryOptions(readUser, { params }).queryKey, saved.wire)
        await refreshMe()
        return !saved.taken
      } catch (error) {
        if (error instanceof ApiError) setErrors(byField(error.fields))
        throw error
      }
    },
  }
}

const errorsOf = (contactDetails: SomeContact) => byField(userPatchErrors({ contactDetails }))

function byField(errors: FieldErrors): SomeContact {
  const found = ownContactFields.map(field => [field, errors[`contactDetails.${field}`]] as const)
  return Object.fromEntries(found.filter(([, message]) => message))
}
