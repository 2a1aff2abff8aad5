import { expect, test } from 'vitest'
import { REASON_MAX } from '#domain/document/document.ts'
import { defaultPhrases, PHRASES_MAX, phrasesFault, phrasesOf, withPhrase } from '#domain/document/reasons/reasons.ts'

test('DOC-07: phrases are edited one per line', () => {
  expect(phrasesOf(' Una. \n\nDos…\r\nUna.\n')).toEqual(['Una.', 'Dos…'])
  expect(phrasesOf('')).toEqual([])
})

test('DOC-07: only phrases that fit a reason are saved, and not too many', () => {
  expect(phrasesFault(defaultPhrases)).toBeNull()
  expect(phrasesFault(['a'.repeat(REASON_MAX)])).toBeNull()
  expect(phrasesFault(['a'.repeat(REASON_MAX + 1)])).toMatch(/pasa de 200 caracteres/)
  const many = Array.from({ length: PHRASES_MAX + 1 }, (_, at) => `Frase ${at}`)
  expect(phrasesFault(many)).toBe('Hay 13 frases y se admiten 12.')
  expect(phrasesFault(many.slice(1))).toBeNull()
})

test.each([
  ['', 'Falta la página …: súbala.', 'Falta la página …: súbala.', '…'],
  ['No se lee. ', 'Falta la firma de ….', 'No se lee. Falta la firma de ….', '…'],
  ['', 'No se lee.', 'No se lee.', ''],
])('DOC-07: %j takes %j, with its slot selected', (reason, phrase, text, selected) => {
  const made = withPhrase(reason, phrase)
  expect(made.text).toBe(text)
  expect(made.text.slice(made.from, made.to)).toBe(selected)
  if (selected === '') expect(made.from).toBe(text.length)
})
