import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import {
  changeSubcontract,
  confirmChain,
  declareSubcontract,
  exportSubcontracts,
  listSubcontracts,
  readChain,
} from '#domain/participant/chain/contract.ts'
import { listCompanies, saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { currentChains, pairOf } from '#server/participant/chain/current.ts'
import { DAY } from '#server/platform/clock.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { declareLink, requestedService, subcontract } from '#test/support/chains.ts'
import { newLei, outside } from '#test/support/companies.ts'
import { publish } from '#test/support/documents.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'
import { bareService, declared, unrated } from '#test/support/uses.ts'

let acting: Awaited<ReturnType<typeof startActing>>
let other: Caller
beforeAll(async () => {
  acting = await startActing()
  other = await acting.portal.signIn('lumbre@almotacen.example')
})
afterAll(() => acting.portal.stop())

const refusal = async (body: object, caller = acting.provider) => {
  const { status, problem } = await caller.call(declareSubcontract, { body: body as never })
  return [status, problem?.code, Object.keys(problem?.fields ?? {})]
}
const change = (id: string, body: object, caller = acting.provider) =>
  caller.call(changeSubcontract, { params: { id }, body })
const chain = (pair: { providerId: string; serviceId: string }, caller = acting.provider) =>
  caller.call(readChain, { params: pair })
const namesOf = ({ subcontracts }: { subcontracts: SubcontractWire[] }) => subcontracts.map(each => each.company.name)

test('CHAIN-01 CHAIN-03: a provider declares a subcontractor of a service, with its recipient, countries and start', async () => {
  const { provider, cci } = acting
  const pair = await requestedService(acting)
  const centre = outside({ name: 'Centro de datos Ebro', country: 'ES' })
  const first = await declareLink(provider, pair.serviceId, { company: centre, countries: ['ES', 'es', 'IE'] })
  expect(first).toMatchObject({
    ...pair,
    rank: 2,
    company: { name: 'Centro de datos Ebro', country: 'ES', lei: centre.lei, isParticipant: false },
    recipientId: null,
    does: 'S07 · Instalaciones y alojamiento, sin nube',
    countries: ['ES', 'IE'],
    underpins: true,
    handlesData: false,
    since: '2025-01-01',
    standing: 'CURRENT',
    version: 1,
  })
  const words = { ictType: null, description: 'Vigilancia del edificio', underpins: false, recipientId: first.id }
  const second = await ok(
    cci.call(declareSubcontract, {
      body: { ...subcontract(pair.serviceId, words), providerId: pair.providerId } as never,
    }),
  )
  expect(second).toMatchObject({ rank: 3, recipient: 'Centro de datos Ebro', does: 'Vigilancia del edificio' })
  expect(await refusal(subcontract(pair.serviceId, { ictType: null }))).toEqual([400, 'invalid', ['ictType']])
  expect(await refusal(subcontract(pair.serviceId, { countries: ['ESP'] }))).toEqual([400, 'invalid', ['countries.0']])
  expect(await refusal(subcontract(pair.serviceId, { recipientId: '0'.repeat(26) }))).toEqual([
    400,
    'invalid',
    ['recipientId'],
  ])
  const early = subcontract(pair.serviceId, { recipientId: first.id, since: '2024-01-01' })
  expect(await refusal(early)).toEqual([400, 'invalid', ['since']])
})

test('CHAIN-01: a participant is named by its CIF, and only for a service that has a request', async () => {
  const pair = await requestedService(acting)
  const { cif } = (await acting.portal.app.db
    .selectFrom('participant')
    .select('cif')
    .where('id', '=', other.me.idGenericEntity)
    .executeTakeFirstOrThrow()) as { cif: string }
  const link = await declareLink(acting.provider, pair.serviceId, { cif: ` ${cif.toLowerCase()}` })
  expect(link.company).toMatchObject({ id: other.me.idGenericEntity, isParticipant: true, cif })
  expect(await refusal(subcontract(pair.serviceId, { cif: 'B00000000' }))).toEqual([400, 'invalid', ['cif']])
  const both = { ...subcontract(pair.serviceId), cif }
  expect(await refusal(both)).toEqual([400, 'invalid', ['company']])
  const bare = await bareService(acting)
  expect((await refusal(subcontract(bare.serviceId)))[0]).toBe(404)
  // The company that is named reads nothing of it (CHAIN-10).
  expect((await chain(pair, other)).status).toBe(404)
})

test('REG-07: an underpinning subcontractor needs underpinning recipients above it', async () => {
  const pair = await requestedService(acting)
  const above = await declareLink(acting.provider, pair.serviceId, { underpins: false })
  const body = subcontract(pair.serviceId, { recipientId: above.id })
  const refused = await acting.provider.call(declareSubcontract, { body: body as never })
  expect(refused.problem.fields).toEqual({
    underpins: `Trabaja para ${above.company.name}, que también tiene que sustentar el servicio. Márquelo antes.`,
  })
  await ok(change(above.id, { underpins: true }))
  const below = await declareLink(acting.provider, pair.serviceId, { recipientId: above.id })
  expect((await change(above.id, { underpins: false })).problem.fields).toEqual({
    underpins: `No puede dejar de sustentar el servicio: ${below.company.name} lo sustenta a través de esta empresa.`,
  })
  await ok(change(below.id, { underpins: false }))
  await ok(change(above.id, { underpins: false }))
  expect((await change(below.id, { underpins: true })).problem.fields).toHaveProperty('underpins')
})

test('REG-07: a chain of earlier versions that skips a rank can still be changed elsewhere', async () => {
  const pair = await requestedService(acting)
  const above = await declareLink(acting.provider, pair.serviceId)
  const below = await declareLink(acting.provider, pair.serviceId, { recipientId: above.id })
  const { db } = acting.portal.app
  await db.updateTable('subcontract').set({ underpins: false }).where('id', '=', above.id).execute()
  await ok(change(below.id, { description: 'Otra cosa' }))
  await ok(change(above.id, { description: 'Otra cosa', countries: ['FR'] }))
})

test('CHAIN-02: a company outside that underpins needs a LEI or EUID, and is one for all', async () => {
  const pair = await requestedService(acting)
  const bare = { name: 'Sin código', country: 'FR' }
  expect(await refusal(subcontract(pair.serviceId, { company: bare }))).toEqual([400, 'invalid', ['company.lei']])
  const minor = await declareLink(acting.provider, pair.serviceId, { company: bare, underpins: false })
  expect((await change(minor.id, { underpins: true })).problem.fields).toHaveProperty('underpins')
  expect(await refusal(subcontract(pair.serviceId, { company: { name: '', country: 'ES' } }))).toEqual([
    400,
    'invalid',
    ['company.name'],
  ])
  const nowhere = { name: 'De ningún sitio', country: 'XX' }
  expect((await refusal(subcontract(pair.serviceId, { company: nowhere })))[2]).toEqual(['company.country'])
  const lei = newLei()
  const mine = await declareLink(acting.provider, pair.serviceId, { company: outside({ name: 'Nube Uno', lei }) })
  const theirs = await ok(
    other.call(saveRegisterIdentity, {
      params: { id: other.me.idGenericEntity },
      body: { parent: outside({ name: 'Nube 1', lei }) },
    }),
  )
  expect(theirs.parent).toMatchObject({ id: mine.company.id, name: 'Nube Uno' })
  const { content } = await ok(acting.provider.call(listCompanies, { query: { q: 'nube uno' } }))
  expect(content).toHaveLength(1)
  const again = await declareLink(acting.provider, pair.serviceId, { companyId: content[0].id, description: 'Copias' })
  expect(again.company.id).toBe(mine.company.id)
})

test('CHAIN-04: circles and chains too long are refused, each with its sentence', async () => {
  const pair = await requestedService(acting)
  const own = outside({ name: 'La propia', lei: '5493006QMFDDMYWIAM13' })
  const params = { id: pair.providerId }
  await ok(acting.provider.call(saveRegisterIdentity, { params, body: { lei: own.lei } }))
  expect(await refusal(subcontract(pair.serviceId, { company: own }))).toEqual([409, 'chainCircular', []])
  await ok(acting.provider.call(saveRegisterIdentity, { params, body: { lei: null } }))
  let last: SubcontractWire | undefined
  const links: SubcontractWire[] = []
  for (let rank = 2; rank <= 10; rank++) {
    last = await declareLink(acting.provider, pair.serviceId, { recipientId: last?.id ?? null })
    links.push(last)
  }
  expect(last!.rank).toBe(10)
  const eleventh = subcontract(pair.serviceId, { recipientId: last!.id })
  const { status, problem } = await acting.provider.call(declareSubcontract, { body: eleventh as never })
  expect([status, problem.code, problem.detail]).toEqual([409, 'chainTooLong', 'La cadena admite diez niveles.'])
  const circle = await change(links[2]!.id, { recipientId: last!.id })
  expect([circle.problem.code, circle.problem.detail]).toEqual([
    'chainCircular',
    'Una empresa no puede estar debajo de sí misma.',
  ])
  const same = subcontract(pair.serviceId, { companyId: links[0]!.company.id, recipientId: links[3]!.id })
  expect((await refusal(same))[1]).toBe('chainCircular')
  expect((await ok(change(links[8]!.id, { recipientId: links[0]!.id }))).rank).toBe(3)
})

test('CHAIN-05: an ended link ends all below it, and deletes nothing', async () => {
  const { provider, bank } = acting
  const pair = await requestedService(acting)
  const top = await declareLink(provider, pair.serviceId)
  const below = await declareLink(provider, pair.serviceId, { recipientId: top.id })
  expect((await change(top.id, { until: '2024-01-01', since: '2025-01-01' })).status).toBe(200)
  expect((await change(top.id, { until: null })).status).toBe(200)
  const ended = await ok(change(top.id, { until: '2026-11-20' }))
  expect(ended).toMatchObject({ standing: 'ENDED', until: '2026-11-20' })
  expect((await ok(chain(pair))).subcontracts).toEqual([])
  const rows = async (query: object, caller = provider) =>
    (await ok(caller.call(listSubcontracts, { query: { service: pair.serviceId, ...query } }))).content
  expect((await rows({ standing: 'ENDED' })).map((row: SubcontractWire) => row.id)).toEqual([top.id, below.id])
  expect(await rows({ standing: 'ENDED' }, bank)).toEqual([])
  expect((await refusal(subcontract(pair.serviceId, { recipientId: top.id })))[2]).toEqual(['recipientId'])
})

test('CHAIN-06: after the first confirmation a material change needs thirty days’ notice or an urgent reason', async () => {
  const { provider, cci } = acting
  const pair = await requestedService(acting)
  const link = await declareLink(provider, pair.serviceId)
  // Of a service without a rating, a chain that was never confirmed is still being written down.
  const soon = await declareLink(provider, pair.serviceId, { since: '2026-11-22' })
  expect((await ok(change(soon.id, { since: '2026-11-20' }))).standing).toBe('CURRENT')
  await ok(provider.call(confirmChain, { body: { serviceId: pair.serviceId } }))
  const { status, problem } = await provider.call(declareSubcontract, { body: subcontract(pair.serviceId) as never })
  expect([status, problem.code, problem.detail]).toEqual([
    409,
    'changeTooSoon',
    'Un cambio de este alcance se comunica 30 días antes, o con el motivo de su urgencia.',
  ])
  expect((await refusal(subcontract(pair.serviceId, { since: '2026-12-20' })))[1]).toBe('changeTooSoon')
  const planned = await declareLink(provider, pair.serviceId, { since: '2026-12-21' })
  expect(planned.standing).toBe('PLANNED')
  const urgentReason = 'Quiebra del anterior'
  expect(await declareLink(provider, pair.serviceId, { since: '2026-11-22', urgentReason })).toMatchObject({
    urgentReason,
  })
  expect((await change(link.id, { until: '2026-12-01' })).problem.code).toBe('changeTooSoon')
  expect((await change(link.id, { handlesData: true })).problem.code).toBe('changeTooSoon')
  expect((await change(link.id, { since: '2024-01-01' })).problem.fields).toHaveProperty('since')
  expect((await ok(change(link.id, { description: 'Con refrigeración' }))).version).toBe(2)
  expect((await ok(change(planned.id, { until: '2026-12-20' }))).standing).toBe('ENDED')
  await ok(cci.call(saveCentreRules, { body: { rules: { materialChangeDays: 7 } } }))
  expect((await ok(change(link.id, { until: '2026-12-01' }))).until).toBe('2026-12-01')
  await ok(cci.call(saveCentreRules, { body: { rules: { materialChangeDays: 30 } } }))
})

test('CHAIN-09: readers see when a chain was confirmed, or since when it was not', async () => {
  const { provider, bank, cci } = acting
  const pair = await requestedService(acting)
  expect((await ok(chain(pair, bank))).confirmation).toEqual({
    confirmedAt: null,
    words: 'Sin declarar',
    isConfirmed: false,
  })
  await declareLink(provider, pair.serviceId)
  expect((await ok(chain(pair, bank))).confirmation.words).toBe('Sin confirmar desde 21/11/2026')
  const body = { serviceId: pair.serviceId }
  expect((await ok(provider.call(confirmChain, { body }))).words).toBe('Confirmada el 21/11/2026')
  expect((await ok(chain(pair, bank))).confirmation).toMatchObject({ isConfirmed: true })
  expect((await cci.call(confirmChain, { body })).problem.fields).toHaveProperty('providerId')
  expect((await other.call(confirmChain, { body })).status).toBe(404)
})

test('CHAIN-10: CCI, the provider, its evaluator and banks read current and planned chains; others do not', async () => {
  const { provider, cci, bank, evaluator } = acting
  const pair = await requestedService(acting)
  await declareLink(provider, pair.serviceId, { company: outside({ name: 'Vigente, S.A.' }) })
  await declareLink(provider, pair.serviceId, { company: outside({ name: 'Prevista, S.A.' }), since: '2027-02-01' })
  const gone = await declareLink(provider, pair.serviceId, { company: outside({ name: 'Anterior, S.A.' }) })
  await ok(change(gone.id, { until: '2026-01-31' }))
  for (const reader of [provider, cci, bank, evaluator]) {
    expect(namesOf(await ok(chain(pair, reader)))).toEqual(['Prevista, S.A.', 'Vigente, S.A.'])
  }
  expect((await chain(pair, other)).status).toBe(404)
  const stranger = await acting.portal.signIn('evaluador@almotacen.example')
  expect((await ok(chain(pair, stranger))).subcontracts).toEqual([])
  const { content } = await ok(other.call(listSubcontracts, { query: { idProvider: pair.providerId } }))
  expect(content).toEqual([])
  const file = await bank.call(exportSubcontracts, { query: { service: pair.serviceId, format: 'csv' } })
  const [headings, ...rows] = readCsv(Buffer.from(file.body as string))
  expect([headings!.slice(2, 4), rows.map(row => row[3])]).toEqual([
    ['Rango', 'Empresa'],
    ['Prevista, S.A.', 'Vigente, S.A.'],
  ])
})

test('CHAIN-17: the current chains of services, with ranks, for the register of a bank', async () => {
  const { db } = acting.portal.app
  const [pair, none] = [await requestedService(acting), await requestedService(acting)]
  const top = await declareLink(acting.provider, pair.serviceId)
  const below = await declareLink(acting.provider, pair.serviceId, { recipientId: top.id })
  await declareLink(acting.provider, pair.serviceId, { since: '2027-02-01' })
  await ok(acting.provider.call(confirmChain, { body: { serviceId: pair.serviceId } }))
  const chains = await currentChains(db, acting.portal.clock.today(), [pair, none, pair])
  expect(chains.get(pairOf(pair))).toMatchObject({
    confirmedOn: '2026-11-21',
    links: [
      { id: top.id, rank: 2, recipientId: null },
      { id: below.id, rank: 3, recipientId: top.id },
    ],
  })
  expect(chains.get(pairOf(none))).toEqual({ ...none, links: [], confirmedOn: null })
})

test('CHAIN-06 CHAIN-07: once its service is rated, a chain changes with notice, confirmed or not', async () => {
  const { provider, portal } = acting
  const pair = await unrated(acting)
  await declared(acting.bank, pair)
  const link = await declareLink(provider, pair.serviceId)
  await ok(publish(acting.cci, pair.validationId, { score: 'A/A/A', expiredAt: '2027-11-21' }))
  expect((await refusal(subcontract(pair.serviceId)))[1]).toBe('changeTooSoon')
  expect((await change(link.id, { handlesData: true })).problem.code).toBe('changeTooSoon')
  expect((await change(link.id, { since: '2024-01-01' })).problem.fields).toHaveProperty('since')
  await declareLink(provider, pair.serviceId, { since: '2026-11-21', urgentReason: 'Quiebra del anterior' })
  portal.clock.move(DAY)
  await announceExpiries(portal.app)
  const notices = await noticesTo(portal, acting.bank.me.idGenericEntity, 'CHAIN_CHANGED')
  expect(notices.filter(({ info }) => info.idService === pair.serviceId)).toHaveLength(1)
})
