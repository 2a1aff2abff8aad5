import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { listCompanies } from '#domain/participant/company/contract.ts'
import { compareSpanish, foldForSearch } from '#domain/values/collate.ts'
import { countryName } from '#domain/values/countries.ts'
import { normaliseLei } from '#domain/values/lei.ts'
import type { Company } from '#server/participant/company/queries.ts'
import { companiesWhere, companyWireOf, isFound } from '#server/participant/company/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

const byName = (a: Company, b: Company) => compareSpanish(a.name, b.name) || a.id.localeCompare(b.id)
const orders = {
  name: byName,
  country: (a: Company, b: Company) => compareSpanish(countryName(a.country), countryName(b.country)) || byName(a, b),
}

/** A page of the companies that the actor names, or of those with the LEI or EUID that it looks for. */
export async function companyListOf(
  db: Db,
  actor: Actor,
  { page, size, sort, q = '' }: QueryOf<typeof listCompanies>,
): Promise<AnswerOf<typeof listCompanies>> {
  // A code is written alike for LEI and EUID: capitals, without spaces.
  const code = normaliseLei(q)
  const found = await companiesWhere(
    db,
    sql<boolean>`${isFound(actor)} or c.owner_id is null and (c.lei = ${code} or c.euid = ${code})`,
  )
  const sought = foldForSearch(q)
  const matching = found.filter(
    ({ name, lei, euid }) => lei === code || euid === code || foldForSearch(name).includes(sought),
  )
  const [field, direction] = sort.split(',') as [keyof typeof orders, string | undefined]
  const sign = direction === 'desc' ? -1 : 1
  const sorted = matching.toSorted((a, b) => sign * orders[field](a, b))
  return {
    content: sorted.slice(page * size, (page + 1) * size).map(companyWireOf),
    totalElements: matching.length,
  }
}
