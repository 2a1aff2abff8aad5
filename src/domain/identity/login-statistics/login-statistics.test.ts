import { describe, expect, test } from 'vitest'
import { loginColumns } from '#domain/identity/login-statistics/columns.ts'
import {
  downloadTexts,
  elapsedSeconds,
  elapsedText,
  isActive,
} from '#domain/identity/login-statistics/login-statistics.ts'
import { PING_MAX, PING_MS } from '#domain/identity/session/ping.ts'

const now = '2026-11-21T10:00:00.000Z'

describe('an active session', () => {
  test.each([
    ['heard of just now', null, now, true],
    ['heard of 4 min 59.999 s ago', null, '2026-11-21T09:55:00.001Z', true],
    ['heard of 5 minutes ago', null, '2026-11-21T09:55:00.000Z', false],
    ['signed out just now', now, now, false],
  ])('LIM-04: %s', (_title, endedAt, lastSeenAt, active) => {
    expect(isActive({ endedAt, lastSeenAt }, now)).toBe(active)
  })
})

test('LIM-03: the pings of a session add up to a day', () => {
  expect(PING_MAX).toBe(288)
  expect(PING_MAX * PING_MS).toBe(24 * 60 * 60_000)
})

test.each([
  [0, '00:00:00'],
  [59, '00:00:59'],
  [3661, '01:01:01'],
  [86_399, '23:59:59'],
  [360_000, '100:00:00'],
])('STAT-03: %i seconds are %s', (seconds, text) => expect(elapsedText(seconds)).toBe(text))

test('STAT-03: time is counted in whole seconds and never backwards', () => {
  expect(elapsedSeconds('2026-11-21T10:00:00.000Z', '2026-11-21T10:01:00.999Z')).toBe(60)
  expect(elapsedSeconds('2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z')).toBe(0)
})

const download = (name: string, nameGenericEntity: string) => ({ name, nameGenericEntity, readAt: now })
const login = {
  email: 'ana@banco.example',
  token: '0123456789abcdefghjkmnpqrs',
  visitDateInput: '2026-07-01T22:30:00.000Z',
  endSession: '2026-07-01T23:31:01.500Z',
  nameGenericEntity: 'Banco Uno',
  elapsedTime: 3661,
  active: false,
  downloadFiles: [
    download('Escritura', 'Tramontana'),
    download('Escritura', 'Lumbre'),
    download('Escritura', 'Tramontana'),
  ],
}

test('STAT-03: lists a document read twice once, and another owner’s separately', () => {
  expect(downloadTexts(login.downloadFiles)).toEqual(['Escritura (Tramontana)', 'Escritura (Lumbre)'])
})

test('STAT-08: the columns of the CSV', () => {
  expect(loginColumns.map(column => column.label)).toEqual([
    'Compañía',
    'Email',
    'Fecha inicio',
    'Fecha fin',
    'Tiempo transcurrido',
    'Documentos descargados',
  ])
})

const csvRow = (row: typeof login) => loginColumns.map(column => column.text(row))

test('STAT-07 STAT-08: a record is a line of Madrid’s times without its session', () => {
  expect(csvRow(login)).toEqual([
    'Banco Uno',
    'ana@banco.example',
    '02/07/2026 00:30',
    '02/07/2026 01:31',
    '01:01:01',
    'Escritura (Tramontana) | Escritura (Lumbre)',
  ])
  expect(csvRow({ ...login, active: true, downloadFiles: [] }).slice(3)).toEqual(['Sesión activa', '01:01:01', ''])
  expect(csvRow(login).join()).not.toContain(login.token)
})
