import { t } from '#domain/language/translate.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { COMMON_WORDS } from '#domain/values/common-words.ts'
import { MESSAGES } from '#domain/values/messages.ts'

/** The setting `PASSWORD_POLICY` (D42, D46). */
export const PASSWORD_POLICIES = ['especificacion', 'nist'] as const
export type PasswordPolicy = (typeof PASSWORD_POLICIES)[number]
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = 'especificacion'

/** Lengths in code points, both ends included (LIM-21, D42). */
export const PASSWORD_LENGTH = {
  especificacion: { min: 8, max: 16 },
  nist: { min: 15, max: 128 },
} as const

const LOWERCASE = /\p{Ll}/u
const UPPERCASE = /\p{Lu}/u
const DIGIT = /\d/
const NOT_ALPHANUMERIC = /[^\p{L}\p{M}\p{N}\s]/u

// Longer words first, so that `contrasena` matches whole before a shorter word matches a part of it.
const COMMON = new RegExp([...COMMON_WORDS].sort((a, b) => b.length - a.length).join('|'), 'g')
const YEAR = /(?:19|20)\d\d/g
const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

const LEAST_CONTEXT_WORD = 4
const LEAST_REMAINDER = 6
const LEAST_DISTINCT = 5

/**
 * Checks a new password, exactly as typed: the error, or null. `especificacion`: 8 to 16 non-space characters
 * of four classes (FORM-03 to FORM-05). `nist`: 15 to 128 characters of any kind, no word of the `context` (names,
 * e-mail, company, CIF, product) and enough characters besides common words (D42).
 */
export function checkPassword(policy: PasswordPolicy, value: string, context: readonly string[] = []): string | null {
  const broken = passwordChecks(policy, value, context).find(check => !check.holds)
  return broken ? MESSAGES[broken.message] : null
}

/** One requirement of a policy: its label, whether a password meets it, and the message when it does not. */
export type PasswordCheck = {
  readonly label: string
  readonly holds: boolean
  readonly message: 'passwordPolicy' | 'passwordLength' | 'passwordContext' | 'passwordCommon'
}

/** The requirements of a policy one by one, for a list that updates while the user types. */
export function passwordChecks(
  policy: PasswordPolicy,
  value: string,
  context: readonly string[] = [],
): readonly PasswordCheck[] {
  const { min, max } = PASSWORD_LENGTH[policy]
  const length = { label: t`Entre ${min} y ${max} caracteres`, holds: hasLength(value, PASSWORD_LENGTH[policy]) }
  if (policy === 'especificacion') {
    const message = 'passwordPolicy'
    return [
      { ...length, message },
      { label: t('Un dígito'), holds: DIGIT.test(value), message },
      { label: t('Una minúscula'), holds: LOWERCASE.test(value), message },
      { label: t('Una mayúscula'), holds: UPPERCASE.test(value), message },
      { label: t('Un carácter no alfanumérico'), holds: NOT_ALPHANUMERIC.test(value), message },
      { label: t('Sin espacios'), holds: value !== '' && !/\s/.test(value), message },
    ]
  }
  // Skips the costly searches unless the length is valid.
  const fits = length.holds
  return [
    { ...length, message: 'passwordLength' },
    {
      label: t('Sin su nombre, su correo, su empresa ni el nombre del portal'),
      holds: fits && !containsContext(value, context),
      message: 'passwordContext',
    },
    {
      label: t('Sin palabras comunes, series ni repeticiones'),
      holds: fits && !isGuessable(value),
      message: 'passwordCommon',
    },
  ]
}

/** Rule `password` (FORM-35): at least 8 characters with lowercase, uppercase and digit. */
export function passwordRule(value: string): string | null {
  const classes = [LOWERCASE, UPPERCASE, DIGIT]
  return [...value].length >= 8 && classes.every(one => one.test(value)) ? null : MESSAGES.passwordRule
}

function hasLength(value: string, { min, max }: { min: number; max: number }): boolean {
  // All unpaired surrogates hash as the same character, so that another one would match.
  if (!value.isWellFormed()) return false
  // A code point is at most two UTF-16 units: longer texts need no counting.
  if (value.length > max * 2) return false
  const length = [...value].length
  return length >= min && length <= max
}

function containsContext(value: string, context: readonly string[]): boolean {
  const password = lettersAndDigits(foldForSearch(value))
  const words = context.flatMap(text => {
    const folded = foldForSearch(text)
    return [lettersAndDigits(folded), ...folded.split(/[^\p{L}\p{N}]+/u)]
  })
  return words.some(word => word.length >= LEAST_CONTEXT_WORD && password.includes(word))
}

/** Whether little is left of a password after removing common words, years, series and repetitions. */
function isGuessable(value: string): boolean {
  const plain = foldForSearch(value)
  const unleet = (text: string) => text.replace(/[013457@$]/g, char => LEET[char] ?? char)
  // Remove a series before its digits are read as letters: 'p4$$w0rd1234567' is 'password' and a series.
  return [plain, unleet(plain), unleet(withoutRuns(plain))].some(text => {
    const rest = withoutRuns(text.replace(COMMON, ' ').replace(YEAR, ' ').replace(/\s+/g, ''))
    return rest.length < LEAST_REMAINDER || new Set(rest).size < LEAST_DISTINCT
  })
}

/** Removes runs of three or more characters that repeat, ascend or descend: `aaa`, `1234`, `dcba`. */
function withoutRuns(text: string): string {
  const chars = [...text]
  const step = (index: number) => (chars[index + 1]?.codePointAt(0) ?? Number.NaN) - (chars[index]?.codePointAt(0) ?? 0)
  const startsRun = (index: number) => Math.abs(step(index)) <= 1 && step(index) === step(index + 1)
  return chars.filter((_, index) => !startsRun(index) && !startsRun(index - 1) && !startsRun(index - 2)).join('')
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
