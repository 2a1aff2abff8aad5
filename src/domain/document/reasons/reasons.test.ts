import { expect, test } from 'vitest'
import { REASON_MAX } from '#domain/document/document.ts'
import { defaultReasons, REASONS_MAX, reasonsFault, reasonsOf, withReason } from '#domain/document/reasons/reasons.ts'

test('DOC-07: phrases are edited one per line', () => {
  expect(reasonsOf(' Una. \n\nDos…\r\nUna.\n')).toEqual(['Una.', 'Dos…'])
  expect(reasonsOf('')).toEqual([])
})

test('DOC-07: only phrases that fit a reason are saved, and not too many', () => {
  expect(reasonsFault(defaultReasons)).toBeNull()
  expect(reasonsFault(['a'.repeat(REASON_MAX)])).toBeNull()
  expect(reasonsFault(['a'.repeat(REASON_MAX + 1)])).toMatch(/pasa de 200 caracteres/)
  const many = Array.from({ length: REASONS_MAX + 1 }, (_, at) => `Frase ${at}`)
  expect(reasonsFault(many)).toBe('Hay 13 frases y se admiten 12.')
  expect(reasonsFault(many.slice(1))).toBeNull()
})

test.each([
  ['', 'Falta la página …: súbala.', 'Falta la página …: súbala.', '…'],
  ['No se lee. ', 'Falta la firma de ….', 'No se lee. Falta la firma de ….', '…'],
  ['', 'No se lee.', 'No se lee.', ''],
])('DOC-07: %j takes %j, with its slot selected', (reason, phrase, text, selected) => {
  const made = withReason(reason, phrase)
  expect(made.text).toBe(text)
  expect(made.text.slice(made.from, made.to)).toBe(selected)
  if (selected === '') expect(made.from).toBe(text.length)
})
