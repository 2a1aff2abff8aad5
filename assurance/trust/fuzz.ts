import type { Chance } from '#assurance/trust/fuzz-values.ts'
import { addressOf, inputFor, jsonOf } from '#assurance/trust/fuzz-values.ts'
import { LEAK } from '#assurance/trust/leak.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import type { Things } from '#test/support/permissions.ts'
import { findThings, inputOf, MISSING } from '#test/support/permissions.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

const people = ['cci', 'proveedor', 'evaluador', 'entidad', 'borrador'] as const
/** The number of cases per portal: the next one has everything again that calls deleted. */
const CALLS_A_PORTAL = 24
const SLOWEST_MS = 3_000

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const contents = [
  png,
  Buffer.alloc(0),
  Buffer.from('%PDF-1.4\n'),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('a;b\r\n"'),
]

/** The values that fill fields, including those that exist. */
type Ground = { words: unknown[]; things: Things }

/** The callers: every demo user, and an anonymous one. */
async function callersOf(portal: TestPortal): Promise<Caller[]> {
  const entered = await Promise.all(people.map(name => portal.signIn(`${name}@almotacen.example`).catch(() => null)))
  return [...entered.filter(caller => caller !== null), portal.anonymous]
}

/** The values for fields: existing ones, and well-formed ones. */
async function wordsOf({ app: { db } }: TestPortal): Promise<unknown[]> {
  const tables = ['participant', 'portal_user', 'validation', 'document_version', 'incident', 'invitation'] as const
  const ids = await Promise.all(tables.map(table => db.selectFrom(table).select('id').limit(4).execute()))
  const users = await db.selectFrom('portal_user').select('email').execute()
  const kept = [...ids.flat().map(row => row.id), ...users.map(user => user.email), '0'.repeat(26)]
  const texts = [
    'Nadia',
    'Ruiz',
    'Directora',
    'Calle Mayor',
    'Madrid',
    'PROVIDER',
    'Escritura de constitución',
    'Servicio',
  ]
  const others = [
    '28001',
    '600000000',
    '0049',
    'B00472183',
    '00000000T',
    '2027-05-05',
    '2026-11-21T09:00:00.000Z',
    '1',
    '20',
  ]
  return [...kept, ...texts, ...others, 'nueva@almotacen.example', 'A+', 'true', 'false', 1, 0, 5, true, false]
}

/** The objects that `inputOf` builds the calls for. */
const about = ['t', 't-request', 't-docs', 't-incident', 'own', 'own-docs', 'l', 'provider', 'PROVIDER', 'draft']

async function ask(
  caller: Caller,
  contract: Contract,
  { words, things }: Ground,
  chance: Chance,
): Promise<[string, Answer]> {
  const self = caller.token === '' ? MISSING : caller.me.idGenericEntity
  const known = chance(2) === 0 ? inputOf(contract.name, about[chance(about.length)]!, things, self) : null
  const input = inputFor(contract, known, words, chance)
  const path = addressOf(contract, input, words, chance)
  const { body } = input
  const headers: Record<string, string> = chance(6) === 0 ? { 'idempotency-key': `clave-${chance(20)}` } : {}
  if (contract.encoding === 'multipart') {
    const form = new FormData()
    for (const [name, value] of Object.entries((body ?? {}) as object)) {
      form.append(name, typeof value === 'object' ? jsonOf(value, chance) : String(value))
    }
    for (const name of Object.keys(contract.files ?? {}).filter(() => chance(8) > 0)) {
      form.append(name, new Blob([contents[chance(contents.length)]!]), String(words[chance(words.length)]))
    }
    return [`${contract.method} ${path} (form)`, await caller.fetch(contract.method, path, { body: form, headers })]
  }
  if (contract.encoding === 'form' || body === undefined || contract.method === 'GET') {
    return [`${contract.method} ${path}`, await caller.fetch(contract.method, path, { headers })]
  }
  const text = jsonOf(body, chance)
  return [
    `${contract.method} ${path} ${text.slice(0, 600)}`,
    await caller.fetch(contract.method, path, { body: text, headers }),
  ]
}

/** The error in an answer, if any. */
function faultOf({ status, body, headers, problem }: Answer, ms: number): string | null {
  if (status >= 500) return `${status} ${problem.code}`
  if (ms > SLOWEST_MS) return `${status} after ${Math.round(ms)} ms`
  if (status < 400) return null
  const said = JSON.stringify(body)
  if (LEAK.test(said)) return `says ${said.slice(0, 300)}`
  if (!/problem\+json/.test(headers.get('content-type') ?? ''))
    return `${status} without a problem: ${said.slice(0, 80)}`
  return problem.code && problem.detail ? null : `${status} without a sentence`
}

async function fuzz(some: readonly Contract[], cases: number, chance: Chance, letIn: Set<string>): Promise<string[]> {
  const portal = await startTestPortal()
  const failures: string[] = []
  try {
    const ground = { words: await wordsOf(portal), things: await findThings(portal) }
    let callers = await callersOf(portal)
    for (const contract of some) {
      for (let number = 0; number < cases; number++) {
        const from = performance.now()
        chance.odd = number % 2 === 0 ? null : 4
        // CCI may do most, and so reaches the most code.
        const caller = callers[chance(3) === 0 ? 0 : chance(callers.length)]!
        const [asked, answer] = await ask(caller, contract, ground, chance)
        const fault = faultOf(answer, performance.now() - from)
        if (answer.status < 300) letIn.add(contract.name)
        if (fault) failures.push(`${contract.name}: ${asked}: ${fault}`)
        // Signs callers in again that were signed out; fifteen minutes reset the login throttle.
        if (number % 100 === 99 || (answer.status === 401 && caller.token !== '')) {
          portal.clock.move(16 * 60_000)
          callers = await callersOf(portal)
        }
      }
    }
  } finally {
    await portal.stop()
  }
  return failures
}

export const hostileCalls: TrustPromise = {
  id: 'S4',
  text: 'No call, however strange, gets an answer of 5xx, one that tells how the portal is made, or none in three seconds.',
  trials: 2000,
  tx: `cases for each of ${contracts.length} calls`,
  run: async ({ trials, seed, log }) => {
    const chance: Chance = Object.assign(random(seed), { odd: null })
    const letIn = new Set<string>()
    const failures: string[] = []
    for (let from = 0; from < contracts.length; from += CALLS_A_PORTAL) {
      failures.push(...(await fuzz(contracts.slice(from, from + CALLS_A_PORTAL), trials, chance, letIn)))
      log(`${Math.min(from + CALLS_A_PORTAL, contracts.length)} calls, ${failures.length} failures`)
    }
    return { trials, failures, note: `${letIn.size} of the calls were let in at least once` }
  },
}
