import type { Person } from '#assurance/load/client.ts'
import { idOf, type World } from '#assurance/load/world.ts'

/** A read; its path, below /api/v1, is that of the n-th call. */
export type Case = { name: string; person: Person; path: (n: number) => string }

/** A case whose growth with the data is measured for a role. */
export type RoleCase = Case & { role: string }

/** A provider and an evaluator, with requests, by their number in crowd.sql. */
const PROVIDER = 2
const EVALUATOR = 60

/** The open sessions that `roleCases` needs. */
export const SESSIONS = EVALUATOR

const names = ['atalaya', 'moncayo', 'turia', 'pisuerga', 'ordesa']
const nameOf = (n: number) => names[n % names.length]!
const PAGE = 20

/** The reads that the limit answers as well. */
export function limitCases({ bank, scale }: World): Case[] {
  // In crowd.sql, every number that ends in 2 is a provider.
  const provider = (n: number) => idOf('a', 2 + 10 * ((n * 37) % Math.floor(scale.participants / 10)))
  return [
    { name: 'list of 6', person: bank, path: () => '/views/PROVIDER?size=6&sort=expiredAt%2Cdesc' },
    { name: 'list of 100', person: bank, path: () => '/views/PROVIDER?size=100&sort=expiredAt%2Cdesc' },
    { name: 'one provider', person: bank, path: n => `/entity-provider/${provider(n)}` },
  ]
}

/** The reads of each role, as its screens make them. @param rowsOf the number of rows of a role's list */
export async function roleCases(world: World, rowsOf: (person: Person) => Promise<number>): Promise<RoleCase[]> {
  const { cci, bank, crowd, scale } = world
  const people = { CCI: cci, bank, evaluator: crowd[EVALUATOR - 1]!, provider: crowd[PROVIDER - 1]! }
  const cases: RoleCase[] = []
  for (const [role, person] of Object.entries(people)) {
    const middle = Math.floor((await rowsOf(person)) / PAGE / 2)
    const list = (filters: string) => () => `/views/PROVIDER?size=${PAGE}${filters}`
    const number = (n: number) => 1 + ((n * 7919) % scale.participants)
    const paths: Record<string, (n: number) => string> = {
      'list by name': list(''),
      'list, newest expiry first': list('&sort=expiredAt%2Cdesc'),
      'list by status': list('&sort=status'),
      'list by service': list('&sort=service'),
      'list: a name, qualified, newest expiry first': n =>
        list(`&provider=${nameOf(n)}&status=QUALIFIED&sort=expiredAt%2Cdesc`)(),
      'list: only lapsed': list('&status=LAPSED'),
      'list: page in the middle': list(`&page=${middle}`),
      'search: a name': n => `/search?q=${nameOf(n)}`,
      'search: a name and a number': n => `/search?q=${nameOf(n)}+${number(n)}`,
      'search: two letters': n => `/search?q=${nameOf(n).slice(0, 2)}`,
      notices: () => `/notifications?size=${PAGE}`,
      agenda: () => `/agenda?size=${PAGE}`,
      ...(role === 'CCI' ? { queue: () => `/queue?size=${PAGE}` } : {}),
      'own page': () => '/entity',
    }
    for (const [name, path] of Object.entries(paths)) cases.push({ role, name, person, path })
  }
  return cases
}
