import { MESSAGES } from '#domain/values/messages.ts'
import type { Rule } from '#domain/values/rule.ts'

/** Maximum length of a concept, an incident's detail or a table cell, in characters (LIM-22, LIM-23, LIM-24). */
export const TEXT_MAX = 200

const LETTERS_AND_DIGITS = /^[\p{Script=Latin}\d]+(?: [\p{Script=Latin}\d]+)*$/u
const LETTERS_ONLY = /^\p{Script=Latin}+(?:[ '’·-]\p{Script=Latin}+)*$/u

const UNSEEN = /[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu
// A soft hyphen, a blank without width, marks of direction, a byte order mark. Joiners and variation selectors shape letters and signs.
const STRAY = /[\u00ad\u180e\u200b\u200e\u200f\u2060\ufeff]/g
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

// A base letter and its combining marks compose to one character. A text with more units per character is refused
// without composing it.
const UNITS_PER_CHARACTER = 16

// Tab and line breaks are text. PostgreSQL refuses NUL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * Removes invisible characters: web pages and office programs leave them in what is copied, so that two texts that look
 * the same would differ.
 */
export const withoutStray = (text: string): string => text.replace(STRAY, '')

/** Trims, collapses inner white space and composes accents: `'  Núria   Gil '` becomes `'Núria Gil'`. */
export function normaliseText(text: string): string {
  return withoutStray(text).normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** Field pattern letters and digits (FORM-10), words separated by a space. */
export function lettersAndDigitsRule(value: string): string | null {
  return LETTERS_AND_DIGITS.test(normaliseText(value)) ? null : MESSAGES.lettersAndDigits
}

/** Field pattern letters only (FORM-11), for names and surnames: `Íñigo`, `O'Donnell`, `Avel·lí`, `Sainz-Maza`. */
export function lettersOnlyRule(value: string): string | null {
  return LETTERS_ONLY.test(normaliseText(value)) ? null : MESSAGES.lettersOnly
}

/** Whether the text is blank: only white space, control characters and invisible joiners. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '') === ''
}

/**
 * Refuses bidirectional control characters: they make a text look like another one. Right-to-left scripts do not need
 * them.
 */
export function directionRule(value: string): string | null {
  return TURNS.test(value) ? MESSAGES.direction : null
}

/** Rule `notnull` (FORM-22): text without visible characters counts as empty. */
export function notEmptyRule(value: string): string | null {
  return isBlank(value) ? MESSAGES.notnull : null
}

/** Rule `igual` (FORM-36): the value equals another field, exactly as typed. */
export function sameRule(value: string, other = ''): string | null {
  return value === other ? null : MESSAGES.igual
}

/** The number of characters: Unicode code points of the composed text (NFC), as `char_length` counts them in PostgreSQL. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text.normalize('NFC')) count++
  return count
}

/** A text that ends with one full stop, also where its last word is 'S.L.'. */
export const withStop = (text: string): string => text.replace(/\.?$/, '.')

/** A rule that refuses more than `max` characters. */
export function maxLengthRule(max: number = TEXT_MAX): Rule {
  return value => {
    if (value.length <= max) return null
    const tooLong = value.length > max * UNITS_PER_CHARACTER || characterCount(value) > max
    return tooLong ? MESSAGES.tooLong(max) : null
  }
}

/**
 * The rule of every stored free text, from any source: no control characters, no unpaired surrogates, no bidirectional
 * control characters, and at most `max` characters.
 */
export function textRule(max: number): Rule {
  const tooLong = maxLengthRule(max)
  return value => {
    if (CONTROLS.test(value) || !value.isWellFormed()) return MESSAGES.characters
    return directionRule(value) ?? tooLong(value)
  }
}
