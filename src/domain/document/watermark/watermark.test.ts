import { expect, test } from 'vitest'
import { isMarked, markLines } from '#domain/document/watermark/watermark.ts'

const entity = { role: 'ENTITY' as const, participantId: 'b' }
const pdf = { mediaType: 'application/pdf', owner: 'p' }

test.each([
  ['a bank that reads of a provider', true, entity, pdf, true],
  ['where CCI does not want it', false, entity, pdf, false],
  ['the own document of a bank', true, entity, { ...pdf, owner: 'b' }, false],
  ['a spreadsheet', true, entity, { ...pdf, mediaType: 'text/csv' }, false],
  ['CCI', true, { ...entity, role: 'CCI' as const }, pdf, false],
  ['the provider itself', true, { role: 'PROVIDER' as const, participantId: 'p' }, pdf, false],
  ['an evaluator', true, { ...entity, role: 'AUDIT' as const }, pdf, false],
])('%s: %s', (_what, enabled, reader, file, marked) => expect(isMarked(enabled, reader, file)).toBe(marked))

test('the mark names the reader, the organisation and the time in Madrid', () => {
  const reader = { name: 'Íñigo Peñafiel Núñez', email: 'i@banco.example', organisation: 'Caja d’Estalvis' }
  expect(markLines(reader, '2026-11-21T09:05:00.000Z')).toEqual([
    'Leído por Íñigo Peñafiel Núñez · i@banco.example',
    'Caja d’Estalvis · 21/11/2026 10:05 (hora de Madrid)',
  ])
  expect(markLines({ ...reader, name: '' }, '2026-07-01T10:00:00.000Z')[0]).toBe('Leído por i@banco.example')
  // A long name would shrink the whole line to make it fit.
  const long = markLines(
    { ...reader, name: 'W'.repeat(400), organisation: 'B'.repeat(200) },
    '2026-07-01T10:00:00.000Z',
  )
  expect(long[0]).toBe(`Leído por ${'W'.repeat(40)} · i@banco.example`)
  expect(long[1]).toBe(`${'B'.repeat(80)} · 01/07/2026 12:00 (hora de Madrid)`)
})
