import { useMemo, useRef, useState } from 'react'
import { type Begun, changedPaths, pickValues, reopen } from '#domain/conflict/merge-values.ts'
import type { FieldErrors } from '#domain/domain-error.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import type { Profile, ProfileRules } from '#domain/participant/participant.ts'
import { isFlaggedOnLeaving, profileErrors, textFields } from '#domain/participant/participant.ts'
import type { InvitableKind } from '#domain/roles.ts'
import { normaliseAddress } from '#domain/values/address.ts'
import { formatMoney, parseMoney } from '#domain/values/money.ts'
import { normalisePhone, phoneRule } from '#domain/values/phone.ts'
import { provinceOfPostalCode } from '#domain/values/provinces.ts'
import {
  addressFields,
  billsAtAddress,
  changesOf,
  partOf,
  profileOf,
  type Values,
  valuesOf,
} from '#web/participant/profile/values.ts'

export type ProfileFormInput = {
  kind: InvitableKind
  wire: ParticipantWire
  rules: ProfileRules
  /** What the writer may change; the rest is shown flat. */
  writable: ReadonlySet<keyof Profile>
  /** What was typed and not saved when the screen was last left. */
  kept?: Begun | null
  /** The figures that the participant gave before stand, until others are given for the years that have ended since. */
  keepsFigures?: boolean
}

/** How long a click takes at most, from pressing to letting go. */
const CLICK_MS = 150

/** A participant's profile while somebody fills it in. */
export type ProfileForm = ReturnType<typeof useProfileForm>

export function useProfileForm({ kind, wire, rules, writable, kept, keepsFigures = false }: ProfileFormInput) {
  const [opening] = useState(() => {
    const saved = valuesOf(kind, wire)
    const opened = reopen(wire.version, saved, kept ? writablePart(kept, writable, rules) : null)
    return { ...opened, resumed: changedPaths(saved, opened.values).length > 0 }
  })
  // What the server holds, to know what was changed since.
  const [base, setBase] = useState(opening.base)
  const [version, setVersion] = useState(opening.version)
  const [typed, setTyped] = useState(opening.values)
  const [sameBilling, setSameBilling] = useState(() => billsAtAddress(typed))
  const [flagged, setFlagged] = useState<FieldErrors>({})
  // What the server refused, with the value it refused: it stands until that is changed.
  const [refused, setRefused] = useState<Record<string, { message: string; value: string }>>({})
  const [attempt, setAttempt] = useState(0)

  const values = useMemo(() => (sameBilling ? billedAtAddress(typed) : typed), [typed, sameBilling])
  const errorsIn = (checked: Values) => {
    const found = withoutCopies(profileErrors(kind, profileOf(kind, checked), rules), sameBilling)
    return keepsFigures && !touchesFigures(base, checked) ? withoutFigures(found) : found
  }
  const errors = useMemo(() => errorsIn(values), [values, base, sameBilling, kind, rules, keepsFigures])
  const required = useMemo(
    () => Object.keys(profileErrors(kind, {}, rules)).filter(path => !sameBilling || partOf(path) !== 'billingAddress'),
    [kind, rules, sameBilling],
  )

  const shown: FieldErrors = { ...flagged }
  for (const [path, { message, value }] of Object.entries(refused)) {
    if ((values[path] ?? '') === value) shown[path] = message
  }

  const set = (changes: Values) => {
    setTyped(now => ({ ...now, ...changes }))
    // What is being mended is not complained about meanwhile (FORM-17).
    const mended = Object.keys(changes).flatMap(path => [path, path.replace(/viaType$/, 'viaLabel')])
    setFlagged(now => without(now, mended))
  }

  /** A field was left: what was pasted is brought into one form, and its rule is asked (FORM-19). */
  const leaveNow = (path: string) => {
    if (!writable.has(partOf(path))) return
    const tidied = tidy(kind, path, values, rules)
    const now = { ...values, ...tidied }
    if (changedPaths(values, now).length > 0) setTyped(before => ({ ...before, ...tidied }))
    if (!isFlaggedOnLeaving(path)) return
    const found = errorsIn(now)
    setFlagged(before => {
      const after = without(before, [path])
      // The province decides about the postal code: an old complaint may be settled.
      const settled = Object.keys(after).filter(other => partOf(other) === partOf(path) && !found[other])
      return { ...without(after, settled), ...(found[path] ? { [path]: found[path] } : {}) }
    })
  }
  const latestLeave = useRef(leaveNow)
  latestLeave.current = leaveNow

  return {
    kind,
    rules,
    writable,
    values,
    base,
    version,
    /** Whether it opened with something that was typed before and not saved. */
    resumed: opening.resumed,
    errors,
    required,
    shown,
    attempt,
    sameBilling,
    dirty: changesOf(kind, base, values, writable) !== null,
    set,
    setSameBilling(same: boolean) {
      setSameBilling(same)
      setFlagged(now =>
        without(
          now,
          Object.keys(now).filter(path => partOf(path) === 'billingAddress'),
        ),
      )
      // What was copied may be changed from there on.
      if (!same) setTyped(billedAtAddress)
    },
    /** Left by a click, a field must not move what is being clicked: its message waits until the click is over. */
    leave(path: string) {
      setTimeout(() => latestLeave.current(path), CLICK_MS)
    },
    /** Before a strict save or a step: every error of what would be saved is shown (FORM-20). @returns whether there was none. */
    check(strict = true): boolean {
      const found = strict ? errors : {}
      setFlagged(found)
      setAttempt(now => now + 1)
      return Object.keys(found).length === 0
    },
    /** The server's complaints about what it was sent, by path. `loud` leads to them, as a save by hand does. */
    showRefused(found: FieldErrors, sent: Values, loud: boolean) {
      const entries = Object.entries(found).map(([path, message]) => [path, { message, value: sent[path] ?? '' }])
      setRefused(Object.fromEntries(entries))
      if (loud) setAttempt(now => now + 1)
    },
    /** A save went through: what was sent is what the server holds. What was typed meanwhile stays to be saved. */
    saved(sent: Values, newVersion: number) {
      setBase(sent)
      setVersion(newVersion)
    },
    /** Takes up what somebody else saved; `merge` puts it together with what stands in the form by now. */
    adopt(theirs: Values, newVersion: number, merge: (typedByNow: Values) => Values) {
      setBase(theirs)
      setVersion(newVersion)
      setTyped(merge)
      setSameBilling(now => now && billsAtAddress(merge(values)))
    },
  }
}

/** Of a draft what may still be written here: a field may since be another's to change, or no longer be asked for. */
function writablePart(kept: Begun, writable: ReadonlySet<keyof Profile>, { data }: ProfileRules): Begun {
  const asked = data.map(({ field }) => `extraData.${field}`)
  const paths = Object.keys(kept.typed).filter(
    path => writable.has(partOf(path)) && (partOf(path) !== 'extraData' || asked.includes(path)),
  )
  return { ...kept, typed: pickValues(kept.typed, paths) }
}

function billedAtAddress(values: Values): Values {
  const copies = addressFields.map(field => [`billingAddress.${field}`, values[`address.${field}`] ?? ''])
  return { ...values, ...Object.fromEntries(copies) }
}

/** A billing address that is the address has its errors there. */
function withoutCopies(errors: FieldErrors, sameBilling: boolean): FieldErrors {
  if (!sameBilling) return errors
  return without(
    errors,
    Object.keys(errors).filter(path => partOf(path) === 'billingAddress'),
  )
}

const isFigure = (path: string) => partOf(path) === 'economicInfo'

const touchesFigures = (before: Values, after: Values) => changedPaths(before, after).some(isFigure)

const withoutFigures = (errors: FieldErrors) => without(errors, Object.keys(errors).filter(isFigure))

function without(errors: FieldErrors, paths: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !paths.includes(path)))
}

/** A field's value as it will be kept: 'b-12.345.674' as 'B12345674', '28 045' as '28045', '4812' as '4.812'. */
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
