import { MESSAGES } from '#domain/values/messages.ts'
import type { Rule } from '#domain/values/rule.ts'

/** The most characters that a concept, an incident's detail or a table cell may have (LIM-22, LIM-23, LIM-24). */
export const TEXT_MAX = 200

const LETTERS_AND_DIGITS = /^[\p{Script=Latin}\d]+(?: [\p{Script=Latin}\d]+)*$/u
const LETTERS_ONLY = /^\p{Script=Latin}+(?:[ '’·-]\p{Script=Latin}+)*$/u

const UNSEEN = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

// The longest emoji in use is 15 code units; more than that for each character is not writing.
const UNITS_PER_CHARACTER = 16

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Trimmed, inner white space collapsed, accents composed: `'  Núria   Gil '` as `'Núria Gil'`. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** Field pattern letters and digits (FORM-10), words separated by a space. */
export function lettersAndDigitsRule(value: string): string | null {
  return LETTERS_AND_DIGITS.test(normaliseText(value)) ? null : MESSAGES.lettersAndDigits
}

/** Field pattern letters only (FORM-11), for names and surnames: `Íñigo`, `O'Donnell`, `Avel·lí`, `Sainz-Maza`. */
export function lettersOnlyRule(value: string): string | null {
  return LETTERS_ONLY.test(normaliseText(value)) ? null : MESSAGES.lettersOnly
}

/** Whether nothing of a text can be seen: white space, control characters, and those that only join or part others. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '') === ''
}

/**
 * Signs that turn the direction of writing make a text read as another than it is. What is written from right to left
 * needs none of them.
 */
export function directionRule(value: string): string | null {
  return TURNS.test(value) ? MESSAGES.direction : null
}

/** Rule `notnull` (FORM-22): what cannot be seen is empty too. */
export function notEmptyRule(value: string): string | null {
  return isBlank(value) ? MESSAGES.notnull : null
}

/** Rule `igual` (FORM-36): the value equals another field, exactly as typed. */
export function sameRule(value: string, other = ''): string | null {
  return value === other ? null : MESSAGES.igual
}

/** Characters as the reader sees them: an accented letter or an emoji is one, however it is encoded. */
export function characterCount(text: string): number {
  return [...graphemes.segment(text)].length
}

/** A rule that refuses more than `max` characters as the reader sees them. */
export function maxLengthRule(max: number = TEXT_MAX): Rule {
  return value => {
    if (value.length <= max) return null
    const tooLong = value.length > max * UNITS_PER_CHARACTER || characterCount(value) > max
    return tooLong ? MESSAGES.tooLong(max) : null
  }
}
