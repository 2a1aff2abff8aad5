import { expect, test } from 'vitest'
import type { NotedRequest } from '#domain/report-request/request-note.ts'
import { ownRequestNote, renewableFrom, renewalNote, requestNote } from '#domain/report-request/request-note.ts'

const request = (changes: Partial<NotedRequest>): NotedRequest => ({
  status: 'QUALIFIED',
  expiredAt: '2026-12-14',
  sentAt: '2026-11-18T09:00:00Z',
  decidedAt: '2026-11-19T23:30:00Z',
  catalogDocuments: [
    { documentCatalogName: 'Informe de auditoría', status: 'ACCEPTED' },
    { documentCatalogName: 'Doc. Excel asociado', status: 'REJECTED' },
  ],
  ...changes,
})

test.each([
  ['QUALIFIED', 'Caduca el 14/12/2026'],
  ['LAPSED', 'Caducó el 14/12/2026'],
  ['EXPIRED', 'Caducó el 14/12/2026, hace más de un año'],
  ['PENDING', 'Informe recibido el 18/11/2026'],
  ['REJECTED', 'Doc. Excel asociado, 20/11/2026'],
] as const)('a reader of a request that is %s reads %s, with days as in Madrid', (status, note) => {
  expect(requestNote(request({ status }))).toBe(note)
})

test('omits unknown facts', () => {
  expect(requestNote(request({ status: 'REJECTED', decidedAt: null }))).toBe('Doc. Excel asociado')
  expect(requestNote(request({ status: 'REJECTED', catalogDocuments: [] }))).toBe('20/11/2026')
  expect(requestNote(request({ status: 'PENDING', sentAt: null }))).toBe('Informe recibido')
  expect(ownRequestNote(request({ expiredAt: null }))).toBe('Caduca')
})

test('its provider reads the possible next action', () => {
  expect(ownRequestNote(request({}))).toBe('Caduca el 14/12/2026. Podrá renovarla desde el 15/12/2026')
  expect(ownRequestNote(request({ status: 'LAPSED' }))).toBe('Caducó el 14/12/2026. Puede renovarla')
  expect(ownRequestNote(request({ status: 'REJECTED' }))).toBe('Falta el Doc. Excel asociado corregido')
  const both = request({}).catalogDocuments.map(document => ({ ...document, status: 'REJECTED' }))
  expect(ownRequestNote(request({ status: 'REJECTED', catalogDocuments: both }))).toBe(
    'Faltan corregidos: Informe de auditoría y Doc. Excel asociado',
  )
  expect(ownRequestNote(request({ status: 'PENDING' }))).toBe('El CCI está verificando el informe')
  expect(ownRequestNote(request({ status: 'EXPIRED' }))).toBe('Caducó el 14/12/2026, hace más de un año')
  expect(ownRequestNote(request({ status: 'REJECTED', catalogDocuments: [] }))).toBe('Hay que corregirla')
  expect(ownRequestNote(request({ status: null }))).toBe('')
})

test('REP-11: it can be renewed from the day after its score lapses, and only a published one says so', () => {
  expect(renewableFrom(request({ expiredAt: '2026-12-31' }))).toBe('2027-01-01')
  expect(renewalNote(request({ expiredAt: '2026-12-31' }))).toBe('Podrá renovarla desde el 01/01/2027')
  expect(renewalNote(request({ expiredAt: null }))).toBeNull()
  for (const status of ['PENDING', 'REJECTED', 'LAPSED', 'EXPIRED', null] as const) {
    expect(renewalNote(request({ status }))).toBeNull()
  }
})

test('RENEW-09 RENEW-10: other readers see that a renewal is under review, and its provider what to do', () => {
  const open = { renewalInReview: true, renewal: { status: 'PENDING' } } as const
  expect(requestNote(request(open))).toBe('Caduca el 14/12/2026. Renovación en revisión')
  expect(ownRequestNote(request(open))).toBe('Caduca el 14/12/2026. Renovación en revisión')
  expect(ownRequestNote(request({ status: 'LAPSED', ...open }))).toBe('Caducó el 14/12/2026. Renovación en revisión')
  expect(ownRequestNote(request({ renewal: { status: 'REJECTED' } }))).toBe(
    'Caduca el 14/12/2026. Hay que corregir su renovación',
  )
  expect(renewalNote(request({ renewableFrom: '2026-09-15' }))).toBe('Podrá renovarla desde el 15/09/2026')
  expect(ownRequestNote(request({ status: 'PENDING', renews: {} }))).toBe('El CCI está verificando la renovación')
  expect(ownRequestNote(request({ status: 'REJECTED', renews: {} }))).toBe('Hay que corregir la renovación')
  expect(requestNote(request({ status: 'PENDING', sentAt: null, renews: {} }))).toBe('Renovación recibida')
})
