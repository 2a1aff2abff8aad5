import type { Slot } from '#assurance/load/calls.ts'
import type { Call, Person } from '#assurance/load/client.ts'
import { MIB } from '#assurance/load/line.ts'
import { idOf, type World } from '#assurance/load/world.ts'
import { PASSWORD } from '#test/support/portal.ts'

/** A read; its path, below /api/v1, is that of the n-th call. */
export type Case = { name: string; person: Person; path: (n: number) => string }

/** A call that the limit answers as well; `status` is 200 unless named. Answers of a read must be equal. */
export type LimitCase = { name: string; call: (n: number) => { person: Person | null; call: Call }; status?: number }

/** A case whose growth with the data is measured for a role. */
export type RoleCase = Case & { role: string }

/** A bank, and a provider and an evaluator with requests, by their number in crowd.sql. */
export const BANK = 11
const PROVIDER = 2
const EVALUATOR = 60

/** The open sessions that `roleCases` needs. */
export const SESSIONS = EVALUATOR

const names = ['atalaya', 'moncayo', 'turia', 'pisuerga', 'ordesa']
const nameOf = (n: number) => names[n % names.length]!
const PAGE = 20

/** The calls that the limit answers as well. @param slots documents of several providers, for the files */
export function limitCases({ crowd, scale }: World, slots: readonly Slot[]): LimitCase[] {
  // Not the demo's: beside its rows the portal shows the levels that it requires, which the limit does not know.
  const bank = crowd[BANK - 1]!
  // In crowd.sql, every number that ends in 2 is a provider.
  const numberOf = (n: number) => 2 + 10 * ((n * 37) % Math.floor(scale.participants / 10))
  const reading = (name: string, path: (n: number) => string): LimitCase => ({
    name,
    call: n => ({ person: bank, call: { method: 'GET', path: path(n) } }),
  })
  const slotOf = (n: number) => slots[n % slots.length]!
  return [
    reading('list of 6', () => '/views/PROVIDER?size=6&sort=expiredAt%2Cdesc'),
    reading('list of 100', () => '/views/PROVIDER?size=100&sort=expiredAt%2Cdesc'),
    reading('one provider', n => `/entity-provider/${idOf('a', numberOf(n))}`),
    {
      name: 'new incident',
      status: 201,
      call: n => ({ person: slotOf(n).owner, call: { method: 'POST', path: '/issues', json: incident(n) } }),
    },
    { name: 'upload of 1 MiB', status: 201, call: n => ({ person: slotOf(n).owner, call: uploadOf(slotOf(n), n) }) },
    {
      name: 'download of 1 MiB',
      call: n => {
        const { owner, documentId } = slotOf(n)
        return { person: owner, call: { method: 'GET', path: `/documents/${documentId}/content` } }
      },
    },
    {
      name: 'sign-in',
      call: n => {
        const json = { email: `persona@p${numberOf(n)}.example`, password: PASSWORD }
        return { person: null, call: { method: 'POST', path: '/login', json } }
      },
    },
  ]
}

const incident = (n: number) => ({ title: `Retraso ${n}`, detail: 'Llegó con tres horas de retraso.' })

function uploadOf({ validationId, name }: Slot, n: number): Call {
  const document = JSON.stringify({ validationId, documentCatalogName: name })
  const file = { name: 'informe.pdf', content: { mark: `medida ${n}`, bytes: MIB } }
  return { method: 'POST', path: '/documents', parts: { fields: { document }, file } }
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
