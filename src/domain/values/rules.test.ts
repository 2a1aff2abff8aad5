import { describe, expect, it } from 'vitest'
import { nrbeRule } from '#domain/values/company/nrbe.ts'
import { webAddressRule } from '#domain/values/contact/web-address.ts'
import { checkPassword } from '#domain/values/password.ts'
import { firstError, rules, rulesWith } from '#domain/values/rules.ts'
import { lettersAndDigitsRule, lettersOnlyRule, maxLengthRule } from '#domain/values/text.ts'
import { processorMs } from '#test/support/processor-time.ts'

describe('rules', () => {
  it.each([
    ['FORM-22', 'notnull', 'x', '', 'No puede estar vacio'],
    ['FORM-23', 'email', 'ana@empresa.es', 'ana', 'Correo electrónico no válido'],
    ['FORM-25', 'telefono', '911234567', '91', 'Número de teléfono erróneo: el formato no es válido.'],
    ['FORM-29', 'cif', 'B12345674', 'B1', 'CIF erróneo: el formato no es correcto.'],
    ['FORM-30', 'cif', 'F04743175', 'B12345675', 'CIF erróneo: el carácter de control no es correcto.'],
    ['FORM-31', 'cnae', '6311', '11', 'CNAE erroneo'],
    ['FORM-32', 'valormoneda', '10000', '1,5', 'Valor monetario incorrecto. Ejemplo correcto 10000'],
    ['FORM-33', 'dni', '12345678Z', '12345678A', 'Dni erroneo'],
    ['FORM-34', 'cpostal', '28045', '58020', 'Código Postal erroneo'],
    ['FORM-37', 'fecha', '31/12/2023', '31/04/2020', 'Fecha no válida'],
    ['FORM-38', 'fecha', '31/12/2023', '01/01/2024', 'Fecha fuera de rango'],
    ['FORM-39', 'fecha', '29/02/2020', '30/02/2020', 'Fecha no válida para febrero'],
  ] as const)('%s: the rule %s accepts %j and says of %j: %s', (_id, name, right, wrong, message) => {
    expect(rules[name](right)).toBeNull()
    expect(rules[name](wrong)).toBe(message)
  })

  it('FORM-35: the rule password', () => {
    expect(rules.password('Abcdefg1')).toBeNull()
    expect(rules.password('abcdefg1')).not.toBeNull()
  })

  it('FORM-36: the rule igual takes the other field', () => {
    expect(rules.igual('Clave.2026', 'Clave.2026')).toBeNull()
    expect(rules.igual('Clave.2026', 'otra')).toBe('Contraseña diferente al primer campo introducido')
  })

  it('FORM-28: the control table of the CIF is a setting (D24)', () => {
    expect(rulesWith('especificacion').cif('F04743175')).toBe('CIF erróneo: el carácter de control no es correcto.')
    expect(rulesWith('agencia-tributaria').cif('F04743175')).toBeNull()
  })

  it('FORM-22: the first rule that objects speaks', () => {
    const chain = [rules.notnull, rules.cnae]
    expect(firstError(' ', chain)).toBe('No puede estar vacio')
    expect(firstError('12', chain)).toBe('CNAE erroneo')
    expect(firstError('6311', chain)).toBeNull()
  })

  it.each([
    'a'.repeat(50_000),
    `${'(a+)+$'}${'a'.repeat(50_000)}`,
    'a.'.repeat(25_000),
    `${'a.'.repeat(25_000)}@`,
    `a@${'a.'.repeat(25_000)}`,
    `a@${'a-'.repeat(25_000)}`,
    `a@${'a-'.repeat(120)}!`,
    `https://${'a-'.repeat(980)}`,
    `${'a.'.repeat(990)}!`,
    '1.234'.repeat(10_000),
    `1${'.234'.repeat(10_000)}x`,
    '+'.repeat(50_000),
    '0'.repeat(50_000),
    ' '.repeat(50_000),
    `${' '.repeat(50_000)}x`,
    `x${' '.repeat(50_000)}x`,
    `x${'\u200b '.repeat(25_000)}x`,
    "a'".repeat(25_000),
    'a\u0301'.repeat(25_000),
    `${'a b '.repeat(12_500)}!`,
    'ES'.repeat(25_000),
  ])('FORM-23 FORM-24 FORM-26: a hostile text costs no rule 100 ms (case %#)', text => {
    const named = Object.entries(rules).filter(([name]) => name !== 'igual')
    const all: [string, (value: string) => unknown][] = [
      ...named,
      ['nrbe', nrbeRule],
      ['web', webAddressRule],
      ['lettersAndDigits', lettersAndDigitsRule],
      ['lettersOnly', lettersOnlyRule],
      ['maxLength', maxLengthRule()],
      ['especificacion', value => checkPassword('especificacion', value)],
      ['nist', value => checkPassword('nist', value)],
    ]
    for (const [name, rule] of all) {
      expect(
        processorMs(() => void rule(text)),
        name,
      ).toBeLessThan(100)
    }
  })
})
