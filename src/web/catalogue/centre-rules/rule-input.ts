import type { CentreRule, CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { centreRulesSchema } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { wireSentence } from '#domain/contract/wire-sentence.ts'

/** The rules that are typed; the others are switches. */
export type TypedRule = { [R in CentreRule]: CentreRules[R] extends boolean ? never : R }[CentreRule]
export type SwitchedRule = Exclude<CentreRule, TypedRule>

const numberOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : null)

/** A rule's value as its field shows it: steps are separated by commas. */
export const textOf = (value: CentreRules[TypedRule]): string => [value].flat().join(', ')

/** What was typed for a rule, or what is wrong with it. */
export function typedRule(rule: TypedRule, text: string): { value: number | number[] } | { fault: string } {
  const parts = text.split(/[\s,;]+/).filter(part => part !== '')
  const numbers = parts.map(numberOf)
  if (numbers.includes(null)) return { fault: 'Escriba solo números enteros.' }
  const typed = rule === 'noticeDays' ? numbers : numbers.length === 1 ? numbers[0] : null
  if (typed === null) return { fault: 'Escriba un número entero.' }
  const parsed = centreRulesSchema.shape[rule].safeParse(typed, { error: wireSentence })
  return parsed.success ? { value: parsed.data } : { fault: `${parsed.error.issues[0]!.message}.` }
}
