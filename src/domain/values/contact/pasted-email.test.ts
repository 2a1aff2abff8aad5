import { expect, test } from 'vitest'
import { readPastedEmail } from '#domain/values/contact/pasted-email.ts'
import { processorMs } from '#test/support/processor-time.ts'

test.each([
  'ana.ruiz@empresa.es',
  ' ANA.RUIZ@empresa.es ',
  'Ana Ruiz <ana.ruiz@empresa.es>',
  '"Ruiz, Ana" <Ana.Ruiz@empresa.es>;',
  '<ana.ruiz@empresa.es>, ',
  'mailto:ana.ruiz@empresa.es',
  'Ana Ruiz <mailto:ana.ruiz@empresa.es?subject=Hola>',
  'ana.ruiz@empresa.es;',
  '(ana.ruiz@empresa.es).',
  '(("ana.ruiz@empresa.es"))',
  '< ana.ruiz@empresa.es >',
  'MAILTO:ana.ruiz@empresa.es?cc=luis@empresa.es',
  '\u200bana.ruiz@empresa.es\u00a0',
])('%j holds the address', text => {
  expect(readPastedEmail(text)).toBe('ana.ruiz@empresa.es')
})

test.each([
  '',
  'Ana Ruiz',
  'Ana <ana@empresa.es>; Luis <luis@empresa.es>',
  'ana@empresa.es; luis@empresa.es',
  'Ana <ana@empresa>',
  'Ana <xmailto:ana@empresa.es>',
])('%j holds not one address', text => {
  expect(readPastedEmail(text)).toBeNull()
})

test('refuses a hostile e-mail cell of a preload file in under a second', () => {
  expect(processorMs(() => expect(readPastedEmail(`${')'.repeat(200_000)}x`)).toBeNull())).toBeLessThan(1000)
})
