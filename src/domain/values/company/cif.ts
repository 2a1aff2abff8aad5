import { bareIdentifier } from '#domain/values/contact/pasted.ts'
import { MESSAGES } from '#domain/values/messages.ts'

/** The field pattern of a CIF (FORM-14): one capital letter, 7 digits, then a letter or digit. */
export const CIF_PATTERN = /^[A-Z]\d{7}[A-Za-z\d]$/

const FIRST_LETTERS = 'ABCDEFGHJNPQRSUVW'
const CONTROL_LETTERS = 'JABCDEFGHI'
const FORMAT = new RegExp(`^([${FIRST_LETTERS}])(\\d{7})([\\dA-J])$`)

/**
 * First letters with a digit as control character, and first letters with either kind; all others take a letter. The
 * specification requires a letter for all but A, B, E and H, but the tax agency issues both kinds for partnerships,
 * co-operatives and associations, so that its rule would refuse real companies (D24, FORM-28).
 */
export const CIF_CONTROL = {
  'agencia-tributaria': { digit: 'ABEH', either: 'CDFGJUV' },
  especificacion: { digit: 'ABEH', either: '' },
} as const

/** The setting `CIF_RULE` (D24, D46). */
export type CifSetting = keyof typeof CIF_CONTROL
export const DEFAULT_CIF_SETTING: CifSetting = 'agencia-tributaria'

/** Normalises `b-12.345.674`, `ES B12345674` and similar to `B12345674`. */
export function normaliseCif(text: string): string {
  return bareIdentifier(text)
}

/** The two possible control characters for the seven digits of a CIF; the first letter decides which one applies. */
export function cifControls(sevenDigits: string): { digit: string; letter: string } {
  let sum = 0
  for (const [index, char] of [...sevenDigits].entries()) {
    const doubled = Number(char) * (index % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  const control = (10 - (sum % 10)) % 10
  return { digit: String(control), letter: CONTROL_LETTERS.charAt(control) }
}

/**
 * Identity of the company of a normalised CIF: its letter and seven digits. A CIF with either kind of control character
 * has two spellings (F04743175, F0474317E) for one company.
 */
export function companyOf(cif: string): string {
  return cif.slice(0, 8)
}

/** Rule `cif` (FORM-26 to FORM-30, D24), on the normalised value. */
export function cifRule(value: string, setting: CifSetting = DEFAULT_CIF_SETTING): string | null {
  const parts = FORMAT.exec(normaliseCif(value))
  if (!parts) return MESSAGES.cifFormat
  const [, first = '', body = '', control] = parts
  const { digit, letter } = cifControls(body)
  const table = CIF_CONTROL[setting]
  if (table.either.includes(first)) return control === digit || control === letter ? null : MESSAGES.cifControl
  return control === (table.digit.includes(first) ? digit : letter) ? null : MESSAGES.cifControl
}
