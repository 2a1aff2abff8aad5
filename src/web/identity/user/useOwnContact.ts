import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changedPaths, reopen } from '#domain/conflict/merge-values.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { patchUser, readUser, type UserWire } from '#domain/identity/user/contract.ts'
import { userFacts } from '#domain/identity/user/facts.ts'
import { userPatchErrors } from '#domain/identity/user/user.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import { ApiError, call, queryOptions } from '#web/api/api.ts'
import { keepEditDraft, readEditDraft } from '#web/conflict/editDraft.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { draftName } from '#web/identity/session/drafts.ts'
import { useRefreshMe } from '#web/identity/session/useMe.ts'

/** Contact data of a user, in form order (USR-08). */
export const ownContactFields = ['name', 'surNames', 'position', 'tlf'] as const
export type OwnContactField = (typeof ownContactFields)[number]
export const ownContactLabels: Record<OwnContactField, string> = {
  name: 'Nombre',
  surNames: 'Apellidos',
  position: 'Cargo',
  tlf: 'Teléfono',
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
  const conflict = useConflict()
  const draft = draftName('contact', user.id)
  const [opening] = useState(() => {
    const saved = contactOf(user)
    const opened = reopen(user.version, saved, readEditDraft(draft))
    return { ...opened, resumed: changedPaths(saved, opened.values).length > 0 }
  })
  const [version, setVersion] = useState(opening.version)
  const [base, setBase] = useState(opening.base as Contact)
  const [values, setValues] = useState(opening.values as Contact)
  const [errors, setErrors] = useState<SomeContact>({})
  const changed: SomeContact = Object.fromEntries(
    ownContactFields.filter(field => values[field] !== base[field]).map(field => [field, values[field]]),
  )
  const dirty = Object.keys(changed).length > 0
  useEffect(() => keepEditDraft(draft, { version, base, values }), [draft, version, base, values])

  return {
    values,
    errors,
    dirty,
    /** Whether the form started with a draft. */
    resumed: opening.resumed,
    /** Deletes the draft from the tab. */
    forget: () => keepEditDraft(draft, { version, base, values: base }),
    /** Conflict window, for the caller to render. */
    conflict: conflict.window,
    set(field: OwnContactField, value: string) {
      setValues(now => ({ ...now, [field]: value }))
      setErrors(({ [field]: _mended, ...rest }) => rest)
    },
    /** On blur: validates the field (FORM-19). */
    leave(field: OwnContactField) {
      const value = values[field]
      const tidied = field === 'tlf' && phoneRule(value) === null ? normalisePhone(value) : value.trim()
      if (tidied !== value) setValues(now => ({ ...now, [field]: tidied }))
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
        const outcome = await conflict.send({
          version,
          base: userFacts({ contactDetails: base }),
          attempt: now => call(patchUser, { params, body: { contactDetails: changed, version: now } }),
        })
        if (!outcome) return false
        const saved = outcome.sent ?? (await call(readUser, { params }))
        const given = new Set(outcome.taken?.differences.map(({ field }) => field.split('.').at(-1)))
        const left = Object.entries(changed).filter(([field]) => !given.has(field))
        client.setQueryData(queryOptions(readUser, { params }).queryKey, saved)
        setBase(contactOf(saved))
        setVersion(saved.version)
        setValues({ ...contactOf(saved), ...(outcome.sent ? {} : Object.fromEntries(left)) })
        await refreshMe()
        return outcome.sent !== undefined
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
