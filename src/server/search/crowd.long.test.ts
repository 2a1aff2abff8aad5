import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseIncident } from '#domain/incident/contract.ts'
import type { SearchHits } from '#domain/search/contract.ts'
import { searchEverything } from '#domain/search/contract.ts'
import { HITS_MAX, searchWords } from '#domain/search/search.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import { LOOKED_THROUGH } from '#server/search/by-words.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/*
 * With many rows, scanning the first of a list and asking an index give the same hits as a comparison with every row.
 */
const MAX_POOL_WAITERS = 1500
const crowdSql = join(import.meta.dirname, '../../../test/support/crowd.sql')

type Participant = { id: string; kind: string; name: string; search: string; onboarded: boolean }
type Request = { id: string; providerId: string; provider: string; names: string[]; onboarded: boolean }
type Incident = { id: string; issuerId: string; search: string; at: string }

let portal: TestPortal
let [participants, requests, incidents]: [Participant[], Request[], Incident[]] = [[], [], []]
const people: Record<string, Caller> = {}

beforeAll(async () => {
  portal = await startTestPortal()
  await portal.asOwner(readFileSync(crowdSql, 'utf8').replaceAll(':participants', String(MAX_POOL_WAITERS)))
  const { db } = portal.app
  await sql`update participant set business_name = 'Zahorí Xilográfico', deleted_at = now() where id = (
    select v.evaluator_id from validation v where v.id like 'd0%' and v.status = 'PENDING' order by v.id limit 1)`.execute(
    db,
  )
  for (const name of ['cci', 'entidad', 'proveedor', 'evaluador']) {
    people[name] = await portal.signIn(`${name}@almotacen.example`)
  }
  const body = { title: 'Retraso de la valija', detail: 'Tres horas' }
  await people.entidad!.call(raiseIncident, { body: { ...body, providerId: await portal.participantOf('lumbre') } })
  participants = (
    await sql<Participant>`select id, kind, display_name as name, search, onboarded_at is not null as onboarded
      from participant where deleted_at is null and kind <> 'CCI'`.execute(db)
  ).rows
  requests = (
    await sql<Request>`select v.id, p.id as "providerId", p.display_name as provider, p.onboarded_at is not null as onboarded,
        array[p.search, s.search, case when e.deleted_at is null or exists (select from score h where h.validation_id = v.id)
          then fold(e.display_name) else '' end] as names
      from validation v join participant p on p.id = v.participant_id join service s on s.id = v.service_id
      join participant e on e.id = v.evaluator_id
      where v.kind = 'AUDIT_REPORT' and v.deleted_at is null and p.deleted_at is null and v.status is not null`.execute(
      db,
    )
  ).rows
  incidents = (
    await sql<Incident>`select i.id, i.issuer_id as "issuerId", i.search || ' ' || p.search as search, i.created_at as at
      from incident i join participant p on p.id = i.provider_id join participant r on r.id = i.issuer_id
      where p.deleted_at is null and r.deleted_at is null`.execute(db)
  ).rows
})
afterAll(() => portal.stop())

/** The ids of the first hits for all words, prefix matches before the others. */
function best<Thing extends { id: string }>(
  things: readonly Thing[],
  words: readonly string[],
  texts: (thing: Thing) => string[],
  order: (a: Thing, b: Thing) => number,
): string[] {
  const having = (has: (text: string, word: string) => boolean) =>
    things.filter(thing => words.every(word => texts(thing).some(text => has(text, word)))).sort(order)
  const begin = having((text, word) => ` ${text}`.includes(` ${word}`))
  const rest = having((text, word) => text.includes(word)).filter(thing => !begin.includes(thing))
  return [...begin, ...rest].slice(0, HITS_MAX).map(({ id }) => id)
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
const byName = (a: Participant, b: Participant) => compareSpanish(a.name, b.name) || byId(a, b)
const byProvider = (a: Request, b: Request) =>
  compareSpanish(a.provider, b.provider) ||
  byId({ id: a.providerId }, { id: b.providerId }) * Number(a.providerId !== b.providerId) ||
  byId(a, b)
const byAge = (a: Incident, b: Incident) => (a.at < b.at ? 1 : a.at > b.at ? -1 : byId(a, b))
const foundBy = async (caller: Caller, q: string) =>
  (await caller.call(searchEverything, { query: { q } })).body as SearchHits
const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id)

const texts = [
  'atalaya',
  'turia',
  'sanabria nube',
  'custodia',
  'custodia turia',
  'turia custodia',
  'valija 31',
  'ia',
  'odia',
  'us',
  'er tur',
  's.l.p',
  'retraso',
  'retraso turia',
  'retraso custodia',
  'centralita seguridad',
  'X0000123',
  'p77.example',
  'documental ordesa',
  'pago certificada nervion',
  'a e i o u',
  'ñandú ½',
  'xqzjwvk',
  'xqzjwvk custodia',
]

test('each list has more rows than a search looks through', () => {
  const providers = participants.filter(({ kind }) => kind === 'PROVIDER')
  expect(Math.min(providers.length, requests.length, incidents.length)).toBeGreaterThan(LOOKED_THROUGH)
})

test('D44: the name of a deleted evaluator finds no request without a published score', async () => {
  const hits = await foundBy(people.cci!, 'zahori xilografico')
  expect([ids(hits.participants), ids(hits.requests)]).toEqual([[], []])
})

test.each(texts)('CCI that types %j finds the best of all', async q => {
  const [words, hits] = [searchWords(q), await foundBy(people.cci!, q)]
  expect(ids(hits.participants)).toEqual(best(participants, words, each => [each.search], byName))
  expect(ids(hits.requests)).toEqual(best(requests, words, each => each.names, byProvider))
  expect(ids(hits.incidents)).toEqual(best(incidents, words, each => [each.search], byAge))
})

test.each(texts)('D16 D17: other roles that type %j find only what they may see', async q => {
  const words = searchWords(q)
  const [bank, provider, evaluator] = [people.entidad!, people.proveedor!, people.evaluador!]
  const published = participants.filter(({ kind, onboarded }) => kind === 'PROVIDER' && onboarded)
  const ofBank = await foundBy(bank, q)
  expect(ids(ofBank.participants)).toEqual(best(published, words, each => [each.search], byName))
  const seen = requests.filter(({ onboarded }) => onboarded)
  expect(ids(ofBank.requests)).toEqual(best(seen, words, each => each.names, byProvider))
  const raised = incidents.filter(({ issuerId }) => issuerId === bank.me.idGenericEntity)
  expect(ids(ofBank.incidents)).toEqual(best(raised, words, each => [each.search], byAge))
  const own = requests.filter(({ providerId }) => providerId === provider.me.idGenericEntity)
  expect(ids((await foundBy(provider, q)).requests)).toEqual(best(own, words, each => each.names, byProvider))
  for (const caller of [bank, provider, evaluator]) expect((await foundBy(caller, q)).users).toEqual([])
})
