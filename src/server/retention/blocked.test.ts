import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { idsOf, traitsOf } from '#test/support/traces.ts'

/*
 * What is deleted is blocked (D44, LOPDGDD 32): nobody reads anything of it, by whatever call. Every reading call there is
 * is made by every role, bare and with every id that the deleted one had, and its whole answer searched.
 */
const readings = contracts.filter(contract => contract.method === 'GET' && contract.name !== 'demo.mails')
const readerNames = ['cci', 'lumbre', 'somport', 'externalizacion@santander.example']

let world: TestPortal
let readers: [string, Caller][]
beforeAll(async () => {
  world = await startTestPortal()
  readers = await Promise.all(
    readerNames.map(
      async name =>
        [name, await world.signIn(name.includes('@') ? name : `${name}@almotacen.example`)] as [string, Caller],
    ),
  )
})
afterAll(() => world.stop())

beforeAll(async () => {
  // An entity's incident about a provider that stays, waiting for CCI and named in its notices.
  const entity = await world.signIn('entidad@almotacen.example')
  const [, lumbre] = readers[1]!
  const body = { title: 'Retraso', detail: 'Tres horas', providerId: lumbre.me.idGenericEntity }
  expect((await entity.call(raiseIncident, { body })).status).toBe(201)
})

const fixed: Record<string, string[]> = {
  role: ['PROVIDER'],
  documentCatalogName: ['Certificado de la Seguridad Social'],
}

type Shape = { shape?: Record<string, { options?: readonly string[] }> }

/** The words that a call takes in a place of its path, where it takes no others. */
const optionsOf = (params: unknown, name: string) => (params as Shape | undefined)?.shape?.[name]?.options

/** Every way to ask a call: its path with each id, and each of its filters with each id. */
function waysOf(contract: Contract, ids: readonly string[], texts: readonly string[]): string[] {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  let paths = [contract.path as string]
  for (const name of names) {
    const values = optionsOf(contract.params, name) ?? fixed[name] ?? ids
    paths = paths.flatMap(path => values.map(value => path.replace(`{${name}}`, encodeURIComponent(value))))
  }
  const shape = (contract.query as unknown as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
  const size = 'size' in shape ? 'size=100' : ''
  const filters = Object.keys(shape).filter(name => /id$|^id|Id/.test(name))
  const searches = Object.keys(shape).filter(name =>
    ['provider', 'name', 'email', 'nameGenericEntity', 'q'].includes(name),
  )
  const queries = [
    size,
    ...filters.flatMap(name => ids.map(id => `${size}&${name}=${id}`)),
    ...searches.flatMap(name => texts.map(text => `${size}&${name}=${encodeURIComponent(text)}`)),
    ...(filters.includes('validationId') && 'documentCatalogName' in shape
      ? ids.map(id => `validationId=${id}&documentCatalogName=${encodeURIComponent(fixed.documentCatalogName![0]!)}`)
      : []),
  ]
  return paths.flatMap(path => queries.map(query => `${path}?${query}`))
}

/** What is still told of the deleted one: who was told, by which call. */
async function leaksOf(ids: string[], traits: string[], asked = readers): Promise<string[]> {
  const leaks = new Set<string>()
  const ask = async ([name, reader]: [string, Caller], contract: Contract) => {
    // Who reads everyone's things is asked for each of them; the others are asked for two.
    const named = reader.me.role.key === 'CCI' ? ids : ids.slice(0, 2)
    for (const way of waysOf(contract, named, traits.slice(0, 2))) {
      const { body } = await reader.fetch('GET', way)
      const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
      for (const trait of traits) if (text.includes(trait)) leaks.add(`${name} ${contract.name}: ${trait}`)
    }
  }
  for (const contract of readings) await Promise.all(asked.map(reader => ask(reader, contract)))
  return [...leaks]
}

async function participantOf(email: string): Promise<string> {
  const { id } = await world.portal.db
    .selectFrom('portal_user')
    .select('participant_id as id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

describe.each([
  ['a provider', 'proveedor@almotacen.example', []],
  // Its name stays on published scores (D44), and with it where they are read.
  ['an evaluator', 'evaluador@almotacen.example', ['Quintanilla y Robles Auditores, S.L.P.']],
  ['an entity', 'entidad@almotacen.example', []],
])('%s that was deleted', (_what, email, staying) => {
  test('API-36 ROLE-14: is read by nobody, by any call', async () => {
    const { db } = world.portal
    const id = await participantOf(email)
    const ids = await idsOf(db, id)
    const traits = (await traitsOf(db, id)).filter(trait => !staying.some(name => name.includes(trait)))
    expect(traits.length).toBeGreaterThan(3)
    // The search can find: before, all of them are told to somebody.
    expect((await leaksOf(ids.slice(0, 1), traits, readers.slice(0, 1))).length).toBeGreaterThan(0)
    const [, cci] = readers[0]!
    expect((await cci.call(deleteParticipant, { body: { idGenericEntity: id } })).status).toBe(200)
    expect(await leaksOf(ids, traits)).toEqual([])
  }, 120_000)
})
