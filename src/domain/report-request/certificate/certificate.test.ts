import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles } from '#domain/identity/roles.ts'
import {
  certificateStanding,
  certificateText,
  factLines,
  factsIn,
  hidesCertificates,
  standingWords,
  verifyPath,
} from '#domain/report-request/certificate/certificate.ts'
import { CODE_BYTES, certificateCodeOf, readCode } from '#domain/report-request/certificate/code.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { publicHalf, signatureOf } from '#server/report-request/certificate/keys.ts'

const facts = {
  product: 'Almotacén',
  code: '0123-4567-89AB-CDEF',
  provider: 'Archivos Tramontana, S.L.',
  cif: 'B00472183',
  service: 'Custodia documental',
  concept: 'Alcance «anual»',
  evaluator: 'Somport Auditores, S.L.P.',
  rating: 'A/B/A+',
  scoredOn: '2026-11-21',
  expiresOn: '2027-11-21',
  dictamenSha256: 'ab'.repeat(32),
}

describe('SEAL-13: the signed text', () => {
  test('SEAL-13: it has its keys in order and no space between them, the same bytes for the same facts', () => {
    const text = certificateText(facts)
    expect(text).toBe(
      '{"cif":"B00472183","code":"0123-4567-89AB-CDEF","concept":"Alcance «anual»",' +
        `"dictamenSha256":"${'ab'.repeat(32)}","evaluator":"Somport Auditores, S.L.P.","expiresOn":"2027-11-21",` +
        '"product":"Almotacén","provider":"Archivos Tramontana, S.L.","rating":"A/B/A+",' +
        '"scoredOn":"2026-11-21","service":"Custodia documental"}',
    )
    const shuffled = Object.fromEntries(Object.entries(facts).toReversed()) as typeof facts
    expect(certificateText(shuffled)).toBe(text)
    // Nothing else comes in.
    expect(certificateText({ ...facts, hidden: true } as typeof facts)).toBe(text)
    expect(factsIn(text)).toEqual(facts)
  })

  test('SEAL-13: the signature verifies with the published key, and not once a byte is changed', () => {
    const { certificateKey } = secretsFrom('una clave de esta instalación')
    const text = certificateText(facts)
    const signature = Buffer.from(signatureOf(certificateKey, text), 'base64')
    const { publicKey } = publicHalf(certificateKey)
    const key = createPublicKey(publicKey)
    const bytes = Buffer.from(text)
    expect(verify(null, bytes, key, signature)).toBe(true)
    for (const [index, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes)
      changed[index] = byte ^ 1
      expect(verify(null, changed, key, signature), `byte ${index}`).toBe(false)
    }
    for (const [index, byte] of signature.entries()) {
      const changed = Buffer.from(signature)
      changed[index] = byte ^ 1
      expect(verify(null, bytes, key, changed), `byte ${index} of the signature`).toBe(false)
    }
    // The key serves this purpose alone, and each installation has its own.
    expect(publicHalf(secretsFrom('una clave de esta instalación').checkpointKey).publicKey).not.toBe(publicKey)
    expect(publicHalf(secretsFrom('otra clave').certificateKey).publicKey).not.toBe(publicKey)
  })
})

describe('SEAL-14: the code', () => {
  test('SEAL-14: it has 80 bits in letters that do not look alike', () => {
    expect(certificateCodeOf(new Uint8Array(CODE_BYTES))).toBe('0000-0000-0000-0000')
    expect(certificateCodeOf(new Uint8Array(CODE_BYTES).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
    expect(() => certificateCodeOf(new Uint8Array(9))).toThrow(RangeError)
    const bytes = fc.uint8Array({ minLength: CODE_BYTES, maxLength: CODE_BYTES })
    fc.assert(
      fc.property(bytes, each => {
        expect(certificateCodeOf(each)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
      }),
    )
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(certificateCodeOf(one) === certificateCodeOf(other)).toBe(Buffer.from(one).equals(Buffer.from(other)))
      }),
    )
  })

  test.each([
    ['0A1B-2C3D-4E5F-6G7H', '0A1B-2C3D-4E5F-6G7H'],
    ['0a1b2c3d4e5f6g7h', '0A1B-2C3D-4E5F-6G7H'],
    ['oAib-2c3d-4e5f-6g7h', '0A1B-2C3D-4E5F-6G7H'],
    ['OALB 2C3D 4E5F 6G7H', '0A1B-2C3D-4E5F-6G7H'],
    ['  0A1B–2C3D–4E5F–6G7H ', '0A1B-2C3D-4E5F-6G7H'],
    ['0A1B-2C3D-4E5F-6G7', null],
    ['0A1B-2C3D-4E5F-6G7HH', null],
    ['0A1B-2C3D-4E5F-6G7U', null],
    ['', null],
  ])('SEAL-14: %s is read as %s', (typed, code) => expect(readCode(typed)).toBe(code))
})

const stands = { expiresOn: '2027-11-21', correctedOn: null, replacedOn: null, holderGone: false, reviewSince: null }

test.each([
  [{}, '2027-11-21', 'CURRENT', 'Vigente hasta el 21/11/2027'],
  [
    { reviewSince: '2027-02-01' },
    '2027-03-01',
    'CURRENT',
    'Vigente hasta el 21/11/2027. En revisión extraordinaria desde el 01/02/2027',
  ],
  [{ reviewSince: '2027-02-01' }, '2027-11-22', 'LAPSED', 'Caducada el 21/11/2027'],
  [{}, '2027-11-22', 'LAPSED', 'Caducada el 21/11/2027'],
  [{ replacedOn: '2027-10-01' }, '2027-10-01', 'REPLACED', 'Sustituida por otra calificación el 01/10/2027'],
  [{ replacedOn: '2027-12-01' }, '2027-12-02', 'REPLACED', 'Sustituida por otra calificación el 01/12/2027'],
  [{ correctedOn: '2026-12-01' }, '2028-01-01', 'CORRECTED', 'Corregida el 01/12/2026: este certificado ya no vale'],
  [{ holderGone: true }, '2027-01-01', 'ENDED', 'El titular ya no está en el portal'],
  [
    { holderGone: true, correctedOn: '2026-12-01', replacedOn: '2026-12-01' },
    '2027-01-01',
    'CORRECTED',
    'Corregida el 01/12/2026: este certificado ya no vale',
  ],
] as const)('SEAL-16: %o is on %s %s', (fate, today, status, says) => {
  const standing = certificateStanding({ ...stands, ...fate }, today)
  expect([standing.status, standingWords(standing)]).toEqual([status, says])
})

test('SEAL-19: only the provider hides its certificates', () => {
  expect(roles.filter(hidesCertificates)).toEqual(['PROVIDER'])
})

test('the facts are read in an order of their own, with the code in the address', () => {
  expect(factLines(facts).map(([label]) => label)).toEqual([
    ...['Proveedor', 'CIF', 'Servicio', 'Concepto', 'Evaluador', 'Calificación', 'Calificada el', 'Caduca el'],
  ])
  expect(verifyPath(facts.code)).toBe('/verify/0123-4567-89AB-CDEF')
})
