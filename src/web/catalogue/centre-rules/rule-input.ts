import type { CentreRule, CentreRules } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { centreRulesSchema } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { criticalProviderLines, readCriticalProviders } from '#domain/catalogue/centre-rules/critical-providers.ts'
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
const lists: readonly TypedRule[] = [
  'noticeDays',
  'targetDays',
  'holidays',
  'guidelinesFrom',
  'registerFiling',
  'criticalProviders',
]
/** Those that hold one day or none. */
const single: readonly TypedRule[] = ['guidelinesFrom', 'registerFiling']
export const isListRule = (rule: TypedRule): boolean => lists.includes(rule)

const numberOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : null)

/** A rule's value as its field shows it: the parts of a list are separated by commas, providers stand on a line each. */
export const fieldTextOf = (value: CentreRules[TypedRule]): string =>
  [value]
    .flat()
    .map(each =>
      typeof each === 'string' ? formatDay(each) : typeof each === 'number' ? each : criticalProviderLines([each]),
    )
    .join(typeof [value].flat()[0] === 'object' ? '\n' : ', ')

/** What was typed for a rule, or what is wrong with it. */
export function typedRule<R extends TypedRule>(rule: R, text: string): { value: CentreRules[R] } | { fault: string } {
  const read = rule === 'criticalProviders' ? readCriticalProviders(text) : readParts(rule, text)
  if ('fault' in read) return read
  const parsed = centreRulesSchema.shape[rule].safeParse(read.value, { error: wireSentence })
  if (parsed.success) return { value: parsed.data as CentreRules[R] }
  const fault =
    rule === 'targetDays' && [read.value].flat().length !== 3
      ? 'Escriba tres números: para documentación, informe e incidencia'
      : parsed.error.issues[0]?.message
  return { fault: `${fault}.` }
}

/** What the parts of a text say, or why they cannot be read. */
function readParts(rule: TypedRule, text: string): { value: unknown } | { fault: string } {
  const parts = text.split(/[\s,;]+/).filter(part => part !== '')
  const readPart: (part: string) => string | number | null = rule in days ? parseDay : numberOf
  const read = parts.map(readPart)
  if (read.includes(null)) {
    return { fault: days[rule] ?? 'Escriba solo números enteros.' }
  }
  if (single.includes(rule) && read.length > 1) return { fault: 'Escriba una sola fecha.' }
  const typed = isListRule(rule) ? read : read.length === 1 ? read[0] : null
  return typed === null ? { fault: 'Escriba un número entero.' } : { value: typed }
}
