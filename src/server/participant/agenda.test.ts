import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AgendaItem } from '#domain/participant/calendar/contract.ts'
import { readAgenda } from '#domain/participant/calendar/contract.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

let world: TestPortal
let cci: Caller
let provider: Caller
let evaluator: Caller
let entity: Caller

beforeAll(async () => {
  world = await startTestPortal()
  cci = await world.signIn('cci@almotacen.example')
  provider = await world.signIn('proveedor@almotacen.example')
  evaluator = await world.signIn('evaluador@almotacen.example')
  entity = await world.signIn('entidad@almotacen.example')
})
afterAll(() => world.stop())

const agenda = async (caller: Caller): Promise<AgendaItem[]> => (await caller.call(readAgenda)).body.content
const short = (items: AgendaItem[]) => items.map(item => [item.expiredAt, item.kind, item.name])

it('ROLE-24 ROLE-28: a provider’s required documents and its scores, by date', async () => {
  const items = await agenda(provider)
  expect(short(items)).toEqual([
    ['2026-12-14', 'score', 'Custodia documental'],
    ['2027-01-20', 'document', 'Escritura de constitución'],
    ['2027-04-03', 'document', 'Certificado de estar al corriente con la AEAT'],
    ['2027-06-15', 'document', 'Certificado de estar al corriente con la Seguridad Social'],
    ['2027-08-27', 'document', 'Póliza de responsabilidad civil'],
  ])
  expect(items.every(item => item.idProvider === provider.me.idGenericEntity && item.validationId !== null)).toBe(true)
})

it('ROLE-41 PART-07: an evaluator’s documents, and its accreditation within twelve months', async () => {
  expect((await agenda(evaluator)).map(item => item.kind)).toEqual(['document', 'document', 'document'])
  const somport = await world.signIn('somport@almotacen.example')
  expect(short(await agenda(somport))).toContainEqual(['2027-06-19', 'accreditation', 'Acreditación'])
})

it('ROLE-31: an entity’s own documents, and the scores of those it marked', async () => {
  expect((await agenda(entity)).map(item => [item.kind, item.provider.split(' ')[0], item.expiredAt])).toEqual([
    ['score', 'Tramontana', '2026-12-14'],
    ['document', 'Cajamar', '2027-01-20'],
    ['score', 'Lumbre', '2027-05-30'],
    ['score', 'Cantera', '2027-07-24'],
  ])
})

it('CCI sees the accreditations, and nothing else', async () => {
  expect((await agenda(cci)).map(item => [item.expiredAt, item.kind, item.provider])).toEqual([
    ['2026-10-12', 'accreditation', 'Peñalara Control, S.L.P.'],
    ['2027-06-19', 'accreditation', 'Auditoría Somport, S.L.P.'],
  ])
})

it('an expired accreditation stays in the agenda for 60 days, the last one included', async () => {
  world.clock.set('2026-12-11T09:00:00.000Z')
  const agendaOfCci = async () => short(await agenda(await world.signIn('cci@almotacen.example')))
  expect(await agendaOfCci()).toContainEqual(['2026-10-12', 'accreditation', 'Acreditación'])
  world.clock.set('2026-12-12T09:00:00.000Z')
  expect(await agendaOfCci()).not.toContainEqual(['2026-10-12', 'accreditation', 'Acreditación'])
})

it('ROLE-24: in onboarding there is nothing to lapse yet', async () => {
  const draft = await world.signIn('borrador@almotacen.example')
  expect(await agenda(draft)).toEqual([])
})
