import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import { indexOf } from '#domain/supervision/register/facts.ts'
import { chainRules } from '#domain/supervision/register/lint/chain-rules.ts'
import { companyRules } from '#domain/supervision/register/lint/company-rules.ts'
import { contractRules, functionRules } from '#domain/supervision/register/lint/contract-rules.ts'
import { entityRules } from '#domain/supervision/register/lint/entity-rules.ts'
import { fieldOf } from '#domain/supervision/register/lint/field.ts'
import { fileRules } from '#domain/supervision/register/lint/file-rules.ts'
import { gleifRules } from '#domain/supervision/register/lint/gleif-rules.ts'
import { groupRules } from '#domain/supervision/register/lint/group-rules.ts'
import { assessmentRules, lineRules } from '#domain/supervision/register/lint/line-rules.ts'
import type { Breach, Rule, Severity } from '#domain/supervision/register/lint/rule.ts'
import { breachSeverities } from '#domain/supervision/register/lint/rule.ts'
import { valueRules } from '#domain/supervision/register/lint/value-rules.ts'
import { namedCompanies } from '#domain/supervision/register/table/companies.ts'
import { lastOf, type Steps } from '#domain/supervision/register/table/in-steps.ts'
import type { Tables } from '#domain/supervision/register/table/row.ts'
import type { Day } from '#domain/values/day.ts'

/** Every rule, by its number. */
export const lintRules: readonly Rule[] = [
  ...fileRules,
  ...entityRules,
  ...companyRules,
  ...gleifRules,
  ...groupRules,
  ...contractRules,
  ...functionRules,
  ...lineRules,
  ...assessmentRules,
  ...chainRules,
  ...valueRules,
].toSorted((a, b) => a.id.localeCompare(b.id))

/** A fault: what breaks which rule, where, and who can put it right. */
export type Fault = Required<Omit<Breach, 'field' | 'authority'>> & {
  rule: string
  /** The authority's number of the rule. */
  authority: string | null
  severity: Severity
  field: string | null
}

export type Linted = {
  edition: Edition
  facts: RegisterFacts
  tables: Tables
  today: Day
  /** Whose rates `facts` has. */
  referenceDate: Day
}

/** All faults of a register, the gravest first, and within a severity by rule (DORA-17). */
export const lint = (linted: Linted): Fault[] => lastOf(lintInSteps(linted))

/** The same, rule by rule: a server serves others in between. */
export function* lintInSteps({ edition, facts, tables, today, referenceDate }: Linted): Steps<Fault[]> {
  const checked = { edition, facts, index: indexOf(facts), named: namedCompanies(facts), tables, today, referenceDate }
  const faults: Fault[] = []
  for (const rule of lintRules) {
    for (const breach of rule.check(checked)) {
      const table = breach.table ?? rule.table
      const column = breach.column ?? rule.column
      const field = breach.field ?? fieldOf(table, column, breach.place)
      const authority = breach.authority ?? rule.authority ?? null
      faults.push({ ...breach, rule: rule.id, authority, severity: rule.severity, table, column, field })
    }
    yield
  }
  return faults.toSorted((a, b) => breachSeverities.indexOf(a.severity) - breachSeverities.indexOf(b.severity))
}

/** How many faults there are of each severity. */
export const countFaults = (faults: readonly Pick<Fault, 'severity'>[]): Record<Severity, number> =>
  Object.fromEntries(
    breachSeverities.map(severity => [severity, faults.filter(each => each.severity === severity).length]),
  ) as Record<Severity, number>
