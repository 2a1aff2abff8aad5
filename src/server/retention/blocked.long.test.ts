import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { attachIncidentDocument, raiseIncident } from '#domain/incident/contract.ts'
import { sendNotice } from '#domain/notification/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { documentsOf, freshRequest, ownDocumentation, pdf, read, reject } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { idsOf, traitsOf } from '#test/support/traces.ts'

/*
 * Deleted data is blocked (D44, LOPDGDD 32): no call returns any of it. Every role makes every GET call without
 * arguments, with every id of the deleted participant and with the ids of others that dealt with it. The test searches
 * the whole response, files inside a case file included.
 */
/** Mails of the demonstration, and the authority's lists, whose countries have names of people ('Santa Lucía'). */
const leftOut = ['demo.mails', 'register.lists']
const readings = contracts.filter(({ method, name }) => method === 'GET' && !leftOut.includes(name))
const trails = readings.filter(({ name }) => name.startsWith('trail.'))
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

/** Texts that only occur in rows of the provider, and of the entity. */
const words = {
  provider: ['Ilegible del todo', 'Aviso de la casa'],
  entity: ['Retraso de la copia', 'Tres horas sin copia', 'parte de la casa'],
}
/** The ids of the others that dealt with the deleted participants. */
let staying: string[]
let requestOfStaying: string

beforeAll(async () => {
  const [[, cci], [, lumbre], , [, bank]] = readers as [[string, Caller], [string, Caller], unknown, [string, Caller]]
  const [provider, evaluator, entity] = await Promise.all(
    ['proveedor', 'evaluador', 'entidad'].map(name => world.signIn(`${name}@almotacen.example`)),
  )
  // An incident of the entity about a provider that remains: pending at CCI and named in its notifications.
  const body = { title: words.entity[0]!, detail: words.entity[1]!, providerId: lumbre.me.idGenericEntity }
  const raised = await entity!.call(raiseIncident, { body })
  expect(raised.status).toBe(201)
  const issueDocument = { issueId: raised.body.id, documentCatalogName: 'Informe de la incidencia' }
  await cci.call(attachIncidentDocument, { body: { issueDocument }, files: { file: pdf(words.entity[2]!) } })
  // A decision of CCI, and documents that CCI and a bank have read.
  const refused = await freshRequest(cci, provider!, evaluator!)
  const [report, sheet] = Object.values(await documentsOf(cci, refused))
  expect((await reject(cci, report!, words.provider[0])).status).toBe(200)
  expect((await read(cci, sheet!.id!)).status).toBe(200)
  const own = await ownDocumentation(provider!)
  expect((await read(bank, Object.values(await documentsOf(bank, own.id))[0]!.id!)).status).toBe(200)
  const notice = { idGenericEntity: provider!.me.idGenericEntity, message: words.provider[1]! }
  expect((await cci.call(sendNotice, { body: notice })).status).toBe(204)
  // A request without a score, of a provider that remains, which names the evaluator.
  const request = await freshRequest(cci, lumbre, evaluator!)
  const [kept] = Object.values(await documentsOf(cci, request))
  expect((await reject(cci, kept!, 'Falta una hoja')).status).toBe(200)
  requestOfStaying = request
  staying = [cci.me.userId, lumbre.me.idGenericEntity, bank.me.userId, request, kept!.id!]
})

const fixed: Record<string, string[]> = {
  role: ['PROVIDER'],
  documentCatalogName: ['Certificado de la Seguridad Social'],
}

type Shape = { shape?: Record<string, { options?: readonly string[] }> }

/** The allowed values of a path parameter, if they are an enum. */
const optionsOf = (params: unknown, name: string) => (params as Shape | undefined)?.shape?.[name]?.options

/**
 * All variants of a call: its path with each id of the deleted participant and of the others, and each filter with each
 * id.
 */
function waysOf(
  contract: Contract,
  ids: readonly string[],
  others: readonly string[],
  texts: readonly string[],
): string[] {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  let paths = [contract.path as string]
  for (const name of names) {
    const values = optionsOf(contract.params, name) ?? fixed[name] ?? [...ids, ...others]
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

/** The text of a response, including the files of an archive. */
function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body)) return JSON.stringify(body)
  const packed = body.subarray(0, 2).toString() === 'PK' ? Object.entries(unzipSync(body)) : []
  return [body.toString(), ...packed.map(([name, bytes]) => `${name} ${Buffer.from(bytes)}`)].join('\n')
}

/** The traces of a deleted participant that readers still get: reader, call and text. */
async function leaksOf(ids: string[], traits: string[], asked = readers, calls = readings): Promise<string[]> {
  const leaks = new Set<string>()
  const ask = async ([name, reader]: [string, Caller], contract: Contract) => {
    // CCI reads everything and tries every id; the others try two.
    const [named, others] = reader.me.role.key === 'CCI' ? [ids, staying] : [ids.slice(0, 2), []]
    for (const way of waysOf(contract, named, others, traits.slice(0, 2))) {
      const text = textOf((await reader.fetch('GET', way)).body)
      for (const trait of traits) if (text.includes(trait)) leaks.add(`${name} ${contract.name}: ${trait}`)
    }
  }
  for (const contract of calls) await Promise.all(asked.map(reader => ask(reader, contract)))
  return [...leaks]
}

async function participantOf(email: string): Promise<string> {
  const { id } = await world.app.db
    .selectFrom('portal_user')
    .select('participant_id as id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

const EVALUATOR = 'Quintanilla y Robles Auditores, S.L.P.'

describe.each([
  ['a provider', 'proveedor@almotacen.example', words.provider, []],
  // Its name stays on published scores (D44), and in the calls that return them.
  ['an evaluator', 'evaluador@almotacen.example', [], [EVALUATOR]],
  ['an entity', 'entidad@almotacen.example', words.entity, []],
])('%s that was deleted', (_what, email, own, named) => {
  test('API-36 ROLE-14: no call returns it to any reader', async () => {
    const { db } = world.app
    const id = await participantOf(email)
    const ids = await idsOf(db, id)
    const traits = (await traitsOf(db, id)).filter(trait => !named.some(name => name.includes(trait)))
    traits.push(...own)
    expect(traits.length).toBeGreaterThan(3)
    // Proves that the search works: before the deletion every text is found.
    const before = (await leaksOf(ids.slice(0, 1), traits, readers.slice(0, 1), trails)).join()
    for (const word of [traits[0]!, ...own]) expect(before).toContain(word)
    const [, cci] = readers[0]!
    expect((await cci.call(deleteParticipant, { body: { idGenericEntity: id } })).status).toBe(200)
    expect(await leaksOf(ids, traits)).toEqual([])
  }, 240_000)
})

test('D44: a deleted evaluator is named where its score was published, and on no case file of a request without one', async () => {
  const [, cci] = readers[0]!
  const { id } = await world.app.db
    .selectFrom('validation as v')
    .innerJoin('participant as e', 'e.id', 'v.evaluator_id')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .innerJoin('score as s', 's.validation_id', 'v.id')
    .select('v.id')
    .where('e.display_name', '=', EVALUATOR)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const packed = async (request: string) => textOf((await cci.fetch('GET', `/case-file/request/${request}`)).body)
  expect(await packed(id)).toContain(EVALUATOR)
  const without = await packed(requestOfStaying)
  expect(without).toContain('rechazó')
  expect(without).not.toContain(EVALUATOR)
})
