import { expect, test } from 'vitest'
import type { NotedRequest } from '#domain/report-request/request-note.ts'
import { ownRequestNote, requestNote } from '#domain/report-request/request-note.ts'

const today = '2026-11-21'
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

test('its provider reads what it may do', () => {
  expect(ownRequestNote(request({}), today)).toBe('Caduca el 14/12/2026; podrá renovarla al día siguiente')
  expect(ownRequestNote(request({ expiredAt: '2027-06-01' }), today)).toBe('Vigente hasta el 01/06/2027')
  expect(ownRequestNote(request({ status: 'LAPSED' }), today)).toBe('Caducó el 14/12/2026. Puede renovarla')
  expect(ownRequestNote(request({ status: 'REJECTED' }), today)).toBe('Falta el Doc. Excel asociado corregido')
  const both = request({}).catalogDocuments.map(document => ({ ...document, status: 'REJECTED' }))
  expect(ownRequestNote(request({ status: 'REJECTED', catalogDocuments: both }), today)).toBe(
    'Faltan corregidos: Informe de auditoría y Doc. Excel asociado',
  )
  expect(ownRequestNote(request({ status: 'PENDING' }), today)).toBe('El CCI está verificando el informe')
})
