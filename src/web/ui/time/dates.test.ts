import { describe, expect, test } from 'vitest'
import { dayFault, dayText, relativeText } from '#web/ui/time/dates.ts'

describe('dates of the interface', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  test('a day is DD/MM/YYYY, in the time of Madrid', () => {
    expect(dayText('2026-12-14')).toBe('14/12/2026')
    expect(dayText('2026-12-14T23:30:00Z')).toBe('15/12/2026')
  })

  test('relative words are Spanish', () => {
    expect(relativeText('2026-11-18', now)).toBe('hace 3 días')
    expect(relativeText('2026-11-20', now)).toBe('ayer')
    expect(relativeText('2026-12-14', now)).toBe('dentro de 23 días')
    expect(relativeText('2026-11-21', now)).toBe('hoy')
    expect(relativeText('2026-11-21T09:48:00Z', now)).toBe('hace 12 minutos')
    expect(relativeText('2026-11-21T07:00:00Z', now)).toBe('hace 3 horas')
    expect(relativeText('2026-09-11', now)).toBe('hace 2 meses')
  })

  test('distinguishes a day that does not exist from text that is no date', () => {
    for (const text of ['29/02/2027', '31-4-27', '00/01/2027', '2027-13-01']) {
      expect(dayFault(text), text).toBe('Ese día no existe')
    }
    for (const text of ['29/02', 'mañana', '1/1/202', '29/02/20277']) {
      expect(dayFault(text), text).toBe('Escriba la fecha como DD/MM/AAAA')
    }
    for (const text of ['28/02/2027', ' ', '']) expect(dayFault(text), text).toBeNull()
  })
})
