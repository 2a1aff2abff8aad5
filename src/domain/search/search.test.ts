import { expect, test } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import { findsServices, hasWords, kindsFound, searchWords } from '#domain/search/search.ts'

test.each([
  ['  Peñafiel   TRANSCRIPCIONES ', ['penafiel', 'transcripciones']],
  ['Peñafiel', ['penafiel']],
  ['banco ban santander banco', ['banco', 'santander']],
  ['S. A.', ['s.', 'a.']],
  ['a', []],
  [' ', []],
  ['', []],
  ['%_', ['%_']],
])('the words of %j are %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('a label has the words whatever its case and accents, all of them or not at all', () => {
  expect(hasWords('Gestión de usuarios', searchWords('usuarios GESTION'))).toBe(true)
  expect(hasWords('Gestión de usuarios', searchWords('gestion servicios'))).toBe(false)
  expect(hasWords('Inicio', [])).toBe(true)
})

const actor = (role: Actor['role'], onboarded = true): Actor => ({
  userId: 'u',
  participantId: 'p',
  role,
  isPrincipal: true,
  completed: true,
  onboarded,
})

test('ROLE-11 D16 D17: each role finds the kinds of participant that it has a list of', () => {
  expect(kindsFound(actor('CCI'))).toEqual(['PROVIDER', 'AUDIT', 'ENTITY'])
  for (const role of ['PROVIDER', 'AUDIT', 'ENTITY'] as const) {
    expect(kindsFound(actor(role))).toEqual(['PROVIDER'])
    expect(kindsFound(actor(role, false))).toEqual([])
  }
})

test('only roles that search other providers find services', () => {
  const finders = (['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const).filter(role => findsServices(actor(role)))
  expect(finders).toEqual(['CCI', 'ENTITY'])
  expect(findsServices(actor('ENTITY', false))).toBe(false)
})
