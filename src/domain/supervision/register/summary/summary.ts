import type { CompanyFacts, LineFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import { HARDLY_SUBSTITUTABLE, indexOf, isAssessed, isCritical } from '#domain/supervision/register/facts.ts'
import { costIn } from '#domain/supervision/register/table/companies.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { groupsBy, valueIn } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'

/** The rows that a table of the summary lists, so that its paper has at most four pages; the rest is one row more. */
export const SUMMARY_ROWS = 10

/** Contracts or providers that support a critical or important function, and the others. */
type ByCriticality = { critical: number; other: number }
export type CostRow = { name: string; contracts: number; cost: number }
export type ConcentrationRow = {
  name: string
  /** The critical functions that rest on it. */
  functions: number
  /** Those of them that rest on no other provider. */
  alone: number
  /** Whether a service of a critical function can hardly be replaced, or not at all. */
  isHard: boolean
}
/** The greatest rows, and the sum of the others. */
export type Costs = { rows: CostRow[]; rest: (Omit<CostRow, 'name'> & { names: number }) | null }

export type RegisterFigures = {
  contracts: ByCriticality
  providers: ByCriticality
  functions: ByCriticality & { unassessed: number }
  /** What costs are in: the bank's currency. Null: it is not written, and there are no sums. */
  currency: string | null
  total: number
  byProvider: Costs
  byCountry: Costs
  /** The contracts without a cost or a rate, which no sum has. */
  withoutCost: number
  missingRates: string[]
  concentration: { rows: ConcentrationRow[]; rest: number }
}

/** What the one who signs reads of a register: its size, its cost, and the providers that critical functions depend on (REG-24). */
export function registerFigures(facts: RegisterFacts, countryName: (code: string) => string): RegisterFigures {
  const { companies, isCriticalLine } = indexOf(facts)
  const criticalLines = facts.lines.filter(isCriticalLine)
  const criticalIds = new Set(criticalLines.map(({ arrangementId }) => arrangementId))
  const keyOf = providerKeys(companies)
  const contracts = facts.arrangements.map(each => ({ ...each, key: keyOf(each.companyId) }))
  const criticalKeys = new Set(contracts.filter(({ id }) => criticalIds.has(id)).map(({ key }) => key))
  const keys = new Set(contracts.map(({ key }) => key))
  const critical = facts.functions.filter(isCritical).length
  const unassessed = facts.functions.filter(each => !isAssessed(each)).length
  const nameOf = (id: string) => companies.get(id)?.name || 'Sin nombre'
  const countryOf = (id: string) => {
    const country = companies.get(id)?.country
    return country ? countryName(country) : 'Sin país'
  }
  const { currency } = facts.entity
  const missing = new Set<string>()
  const costs = contracts.flatMap(({ annualCost, currency: of, companyId, key }) => {
    const cents = currency === null ? null : costIn(currency, { annualCost, currency: of }, facts.rates)
    if (cents === null && annualCost !== null && of !== null && currency !== null) missing.add(of)
    return cents === null ? [] : [{ cents, key, companyId }]
  })
  const sum = (of: readonly { cents: number }[]) => of.reduce((total, { cents }) => total + cents, 0) / 100
  type Cost = (typeof costs)[number]
  const rowsOf = (groups: Iterable<[string, [Cost, ...Cost[]]]>, name: (id: string) => string) =>
    [...groups].map(([, of]) => ({ name: name(of[0].companyId), contracts: of.length, cost: sum(of) }))
  return {
    contracts: { critical: criticalIds.size, other: contracts.length - criticalIds.size },
    providers: { critical: criticalKeys.size, other: keys.size - criticalKeys.size },
    functions: { critical, unassessed, other: facts.functions.length - critical - unassessed },
    currency,
    total: sum(costs),
    byProvider: greatest(
      rowsOf(
        groupsBy(costs, ({ key }) => key),
        nameOf,
      ),
    ),
    byCountry: greatest(
      rowsOf(
        groupsBy(costs, ({ companyId }) => countryOf(companyId)),
        countryOf,
      ),
    ),
    withoutCost: contracts.length - costs.length,
    missingRates: [...missing].toSorted(),
    concentration: concentrationOf(criticalLines, contracts, nameOf),
  }
}

/** One key for a company that several keep: its code, as B_05.01 has it. */
const providerKeys = (companies: ReadonlyMap<string, CompanyFacts>) => (id: string) => {
  const company = companies.get(id)
  return (company && companyCode(company)?.code) ?? id
}

function greatest(rows: CostRow[]): Costs {
  const sorted = rows.toSorted((a, b) => b.cost - a.cost || compareSpanish(a.name, b.name))
  const others = sorted.slice(SUMMARY_ROWS)
  const cents = others.reduce((sum, { cost }) => sum + Math.round(cost * 100), 0)
  const contracts = others.reduce((sum, each) => sum + each.contracts, 0)
  return {
    rows: sorted.slice(0, SUMMARY_ROWS),
    rest: others.length === 0 ? null : { names: others.length, contracts, cost: cents / 100 },
  }
}

/** The providers of critical functions, those of most functions first. */
function concentrationOf(
  lines: readonly LineFacts[],
  contracts: readonly { id: string; key: string; companyId: string }[],
  nameOf: (id: string) => string,
): RegisterFigures['concentration'] {
  const byId = new Map(contracts.map(each => [each.id, each]))
  const known = lines.flatMap(line => {
    const contract = byId.get(line.arrangementId)
    return contract ? [{ ...line, key: contract.key, companyId: contract.companyId }] : []
  })
  const providersOf = new Map(
    [...Map.groupBy(known, ({ functionId }) => functionId)].map(([id, of]) => [id, new Set(of.map(({ key }) => key))]),
  )
  const rows = [...groupsBy(known, ({ key }) => key).values()].map((of): ConcentrationRow => {
    const functions = [...new Set(of.map(({ functionId }) => functionId))]
    return {
      name: nameOf(of[0].companyId),
      functions: functions.length,
      alone: functions.filter(id => valueIn(providersOf, id).size === 1).length,
      isHard: of.some(({ substitutability }) => HARDLY_SUBSTITUTABLE.includes(substitutability)),
    }
  })
  const sorted = rows.toSorted(
    (a, b) => b.functions - a.functions || b.alone - a.alone || compareSpanish(a.name, b.name),
  )
  return { rows: sorted.slice(0, SUMMARY_ROWS), rest: Math.max(0, sorted.length - SUMMARY_ROWS) }
}
