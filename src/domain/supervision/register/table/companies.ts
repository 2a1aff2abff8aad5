import type { CompanyFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import { indexOf } from '#domain/supervision/register/facts.ts'
import {
  companyCode,
  personKinds,
  secondCode,
  ultimateParentOf,
} from '#domain/supervision/register/table/company-code.ts'
import type { Draft } from '#domain/supervision/register/table/row.ts'
import type { Supply } from '#domain/supervision/register/table/supply-chain.ts'
import { supplyDrafts } from '#domain/supervision/register/table/supply-chain.ts'
import { groupsBy } from '#domain/values/certain.ts'

/** The companies that the tables name: direct providers, those of B_05.02, and the ultimate parents of all of them. */
export function namedCompanies(facts: RegisterFacts, supply: readonly Supply[] = supplyDrafts(facts)): CompanyFacts[] {
  const { companies } = indexOf(facts)
  const direct = facts.arrangements.flatMap(({ companyId }) => companies.get(companyId) ?? [])
  const named = [...direct, ...supply.flatMap(each => each.companies)]
  const all = [...named, ...named.map(company => ultimateParentOf(company, companies))]
  return [...new Map(all.map(company => [company.id, company])).values()]
}

/** The yearly cost of a contract in a currency, in cents; null without a cost or its rate. */
export function costIn(
  into: string,
  { annualCost, currency }: Pick<RegisterFacts['arrangements'][number], 'annualCost' | 'currency'>,
  rates: RegisterFacts['rates'],
): number | null {
  const rate = currency === into ? 1 : currency === null ? undefined : rates[currency]
  return annualCost === null || rate === undefined ? null : Math.round(annualCost * 100 * rate)
}

/**
 * What a bank pays a company in a year: the sum of its contracts with it, in their currency, or in the bank's own at its
 * rates of the reference date when they have several (REG-13). `missing`: the currencies without a rate, so that
 * there is no sum.
 */
export function companyCostOf(
  contracts: RegisterFacts['arrangements'],
  { entity, rates }: Pick<RegisterFacts, 'entity' | 'rates'>,
): { currency: string | null; total: number | null; missing: string[] } {
  const costs = contracts.flatMap(({ annualCost, currency }) =>
    annualCost === null || currency === null ? [] : [{ annualCost, currency }],
  )
  const currencies = [...new Set(costs.map(({ currency }) => currency))]
  const [only, ...others] = currencies
  const into = only !== undefined && others.length === 0 ? only : entity.currency
  const missing = into === null ? [] : currencies.filter(each => each !== into && rates[each] === undefined)
  if (costs.length === 0 || into === null || missing.length > 0) return { currency: null, total: null, missing }
  const cents = costs.reduce((sum, each) => sum + costIn(into, each, rates)!, 0)
  return { currency: into, total: cents / 100, missing }
}

/** The rows of B_05.01: each company once, by its code; one without a parent names itself (DORA-15). */
export function companyDrafts(facts: RegisterFacts, supply: readonly Supply[]): Draft[] {
  const { companies } = indexOf(facts)
  const named = namedCompanies(facts, supply)
  const keyOf = (company: CompanyFacts) => companyCode(company)?.code ?? company.id
  const contracts = Map.groupBy(facts.arrangements, ({ companyId }) => {
    const company = companies.get(companyId)
    return company ? keyOf(company) : companyId
  })
  return [...groupsBy(named, keyOf)].map(([key, [company]]) => {
    const [code, second] = [companyCode(company), secondCode(company)]
    const parent = companyCode(ultimateParentOf(company, companies))
    const cost = companyCostOf(contracts.get(key) ?? [], facts)
    return {
      place: { kind: 'company', id: company.id },
      values: {
        c0010: code?.code ?? null,
        c0020: code?.kind ?? null,
        c0030: second?.code ?? null,
        c0040: second?.kind ?? null,
        c0050: company.name,
        c0060: company.latinName || company.name,
        c0070: company.personType && personKinds[company.personType],
        c0080: company.country,
        c0090: cost.currency,
        c0100: cost.total,
        c0110: parent?.code ?? null,
        c0120: parent?.kind ?? null,
      },
    }
  })
}
