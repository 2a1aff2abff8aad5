import { afterEach, describe, expect, test } from 'vitest'
import { t } from '#domain/language/translate.ts'
import { drawIn, frameText, listed, locale, partLanguage, speak } from '#web/ui/language/spoken.ts'

const english = { Guardar: 'Save', 'Quedan {0}': '{0} left' }

afterEach(() => {
  speak('es')
  drawIn({ frame: false, screen: false })
})

describe('languages of a screen and its frame', () => {
  test('EASE-17: a screen without translation stays Spanish in an English frame', () => {
    speak('en', english)
    drawIn({ frame: true, screen: false })
    expect([t('Guardar'), frameText('Guardar'), frameText`Quedan ${2}`]).toEqual(['Guardar', 'Save', '2 left'])
    expect([partLanguage(), locale()]).toEqual(['es', 'es-ES'])
  })

  test('a translated screen speaks as its frame', () => {
    speak('en', english)
    drawIn({ frame: true, screen: true })
    expect([t('Guardar'), partLanguage(), listed(['a', 'b', 'c'])]).toEqual(['Save', undefined, 'a, b and c'])
  })

  test('outside the frame everything is Spanish, also after a user of English', () => {
    speak('en', english)
    drawIn({ frame: false, screen: false })
    expect([t('Guardar'), frameText('Guardar'), listed(['a', 'b'], 'disjunction')]).toEqual([
      'Guardar',
      'Guardar',
      'a o b',
    ])
  })
})
