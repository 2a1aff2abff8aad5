import { expect, test } from 'vitest'
import { chainBoxes, companyColumns, fittedText } from '#web/ui/picture/layout.ts'

const rows = [
  { id: 'a', recipientId: null, rank: 2 },
  { id: 'b', recipientId: 'a', rank: 3 },
  { id: 'c', recipientId: 'a', rank: 3 },
  { id: 'd', recipientId: null, rank: 2 },
]

test('EXP-26: a chain has one column a rank at a desk, and is indented on a phone; no boxes overlap', () => {
  const desk = chainBoxes(rows, 1000)
  const at = new Map(desk.boxes.map(box => [box.id, box]))
  expect(at.get('b')!.x).toBe(at.get('c')!.x)
  expect(at.get('b')!.y).toBe(at.get('a')!.y)
  expect([at.get('a')!.y, at.get('c')!.y, at.get('d')!.y]).toEqual([0, 58, 116])
  const phone = chainBoxes(rows, 320)
  expect(phone.isIndented).toBe(true)
  expect(new Set(phone.boxes.map(({ y }) => y)).size).toBe(5)
  expect(phone.boxes.every(({ x, width }) => x + width <= 320)).toBe(true)
})

test('EXP-26: companies are in columns where these fit, and below each other where they do not', () => {
  expect(companyColumns([2, 1], 1000).columns.map(({ y }) => y)).toEqual([0, 0])
  const phone = companyColumns([2, 1], 320)
  expect(phone.columns.map(({ x }) => x)).toEqual([0, 0])
  expect(phone.columns[1]!.y).toBeGreaterThan(phone.head + 2 * phone.service)
  expect(fittedText('Abantos Centros de Datos, S.A.', 100, 7)).toBe('Abantos Centr…')
})
