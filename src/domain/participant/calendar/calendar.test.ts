import { expect, test } from 'vitest'
import { roles } from '#domain/identity/roles.ts'
import {
  agendaKindsOf,
  agendaPath,
  agendaText,
  laterMonth,
  monthDays,
  monthLabel,
  readMonth,
  weeksOf,
} from '#domain/participant/calendar/calendar.ts'

const item = {
  kind: 'score',
  name: 'Custodia',
  expiredAt: '2026-12-14',
  validationId: 'V',
  idProvider: 'P',
  provider: 'Lumbre, S.L.',
} as const

test('RENEW-20: a month is read from its address, or is the one of today', () => {
  expect(readMonth('2027-02', '2026-11-21')).toBe('2027-02')
  for (const wrong of [undefined, '', '2027', '2027-13', '2027-2', 'x']) {
    expect(readMonth(wrong, '2026-11-21')).toBe('2026-11')
  }
  expect([laterMonth('2026-12', 1), laterMonth('2026-01', -1), monthLabel('2026-12')]).toEqual([
    '2027-01',
    '2025-12',
    'diciembre de 2026',
  ])
  expect(monthDays('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('RENEW-20: a month is shown in weeks from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(6)
  expect([weeks[0]![0], weeks[0]![6], weeks[5]![0], weeks[5]![6]]).toEqual([
    '2026-10-26',
    '2026-11-01',
    '2026-11-30',
    '2026-12-06',
  ])
  expect(weeksOf('2027-02')).toHaveLength(4)
})

test('RENEW-20: an expiry names the provider where that is another company, and leads to the thing', () => {
  expect([agendaText(item, 'P'), agendaText(item, 'B')]).toEqual(['Calificación: Custodia', 'Lumbre, S.L.: Custodia'])
  expect(agendaText({ ...item, kind: 'document', name: 'Póliza' }, 'P')).toBe('Póliza')
  expect(agendaPath(item, 'PROVIDER')).toBe('/provider?row=V')
  expect(agendaPath(item, 'ENTITY')).toBe('/provider?provider=Lumbre%2C%20S.L.&row=V')
  expect(agendaPath({ ...item, kind: 'document' }, 'PROVIDER')).toBe('/own-documentation')
  expect(agendaPath({ ...item, kind: 'accreditation' }, 'AUDIT')).toBe('/own-documentation')
  expect(agendaPath({ ...item, kind: 'accreditation' }, 'CCI')).toBe('/documentation-verification/P-V-DOC_MIN')
  expect(agendaPath({ ...item, kind: 'acceptance' }, 'ENTITY')).toBe('/required-levels')
  expect(agendaPath({ ...item, kind: 'lei' }, 'PROVIDER')).toBe('/own-data')
})

test('RENEW-20: every role has kinds to filter by', () => {
  expect(roles.map(role => agendaKindsOf[role].length > 0)).toEqual(roles.map(() => true))
})
