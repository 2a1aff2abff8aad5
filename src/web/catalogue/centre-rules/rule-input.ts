import type { CentreRule, CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { centreRulesSchema } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { wireSentence } from '#domain/contract/wire-sentence.ts'
import { formatDay, parseDay } from '#domain/values/day.ts'

/** The rules that are typed; the others are switches. */
export type TypedRule = { [R in CentreRule]: CentreRules[R] extends boolean ? never : R }[CentreRule]
export type SwitchedRule = Exclude<CentreRule, TypedRule>

/** The rules that take days, with what to write. */
const days: Partial<Record<TypedRule, string>> = {
  holidays: 'Escriba fechas como 25/12/2026.',
  guidelinesFrom: 'Escriba una fecha como 01/07/2027.',
  registerFiling: 'Escriba una fecha como 31/03/2027.',
}

/** The rules that take a list. */
const lists: readonly TypedRule[] = ['noticeDays', 'targetDays', 'holidays', 'guidelinesFrom', 'registerFiling']
/** Those that hold one day or none. */
const single: readonly TypedRule[] = ['guidelinesFrom', 'registerFiling']
export const isListRule = (rule: TypedRule): boolean => lists.includes(rule)

const numberOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : null)

/** A rule's value as its field shows it: the parts of a list are separated by commas. */
export const fieldTextOf = (value: CentreRules[TypedRule]): string =>
  [value]
    .flat()
    .map(each => (typeof each === 'string' ? formatDay(each) : each))
    .join(', ')

/** What was typed for a rule, or what is wrong with it. */
export function typedRule<R extends TypedRule>(rule: R, text: string): { value: CentreRules[R] } | { fault: string } {
  const parts = text.split(/[\s,;]+/).filter(part => part !== '')
  const readPart: (part: string) => string | number | null = rule in days ? parseDay : numberOf
  const read = parts.map(readPart)
  if (read.includes(null)) {
    return { fault: days[rule] ?? 'Escriba solo números enteros.' }
  }
  if (single.includes(rule) && read.length > 1) return { fault: 'Escriba una sola fecha.' }
  const typed = isListRule(rule) ? read : read.length === 1 ? read[0] : null
  if (typed === null) return { fault: 'Escriba un número entero.' }
  const parsed = centreRulesSchema.shape[rule].safeParse(typed, { error: wireSentence })
  if (parsed.success) return { value: parsed.data as CentreRules[R] }
  const fault =
    rule === 'targetDays' && read.length !== 3
      ? 'Escriba tres números: para documentación, informe e incidencia'
      : parsed.error.issues[0]!.message
  return { fault: `${fault}.` }
}
