import { useMemo, useRef, useState } from 'react'
import { type Begun, changedPaths, pickValues } from '#domain/conflict/merge-values.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { textFields } from '#domain/participant/field-lists.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import type { Profile, ProfileRules } from '#domain/participant/participant.ts'
import { isFlaggedOnLeaving, profileErrors } from '#domain/participant/participant.ts'
import { normaliseAddress } from '#domain/values/contact/address.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import { provinceOfPostalCode } from '#domain/values/contact/provinces.ts'
import { formatMoney, parseMoney } from '#domain/values/money.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import {
  addressFields,
  changesOf,
  hasEqualAddresses,
  profileOf,
  profilePartOf,
  storedPart,
  type Values,
  valuesOf,
} from '#web/participant/profile/values.ts'
import { draftName } from '#web/session/draftKey.ts'

export type ProfileFormInput = {
  /** Who edits: the draft is theirs. */
  userId: string
  kind: InvitableKind
  wire: ParticipantWire
  rules: ProfileRules
  /** Paths that the user may change; the rest is read-only. */
  writable: ReadonlySet<keyof Profile>
  /** Whether the earlier figures stay valid until new ones are given for the fiscal years ended since then. */
  keepsFigures?: boolean
}

/** Longest duration of a click, from press to release, in milliseconds. */
const CLICK_MS = 150

/** Form state of a participant's profile. */
export type ProfileForm = ReturnType<typeof useProfileForm>

export function useProfileForm({ userId, kind, wire, rules, writable, keepsFigures = false }: ProfileFormInput) {
  const edit = useEdit<Values>({
    version: wire.version,
    saved: valuesOf(kind, wire),
    draft: draftName('profile', userId, wire.id),
    offered: begun => writablePart(begun, writable, rules),
    stored: storedPart,
  })
  const { base, values } = edit
  const [billsSame, setBillsSame] = useState(() => hasEqualAddresses(values))
  // Another user may have separated them.
  const sameBilling = billsSame && hasEqualAddresses(values)
  const [flagged, setFlagged] = useState<FieldErrors>({})
  // Values that the server refused; the error stays until the value changes.
  const [refused, setRefused] = useState<Record<string, { message: string; value: string }>>({})
  const [attempt, setAttempt] = useState(0)

  const errorsIn = (checked: Values) => {
    const found = withoutCopies(profileErrors(kind, profileOf(kind, checked), rules), sameBilling)
    return keepsFigures && !touchesFigures(base, checked) ? withoutFigures(found) : found
  }
  const errors = useMemo(() => errorsIn(values), [values, base, sameBilling, kind, rules, keepsFigures])
  const required = useMemo(
    () =>
      Object.keys(profileErrors(kind, {}, rules)).filter(
        path => !sameBilling || profilePartOf(path) !== 'billingAddress',
      ),
    [kind, rules, sameBilling],
  )

  const shown: FieldErrors = { ...flagged }
  for (const [path, { message, value }] of Object.entries(refused)) {
    if ((values[path] ?? '') === value) shown[path] = message
  }

  const put = (changes: Values) => edit.change(now => (sameBilling ? billedAtAddress({ ...now, ...changes }) : changes))
  const set = (changes: Values) => {
    put(changes)
    // A field shows no error while the user corrects it (FORM-17).
    const mended = Object.keys(changes).flatMap(path => [path, path.replace(/viaType$/, 'viaLabel')])
    setFlagged(now => without(now, mended))
  }

  /** On blur: normalizes the value and validates it (FORM-19). */
  const leaveNow = (path: string) => {
    if (!writable.has(profilePartOf(path))) return
    const tidied = tidy(kind, path, values, rules)
    const now = { ...values, ...tidied }
    if (changedPaths(values, now).length > 0) put(tidied)
    if (!isFlaggedOnLeaving(path)) return
    const found = errorsIn(now)
    setFlagged(before => {
      const after = without(before, [path])
      // The postal code depends on the province: a new province can clear its error.
      const settled = Object.keys(after).filter(other => profilePartOf(other) === profilePartOf(path) && !found[other])
      return { ...without(after, settled), ...(found[path] ? { [path]: found[path] } : {}) }
    })
  }
  const latestLeave = useRef(leaveNow)
  latestLeave.current = leaveNow

  return {
    kind,
    rules,
    writable,
    id: wire.id,
    edit,
    values,
    errors,
    required,
    shown,
    attempt,
    sameBilling,
    dirty: changesOf(kind, base, values, writable) !== null,
    set,
    setSameBilling(same: boolean) {
      setBillsSame(same)
      // Unticked, it leaves a copy that the user can edit.
      if (same) edit.change(billedAtAddress)
      setFlagged(now =>
        without(
          now,
          Object.keys(now).filter(path => profilePartOf(path) === 'billingAddress'),
        ),
      )
    },
    /** A message that appears on blur would move the control being clicked, so it waits until the click ends. */
    leave(path: string) {
      setTimeout(() => latestLeave.current(path), CLICK_MS)
    },
    /**
     * Before a strict save or a step: shows every error of the values to save (FORM-20). @returns whether there are
     * none.
     */
    check(strict = true): boolean {
      const found = strict ? errors : {}
      setFlagged(found)
      setAttempt(now => now + 1)
      return Object.keys(found).length === 0
    },
    /** Shows the server's errors by path. `loud` focuses them, as after a manual save. */
    showRefused(found: FieldErrors, sent: Values, loud: boolean) {
      const entries = Object.entries(found).map(([path, message]) => [path, { message, value: sent[path] ?? '' }])
      setRefused(Object.fromEntries(entries))
      if (loud) setAttempt(now => now + 1)
    },
  }
}

/** Draft values that are still writable: a field may since be read-only or no longer requested. */
function writablePart(kept: Begun, writable: ReadonlySet<keyof Profile>, { data }: ProfileRules): Begun {
  const asked = data.map(({ field }) => `extraData.${field}`)
  const paths = Object.keys(kept.typed).filter(
    path => writable.has(profilePartOf(path)) && (profilePartOf(path) !== 'extraData' || asked.includes(path)),
  )
  return { ...kept, typed: pickValues(kept.typed, paths) }
}

function billedAtAddress(values: Values): Values {
  const copies = addressFields.map(field => [`billingAddress.${field}`, values[`address.${field}`] ?? ''])
  return { ...values, ...Object.fromEntries(copies) }
}

/** When the billing address is the address, its errors show there. */
function withoutCopies(errors: FieldErrors, sameBilling: boolean): FieldErrors {
  if (!sameBilling) return errors
  return without(
    errors,
    Object.keys(errors).filter(path => profilePartOf(path) === 'billingAddress'),
  )
}

const isFigure = (path: string) => profilePartOf(path) === 'economicInfo'

const touchesFigures = (before: Values, after: Values) => changedPaths(before, after).some(isFigure)

const withoutFigures = (errors: FieldErrors) => without(errors, Object.keys(errors).filter(isFigure))

function without(errors: FieldErrors, paths: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !paths.includes(path)))
}

/** Normalized value of a field: 'b-12.345.674' to 'B12345674', '28 045' to '28045', '4812' to '4.812'. */
function tidy(kind: InvitableKind, path: string, values: Values, rules: ProfileRules): Values {
  const value = values[path] ?? ''
  const [part, field = '', last] = path.split('.') as [string, string?, string?]
  if (part === 'economicInfo' && last) {
    const amount = parseMoney(value)
    return amount === null ? {} : { [path]: formatMoney(amount) }
  }
  if (part === 'address' || part === 'billingAddress') return tidyAddress(part, field, values)
  if (path === 'contactDetails.tlf') return phoneRule(value) === null ? { [path]: normalisePhone(value) } : {}
  const textField = textFields.find(candidate => candidate === path)
  if (!textField) return { [path]: value.trim() }
  return { [path]: normaliseProfile(kind, { [textField]: value }, rules.cif)[textField] ?? '' }
}

function tidyAddress(part: 'address' | 'billingAddress', field: string, values: Values): Values {
  const known = addressFields.find(candidate => candidate === field)
  if (!known) return {}
  const value = normaliseAddress({ [known]: values[`${part}.${known}`] ?? '' })[known]
  const province = known === 'postalCode' && !values[`${part}.province`] ? provinceOfPostalCode(value) : undefined
  return { [`${part}.${known}`]: value, ...(province ? { [`${part}.province`]: province.name } : {}) }
}
