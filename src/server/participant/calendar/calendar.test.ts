import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costOf, rates } from '#domain/contract/limits.ts'
import { deleteUser, patchUser } from '#domain/identity/user/contract.ts'
import { agendaText } from '#domain/participant/calendar/calendar.ts'
import {
  endCalendarFeed,
  makeCalendarFeed,
  readAgenda,
  readCalendarFeed,
} from '#domain/participant/calendar/contract.ts'
import { deleteParticipant } from '#domain/participant/contract.ts'
import { saveRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import { newId } from '#server/platform/ids.ts'
import { ok } from '#test/support/answers.ts'
import { newLei, outside } from '#test/support/companies.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import { newContract } from '#test/support/register-entries.ts'

let portal: TestPortal
let cci: Caller
let provider: Caller
let bank: Caller
beforeAll(async () => {
  portal = await startTestPortal()
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  ;[cci, provider, bank] = (await Promise.all(['cci', 'proveedor', 'entidad'].map(enter))) as [Caller, Caller, Caller]
})
afterAll(() => portal.stop())

const make = async (caller: Caller): Promise<string> => (await caller.call(makeCalendarFeed)).body.address
const at = (address: string, init: RequestInit = {}) => fetch(new URL(new URL(address).pathname, portal.url), init)
const summaries = async (address: string) => {
  const text = await (await at(address)).text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(each => String(each.getFirstPropertyValue('summary')))
}

test('RENEW-20: between two days and of one kind', async () => {
  const names = async (query: Record<string, string>) =>
    (await provider.call(readAgenda, { query })).body.content.map((item: { name: string }) => item.name)
  expect(await names({ from: '2026-12-14', to: '2027-01-20' })).toEqual([
    'Custodia documental',
    'Escritura de constitución',
  ])
  expect(await names({ from: '2026-12-15', to: '2027-01-19' })).toEqual([])
  expect(await names({ kind: 'score' })).toEqual(['Custodia documental'])
  // Longer ago than the start page shows.
  expect(await names({ from: '2026-08-01', to: '2026-09-30', kind: 'score' })).toEqual(['Archivo intermedio'])
  const wrong = await provider.call(readAgenda, { query: { kind: 'other' } as never })
  expect(wrong.status).toBe(400)
})

test('REG-16: only a bank sees its own LEI renewal, and the ends and notice dates of its contracts', async () => {
  const dates = async (caller: Caller) =>
    (await caller.call(readAgenda, { query: { from: '2027-01-01', to: '2027-06-30' } })).body.content
      .filter(({ kind }: { kind: string }) => kind === 'lei' || kind === 'contract')
      .map((item: { expiredAt: string }) => [item.expiredAt, agendaText(item as never, caller.me.idGenericEntity)])
  await ok(bank.call(saveRegisterEntity, { body: { lei: newLei(), leiRenewalOn: '2027-02-01' } }))
  const company = outside({ name: 'Nube Lejana' })
  const ending = { company, endsOn: '2027-06-30', noticeEntityDays: 90 }
  await newContract(bank, { ...ending, reference: 'CT-A' })
  await newContract(bank, { ...ending, reference: 'CT-B', endReason: 'x4' })
  await newContract(bank, { ...ending, reference: 'CT-C', endsOn: null })
  expect(await dates(bank)).toEqual([
    ['2027-02-01', 'Renovación del LEI'],
    ['2027-04-01', 'Nube Lejana: Preaviso del contrato CT-A'],
    ['2027-06-30', 'Nube Lejana: Fin del contrato CT-A'],
    ['2027-06-30', 'Nube Lejana: Fin del contrato CT-B'],
  ])
  for (const other of [cci, provider, await portal.signIn('externalizacion@santander.example')]) {
    expect(await dates(other)).toEqual([])
  }
  const address = await make(bank)
  expect(await summaries(address)).toEqual(
    expect.arrayContaining(['Caduca: Renovación del LEI', 'Nube Lejana: Fin del contrato CT-A']),
  )
})

test('RENEW-20: a bank sees the ratings of providers that it marked or uses, and its acceptances', async () => {
  const { db } = portal.app
  const santander = await portal.signIn('externalizacion@santander.example')
  const names = async () =>
    (await santander.call(readAgenda, { query: {} })).body.content
      .filter((item: { kind: string }) => item.kind !== 'document')
      .map((item: { kind: string; name: string }) => [item.kind, item.name])
  expect(await names()).toEqual([])
  const rated = await db
    .selectFrom('validation as v')
    .innerJoin('score as k', 'k.validation_id', 'v.id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .selectAll('v')
    .where('s.description', '=', 'Alojamiento en nube')
    .executeTakeFirstOrThrow()
  const now = portal.clock.now()
  const use = {
    id: newId(now),
    entity_id: santander.me.idGenericEntity,
    provider_id: rated.participant_id,
    service_id: rated.service_id!,
    critical: 'YES',
    created_at: now,
  }
  await db.insertInto('service_use').values(use).execute()
  const acceptance = {
    id: newId(now),
    use_id: use.id,
    status: 'ACTIVE',
    reason: 'Compensado',
    required_rating: 'A+/A+/A+',
    until: '2027-03-01',
    decided_by: santander.me.userId,
    decided_at: now,
  }
  await db.insertInto('acceptance').values(acceptance).execute()
  expect(await names()).toEqual([
    ['acceptance', 'Alojamiento en nube'],
    ['score', 'Alojamiento en nube'],
  ])
  // Its uses and acceptances are its own.
  for (const caller of [cci, provider, bank]) {
    const { content } = (await caller.call(readAgenda)).body
    expect(content.filter((item: { kind: string }) => item.kind === 'acceptance')).toEqual([])
  }
  expect(await summaries(await make(santander))).toContainEqual(
    expect.stringMatching(/^Caduca: .*: Alojamiento en nube$/),
  )
  await db.updateTable('service_use').set({ until: '2026-11-30' }).where('id', '=', use.id).execute()
  expect(await names()).toEqual([])
})

test('RENEW-21: an address is given once, holds 256 bits, is stored as a hash, and ends with the next or by itself', async () => {
  expect((await provider.call(readCalendarFeed)).body).toEqual({ feed: null })
  const first = await make(provider)
  const token = /\/api\/v1\/calendar\/([\w-]+)\.ics$/.exec(first)![1]!
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await portal.app.db.selectFrom('calendar_feed').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await at(first)).status).toBe(200)
  const head = await at(first, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect((await fetch(`${portal.url}/api/v1/calendar/${'A'.repeat(43)}.ics`, { method: 'HEAD' })).status).toBe(404)
  const second = await make(provider)
  expect([(await at(first)).status, (await at(second)).status]).toEqual([404, 200])
  expect((await provider.call(endCalendarFeed)).status).toBe(204)
  expect((await at(second)).status).toBe(404)
})

test('RENEW-21: unknown, ended and deleted feeds give the same answer', async () => {
  const unknown = new URL(`${portal.url}/api/v1/calendar/${'A'.repeat(43)}.ics`).href
  const said = async (address: string) => {
    const answer = await at(address)
    return [answer.status, await answer.text(), answer.headers.get('content-type'), answer.headers.get('cache-control')]
  }
  const ended = await make(provider)
  await provider.call(endCalendarFeed)
  const colleague = await portal.signIn('proveedor2@almotacen.example')
  const ofUser = await make(colleague)
  expect((await at(ofUser)).status).toBe(200)
  await provider.call(deleteUser, { body: { id: colleague.me.userId } })
  const arcadio = await portal.signIn('arcadio@almotacen.example')
  const ofParticipant = await make(arcadio)
  await cci.call(deleteParticipant, { body: { idGenericEntity: arcadio.me.idGenericEntity } })
  const expected = await said(unknown)
  expect(expected[0]).toBe(404)
  for (const address of [ended, ofUser, ofParticipant, `${unknown}x`]) expect(await said(address)).toEqual(expected)
})

test('RENEW-23: it holds what its owner may read then, is not cached, and shows its last reading', async () => {
  const address = await make(bank)
  expect((await bank.call(readCalendarFeed)).body.feed).toMatchObject({ lastReadAt: null })
  const items = (await bank.call(readAgenda, { query: { size: 200 } })).body.content
  expect(await summaries(address)).toHaveLength(items.length)
  expect((await bank.call(readCalendarFeed)).body.feed).toMatchObject({ lastReadAt: portal.clock.now() })
  expect((await summaries(address)).some(line => line.includes('Lumbre'))).toBe(true)
  await portal.app.db.deleteFrom('favourite').execute()
  expect((await summaries(address)).some(line => line.includes('Lumbre'))).toBe(false)
  const answer = await at(address)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
})

test('RENEW-23: an address that reads without pause is refused for a while', async () => {
  const limited = await startTestPortal({ seed: 'centre', environment: { RATE_LIMITS: 'yes' } })
  try {
    const address = await make(await limited.signIn('cci@almotacen.example'))
    const read = async () => (await fetch(new URL(new URL(address).pathname, limited.url))).status
    const { burst } = rates.polled
    expect(await Promise.all(Array.from({ length: burst }, read))).toEqual(Array(burst).fill(200))
    expect(await read()).toBe(429)
    limited.clock.move(costOf(rates.polled))
    expect(await read()).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('RENEW-21: an address asks for a recent sign-in, and a change of password ends it', async () => {
  const portal = await startTestPortal()
  const email = 'proveedor@almotacen.example'
  const caller = await portal.signIn(email)
  await make(caller)
  const feeds = () => portal.app.db.selectFrom('calendar_feed').select('user_id').execute()
  expect(await feeds()).toHaveLength(1)
  const body = { oldPassword: PASSWORD, newPassword: 'Romana.Exacta1', policyAccepted: true }
  expect((await caller.call(patchUser, { params: { key: email }, body })).status).toBe(200)
  expect(await feeds()).toEqual([])
  const later = await portal.signIn(email, 'Romana.Exacta1')
  portal.clock.move(11 * 60_000)
  expect((await later.call(makeCalendarFeed)).problem.code).toBe('signInAgain')
  await portal.stop()
})
