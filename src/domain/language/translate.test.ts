import { afterEach, describe, expect, test } from 'vitest'
import { bindLanguage, msg, t } from '#domain/language/translate.ts'

afterEach(() => bindLanguage(() => 'es', {}))

describe('translations', () => {
  test('EASE-14: the text is Spanish until English is chosen', () => {
    bindLanguage(() => 'es', { Guardar: 'Save' })
    expect(t('Guardar')).toBe('Guardar')
    expect(t`Quedan ${2} días`).toBe('Quedan 2 días')
  })

  test('English puts values where the translation places them', () => {
    const catalogue = { Guardar: 'Save', '{0} de {1}': 'Of {1}, {0}' }
    bindLanguage(() => 'en', catalogue)
    expect(t(msg('Guardar'))).toBe('Save')
    expect(t`${1} de ${3}`).toBe('Of 3, 1')
  })

  test('a text without translation stays Spanish', () => {
    bindLanguage(() => 'en', {})
    expect(t`Faltan ${'{0}'}`).toBe('Faltan {0}')
  })
})
