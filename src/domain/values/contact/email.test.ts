import { describe, expect, it } from 'vitest'
import { EMAIL_MAX, EMAIL_PATTERN, emailRule, normaliseEmail } from '#domain/values/contact/email.ts'

const LABEL = 'a'.repeat(63)
const longest = `ana@${`${LABEL}.`.repeat(3)}${'a'.repeat(EMAIL_MAX - 199)}.es`

describe('email', () => {
  it.each([
    'ana@empresa.es',
    'ana.gil+avisos@sub.empresa-sur.com',
    "o'donnell@empresa.es",
    'a@b.co',
    '1@2.es',
    'ana@xn--espaa-rta.es',
    'ana@empresa.xn--p1ai',
    'ana@peñarroya.es',
    ' Ana@Empresa.ES ',
    `${'a'.repeat(64)}@empresa.es`,
    'ana@españa.es',
    'ana@espan\u0303a.es',
    'ana@grüße.de',
    'ana@банк.рф',
    '\ufeffana\u200b@empresa.es\u200e',
  ])('FORM-15 FORM-23: accepts %j', email => expect(emailRule(email)).toBeNull())

  it.each([
    '',
    'ana',
    '@empresa.es',
    'ana@',
    'ana@empresa',
    'ana@empresa.e',
    'ana@empresa..es',
    'ana..gil@empresa.es',
    '.ana@empresa.es',
    'ana.@empresa.es',
    'ana gil@empresa.es',
    'ana@-empresa.es',
    'ana@empresa-.es',
    'ana@empresa.es.',
    'ana@gil@empresa.es',
    'ana@127.0.0.1',
    'ana@empresa.es\nBcc: todos@empresa.es',
    'Ana <ana@empresa.es>',
    'ana@empresa.es,luis@empresa.es',
    '"ana"@empresa.es',
    `${'a'.repeat(65)}@empresa.es`,
    'peña@empresa.es',
    // Signs that only look like letters and dots.
    'ana@ｅmpresa.es',
    'ana@empresa。es',
    'ana@españa.es/a',
    'ana@españa.es:25',
    `ana@${LABEL}a.es`,
    'ana@pe ñarroya.es',
    'ana@ñ',
    `ana@${`${LABEL}.`.repeat(4)}es`,
  ])('FORM-23: refuses %j', email => expect(emailRule(email)).toBe('Correo electrónico no válido'))

  it('FORM-23: takes 254 characters and no more', () => {
    expect(longest).toHaveLength(EMAIL_MAX)
    expect(EMAIL_MAX).toBe(254)
    expect(emailRule(longest)).toBeNull()
    expect(emailRule(`a${longest}`)).toBe('Correo electrónico no válido')
  })

  it('FORM-02 FORM-15 FORM-45: trims and lowercases', () =>
    expect(normaliseEmail('\t Ana.Gil@Empresa.ES ')).toBe('ana.gil@empresa.es'))

  it.each([
    ['Info@Peñarroya.ES', 'info@xn--pearroya-e3a.es'],
    ['info@pen\u0303arroya.es', 'info@xn--pearroya-e3a.es'],
    ['info@peñarroya.es/x', 'info@peñarroya.es/x'],
    ['ñ', 'ñ'],
    ['Ana@España.ES', 'ana@xn--espaa-rta.es'],
    ['ana@espan\u0303a.es', 'ana@xn--espaa-rta.es'],
    ['ana@correo.españa.es', 'ana@correo.xn--espaa-rta.es'],
    ['ana@xn--espaa-rta.es', 'ana@xn--espaa-rta.es'],
    ['\u200bana@empresa\u00ad.es', 'ana@empresa.es'],
    ['ñandú', 'ñandú'],
  ])('FORM-15: stores %j as %j', (typed, stored) => expect(normaliseEmail(typed)).toBe(stored))

  it('FORM-15: the field pattern is that of a lowercased e-mail', () => {
    expect(EMAIL_PATTERN.test('ana@empresa.es')).toBe(true)
    expect(EMAIL_PATTERN.test('Ana@empresa.es')).toBe(false)
  })
})
