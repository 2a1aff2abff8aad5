import type { CifSetting } from '#domain/values/company/cif.ts'
import { cifRule, DEFAULT_CIF_SETTING } from '#domain/values/company/cif.ts'
import { cnaeRule } from '#domain/values/company/cnae.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import { phoneRule } from '#domain/values/contact/phone.ts'
import { postalCodeRule } from '#domain/values/contact/postal-code.ts'
import { dateRule } from '#domain/values/day.ts'
import { dniRule } from '#domain/values/dni.ts'
import { moneyRule } from '#domain/values/money.ts'
import { passwordRule } from '#domain/values/password.ts'
import type { Rule } from '#domain/values/rule.ts'
import { notEmptyRule, sameRule } from '#domain/values/text.ts'

/** Rules of the edit-user form by their names in the specification's §5 (FORM-22 to FORM-39). */
export type RuleName =
  | 'notnull'
  | 'email'
  | 'telefono'
  | 'cif'
  | 'cnae'
  | 'valormoneda'
  | 'dni'
  | 'cpostal'
  | 'password'
  | 'igual'
  | 'fecha'

/** The record of rules; `igual` takes the other field as its second argument. */
export type Rules = Readonly<Record<Exclude<RuleName, 'igual'>, Rule>> & { readonly igual: typeof sameRule }

/** The rules with one of the two CIF control tables (D24). */
export function rulesWith(cifSetting: CifSetting): Rules {
  return {
    notnull: notEmptyRule,
    email: emailRule,
    telefono: phoneRule,
    cif: value => cifRule(value, cifSetting),
    cnae: cnaeRule,
    valormoneda: moneyRule,
    dni: dniRule,
    cpostal: postalCodeRule,
    password: passwordRule,
    igual: sameRule,
    fecha: dateRule,
  }
}

export const rules: Rules = rulesWith(DEFAULT_CIF_SETTING)

/** The first error of a chain of rules for a value; null when all accept it. */
export function firstError(value: string, chain: readonly Rule[]): string | null {
  for (const rule of chain) {
    const message = rule(value)
    if (message) return message
  }
  return null
}
