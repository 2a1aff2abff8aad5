import { describe, expect, it } from 'vitest'
import { normalisePhone, PHONE_PATTERN, phoneRule } from '#domain/values/contact/phone.ts'

const WRONG = 'Número de teléfono erróneo: el formato no es válido.'

describe('phone', () => {
  it.each(['911234567', '+34911234567', '0034911234567', '+1911234567', '+351911234567'])(
    'FORM-13: the field pattern takes %s',
    text => expect(PHONE_PATTERN.test(text)).toBe(true),
  )

  it.each(['', '91123456', '+91123456', '34911234567', '+3511911234567', '+34 911234567', '911234567\n'])(
    'FORM-13: the field pattern does not take %j',
    text => expect(PHONE_PATTERN.test(text)).toBe(false),
  )

  it.each([
    '911234567',
    '+11234567',
    '+341234567',
    '+34911234567',
    '0034911234567',
    '+351123456789012',
    '001234567890',
  ])('FORM-24: accepts %s', text => expect(phoneRule(text)).toBeNull())

  it.each([
    '',
    '91123456',
    '9112345678',
    '34911234567',
    '+1234567',
    '+3511234567890123',
    '0034',
    '+',
    '++34911234567',
    '91123456a',
    '٩١١٢٣٤٥٦٧',
    '911234567 ext 3',
  ])('FORM-24 FORM-25: refuses %j', text => expect(phoneRule(text)).toBe(WRONG))

  it.each([
    ['91 123 45 67', '911234567'],
    ['91-123-45-67', '911234567'],
    ['912-345-678', '912345678'],
    ['+34 911 234 567', '+34911234567'],
    ['(+34) 91.123.45.67', '+34911234567'],
    ['\u202a911234567\u202c', '911234567'],
  ])('FORM-24: understands %j as pasted', (pasted, phone) => {
    expect(normalisePhone(pasted)).toBe(phone)
    expect(phoneRule(pasted)).toBeNull()
  })
})
