import type { CifSetting } from '#domain/values/company/cif.ts'
import { cifRule, normaliseCif } from '#domain/values/company/cif.ts'
import { cnaeRule, normaliseCnae } from '#domain/values/company/cnae.ts'
import { normaliseNrbe, nrbeRule } from '#domain/values/company/nrbe.ts'
import { EMAIL_MAX, emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { normalisePhone, phoneRule } from '#domain/values/contact/phone.ts'
import { normaliseWebAddress, webAddressRule } from '#domain/values/contact/web-address.ts'
import { normaliseText, notEmptyRule } from '#domain/values/text.ts'

/** The keyboard that a phone shows for a field. */
export type Keyboard = 'email' | 'tel' | 'url'

type FieldRule = {
  /** The error of a value that is not empty, or null. */
  readonly check: (value: string, cif: CifSetting) => string | null
  /** The normal form of a valid value. */
  readonly normalise: (value: string) => string
  /** The most characters that a call takes. */
  readonly longest: number
  readonly keyboard?: Keyboard
}

/** The kinds of text in a profile, by their names in the specification's §5. */
const rules = {
  notnull: { check: notEmptyRule, normalise: normaliseText, longest: 200 },
  email: { check: emailRule, normalise: normaliseEmail, longest: EMAIL_MAX, keyboard: 'email' },
  telefono: { check: phoneRule, normalise: normalisePhone, longest: 40, keyboard: 'tel' },
  web: { check: webAddressRule, normalise: normaliseWebAddress, longest: 200, keyboard: 'url' },
  cif: { check: cifRule, normalise: normaliseCif, longest: 40 },
  cnae: { check: cnaeRule, normalise: normaliseCnae, longest: 20 },
  nrbe: { check: nrbeRule, normalise: normaliseNrbe, longest: 10 },
} as const satisfies Record<string, FieldRule>

export type FieldRuleName = keyof typeof rules
export const fieldRules: Readonly<Record<FieldRuleName, FieldRule>> = rules
