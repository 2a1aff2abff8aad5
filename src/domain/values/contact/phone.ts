import { MESSAGES } from '#domain/values/messages.ts'

/** The field pattern of a phone (FORM-13): an optional + or 00 with a prefix of 1-3 digits, then 9 digits. */
export const PHONE_PATTERN = /^(?:(?:\+|00)\d{1,3})?\d{9}$/

const RULE = /^(?:(?:\+|00)\d{1,3}\d{7,12}|\d{9})$/

/** Normalises `(+34) 91-123 45.67` to `+34911234567`. */
export function normalisePhone(text: string): string {
  return text.replace(/[\s.()\p{Pd}\p{Cf}]+/gu, '')
}

/** Rule `telefono` (FORM-24, FORM-25): a prefix then 7-12 digits, or exactly 9 digits, on the normalised value. */
export function phoneRule(value: string): string | null {
  return RULE.test(normalisePhone(value)) ? null : MESSAGES.telefono
}
