import { describe, expect, test } from 'vitest'
import type { Check, FileRead, Subject } from '#domain/document/precheck/precheck.ts'
import { checksFor, checksInOrder, checksOf, datedCheck, isAskedSigned } from '#domain/document/precheck/precheck.ts'
import { checkText, duplicateText, hasDuplicate } from '#domain/document/precheck/sentences.ts'

const subject: Subject = {
  codes: ['COMPANY', 'DATES', 'SIGNATURE', 'TEXT', 'REPORT'],
  cif: 'B12345674',
  names: ['Nubarrón Gestión, S.L.', 'Nubarrón'],
  signed: false,
  evaluator: 'Somport Auditores, S.L.P.',
  service: 'Transporte de valija',
}
const today = '2026-11-21'
const unsigned = { signers: [], addedAfter: false }
const checked = (read: FileRead, more: Partial<Subject> = {}) =>
  checksOf(read, { ...subject, ...more }).map(check => datedCheck(check, today, null))
const said = (read: FileRead, more: Partial<Subject> = {}) =>
  Object.fromEntries(
    checked(read, more).map(check => [check.code, [check.outcome, checkText(check, today), check.page]]),
  )

test('each document has its checks', () => {
  expect(checksFor('DOC_MIN', 'Póliza')).toEqual(['COMPANY', 'DATES', 'SIGNATURE', 'TEXT'])
  expect(checksFor('AUDIT_REPORT', 'Informe de auditoría')).toEqual(['COMPANY', 'SIGNATURE', 'TEXT', 'REPORT'])
  expect(checksFor('AUDIT_REPORT', 'Doc. Excel asociado')).toEqual(['TEXT'])
})

test('a passed check names the page and the words', () => {
  const pages = [
    'Somport Auditores, S.L.P.',
    'Transporte de valija',
    'B-12.345.674, válido hasta el 31/12/2026, de Nubarrón',
  ]
  expect(said({ pages, signatures: unsigned })).toEqual({
    COMPANY: ['OK', 'Figura el CIF B12345674.', 3],
    DATES: ['OK', 'Figura «válido hasta el 31/12/2026».', 3],
    SIGNATURE: ['OK', 'No lleva firmas electrónicas, y no se piden.', null],
    TEXT: ['OK', 'Tiene texto en sus 3 páginas.', 1],
    REPORT: ['OK', 'Nombra al evaluador y el servicio de la solicitud.', 1],
  })
})

test('a check to look at says what was found instead', () => {
  const pages = ['', 'Póliza de A58818501, vencimiento 20/11/2026']
  expect(said({ pages, signatures: unsigned }, { signed: true })).toEqual({
    COMPANY: ['LOOK', 'No figura ni el CIF ni el nombre de la empresa. Figura el CIF A58818501.', 2],
    DATES: ['LOOK', 'La fecha ya ha pasado: «vencimiento 20/11/2026».', 2],
    SIGNATURE: ['LOOK', 'Se pide firmado y no lleva ninguna firma electrónica. Puede estarlo a mano.', null],
    TEXT: ['OK', 'Tiene texto en 1 de sus 2 páginas.', 2],
    REPORT: ['LOOK', 'No nombra ni al evaluador ni el servicio de la solicitud.', null],
  })
  const half = ['NUBARRON GESTION SL', 'por Somport Auditores', 'sin caducidad']
  expect(said({ pages: half, signatures: null })).toMatchObject({
    COMPANY: ['OK', 'Figura el nombre «Nubarrón Gestión, S.L.».', 1],
    DATES: ['UNKNOWN', 'No se reconoce una fecha de caducidad.', null],
    REPORT: ['LOOK', 'No nombra el servicio de la solicitud.', 2],
  })
  expect(said({ pages: ['Transporte de valija'], signatures: null }).REPORT).toEqual([
    'LOOK',
    'No nombra al evaluador de la solicitud.',
    null,
  ])
})

test('a scan, a file beyond the limits and a kind that is not read are unknown', () => {
  expect(said({ pages: ['', ' '], signatures: 'unreadable' })).toEqual({
    COMPANY: ['UNKNOWN', 'Sin texto no se puede comprobar.', null],
    DATES: ['UNKNOWN', 'Sin texto no se puede comprobar.', null],
    SIGNATURE: ['UNKNOWN', 'Está cifrado o dañado: no se sabe si lleva firmas.', null],
    TEXT: ['LOOK', 'Es una imagen escaneada: no se ha podido comprobar nada.', null],
    REPORT: ['UNKNOWN', 'Sin texto no se puede comprobar.', null],
  })
  for (const [unread, text] of [
    ['limits', 'El archivo es demasiado grande o complejo para comprobarlo.'],
    ['failed', 'No se ha podido leer el archivo.'],
    ['locked', 'Pide una contraseña para abrirse: no se ha podido comprobar nada.'],
    ['kind', 'De esta clase de archivo no se lee el texto.'],
  ] as const) {
    expect(new Set(Object.values(said({ unread })).flat())).toEqual(new Set(['UNKNOWN', text, null]))
  }
})

describe('DESK-13: a signature is said as the file names it, and never to be valid', () => {
  test.each([
    [['Ana Ruiz'], false, 'Lleva una firma electrónica, según el archivo de Ana Ruiz.'],
    [
      ['Ana Ruiz', null],
      true,
      'Lleva 2 firmas electrónicas, según el archivo de Ana Ruiz. Después de la última se añadió algo al archivo.',
    ],
    [[null], false, 'Lleva una firma electrónica.'],
  ])('%j', (signers, addedAfter, text) => {
    const read = { pages: ['x'], signatures: { signers, addedAfter } }
    expect(said(read, { signed: true }).SIGNATURE).toEqual([
      'OK',
      `${text} El portal no comprueba si una firma es válida.`,
      null,
    ])
  })

  test.each([
    ['Declaración responsable firmada', '', true],
    ['Contrato', 'Con firma electrónica del apoderado', true],
    ['Contrato', 'FIRMADO por ambas partes', true],
    ['Escritura', 'Afirma el objeto social', false],
  ])('%s, %s is asked for signed: %s', (name, description, is) => expect(isAskedSigned(name, description)).toBe(is))
})

test.each([
  [null, 'OK', 'Figura «válido hasta el 31/12/2026».'],
  ['2026-12-31', 'OK', 'Figura «válido hasta el 31/12/2026».'],
  ['2027-01-31', 'LOOK', 'La fecha escrita, 31/01/2027, no es la que figura: «válido hasta el 31/12/2026».'],
  ['2025-12-31', 'LOOK', 'La fecha ya ha pasado: «vigencia 31/12/2025».'],
])('DATES: with %s typed it is %s', (typed, outcome, text) => {
  const [check] = checksOf(
    { pages: ['vigencia 31/12/2025', 'válido hasta el 31/12/2026'], signatures: null },
    { ...subject, codes: ['DATES'] },
  ) as [Check]
  const dated = datedCheck(check, today, typed)
  expect([dated.outcome, checkText(dated, today, typed)]).toEqual([outcome, text])
  expect(dated.page).toBe(typed === '2025-12-31' ? 1 : 2)
})

test('orders checks to look at first, then passed ones, then unknown ones', () => {
  const checks = [
    { code: 'TEXT', outcome: 'OK' },
    { code: 'REPORT', outcome: 'UNKNOWN' },
    { code: 'DUPLICATE', outcome: 'LOOK' },
    { code: 'DATES', outcome: 'LOOK' },
  ] as const
  expect(checksInOrder(checks).map(({ code }) => code)).toEqual(['DATES', 'DUPLICATE', 'TEXT', 'REPORT'])
})

test('DESK-12: a duplicate names its kind', () => {
  const none = { rejected: [], slots: [], others: [] }
  expect(hasDuplicate(none)).toBe(false)
  const all = {
    rejected: [{ on: '2026-10-01', document: 'Póliza', reason: 'No se lee' }],
    slots: ['Plan'],
    others: [{ participant: 'Mirlo, S.L.', document: 'Póliza' }],
  }
  expect(hasDuplicate(all)).toBe(true)
  expect(duplicateText(all)).toBe(
    'Es el mismo archivo que se rechazó el 01/10/2026: «No se lee». Es el mismo archivo que el de «Plan». Es el mismo archivo que «Póliza» de Mirlo, S.L.',
  )
})
