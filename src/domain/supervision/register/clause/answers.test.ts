import { describe, expect, test } from 'vitest'
import {
  clauseFaults,
  clauseFields,
  clausesLeft,
  clausesLeftText,
  clauseText,
  neededClauses,
} from '#domain/supervision/register/clause/answers.ts'
import { clauseKeys, clauses } from '#domain/supervision/register/clause/clauses.ts'

const every = (standing: string, isCritical = true) =>
  Object.fromEntries(neededClauses(isCritical).map(({ key }) => [`standing${key}`, standing]))

describe('REG-26: the clauses of a contract', () => {
  test('are those of article 30.2, and of 30.3 where it supports a critical or important function', () => {
    expect(neededClauses(false).map(({ article }) => article)).toEqual(
      [...'abcdefghi'].map(letter => `30.2.${letter})`),
    )
    expect(neededClauses(true)).toHaveLength(clauses.length)
    expect(
      neededClauses(true)
        .slice(9)
        .map(({ article }) => article.slice(0, 7)),
    ).toEqual([...'abcdeeeef'].map(letter => `30.3.${letter})`))
    expect(new Set(clauseKeys).size).toBe(clauses.length)
    // Each fits in two fields side by side, with words of its own.
    expect(new Set(Object.values(clauseFields).map(({ label }) => label)).size).toBe(2 * clauses.length)
  })

  test('that are there say where, and no other does', () => {
    expect(clauseFaults({ standing2a: 'PRESENT', place2a: ' ' })).toEqual({
      place2a: 'Escriba en qué cláusula o anexo consta',
    })
    expect(
      clauseFaults({ standing2a: 'PRESENT', place2a: 'Cláusula 3', standing2b: 'ABSENT', standing2c: null }),
    ).toEqual({})
    for (const standing of ['ABSENT', 'NOT_APPLICABLE', null]) {
      expect(clauseFaults({ standing3f: standing, place3f: 'Anexo II' })).toEqual({
        standing3f: 'Elija «Consta», o borre dónde consta',
      })
    }
  })

  test('are missing when they are not there or were not looked for; those that do not apply are not', () => {
    expect(clausesLeft(every('NOT_APPLICABLE'), true)).toEqual({ absent: [], open: [] })
    expect(clausesLeft(every('PRESENT', false), false)).toEqual({ absent: [], open: [] })
    expect(clausesLeft(every('PRESENT', false), true).open.map(({ key }) => key)).toEqual(clauseKeys.slice(9))
    expect(clausesLeft({ ...every('PRESENT'), standing2i: 'ABSENT' }, true).absent.map(({ key }) => key)).toEqual([
      '2i',
    ])
    // Of a contract that supports no critical function any more, what is written of 30.3 does not count.
    expect(clausesLeft({ ...every('PRESENT'), standing3a: 'ABSENT' }, false).absent).toEqual([])
  })

  test.each([
    [every('PRESENT'), null],
    [{ ...every('PRESENT'), standing2i: 'ABSENT' }, 'No consta 30.2.i) Formación.'],
    [
      { ...every('PRESENT'), standing2a: 'ABSENT', standing3f: 'ABSENT' },
      'No constan 30.2.a) Funciones y servicios y 30.3.f) Estrategia de salida.',
    ],
    [{ ...every('PRESENT'), standing2i: null }, 'Queda por revisar 30.2.i) Formación.'],
    [
      { ...every('PRESENT'), standing2h: 'ABSENT', standing2i: null, standing3a: null },
      'No consta 30.2.h) Terminación y preaviso. Quedan 2 cláusulas por revisar.',
    ],
  ])('in words, %#', (values, words) => {
    expect(clausesLeftText(clausesLeft(values, true))).toBe(words)
  })

  test('and where one is', () => {
    const audit = clauses.find(({ key }) => key === '3e1')!
    expect(clauseText({}, audit)).toBeNull()
    expect(clauseText({ standing3e1: 'PRESENT', place3e1: 'cláusula 14' }, audit)).toBe('Consta: cláusula 14')
    expect(clauseText({ standing3e1: 'NOT_APPLICABLE' }, audit)).toBe('No procede')
  })
})
