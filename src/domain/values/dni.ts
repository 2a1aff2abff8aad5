import { bareIdentifier } from '#domain/values/contact/pasted.ts'
import { MESSAGES } from '#domain/values/messages.ts'

const CONTROL_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const FORMAT = /^(\d{8})([A-Z])$/

/** Normalises `12.345.678-z` to `12345678Z`. */
export function normaliseDni(text: string): string {
  return bareIdentifier(text)
}

/** Rule `dni` (FORM-33): 8 digits plus the control letter, on the normalised value. No current field uses it (D25). */
export function dniRule(value: string): string | null {
  const [, digits = '', letter] = FORMAT.exec(normaliseDni(value)) ?? []
  return letter !== undefined && letter === CONTROL_LETTERS.charAt(Number(digits) % 23) ? null : MESSAGES.dni
}
