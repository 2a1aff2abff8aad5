const SEPARATORS = /[\s.\p{Pd}\p{Cf}]+/gu

/**
 * Normalises a pasted identifier: no spaces, dots, dashes of any kind or invisible characters, in capitals, without the
 * country prefix ES of the European VAT number.
 */
export function bareIdentifier(text: string): string {
  return text.replace(SEPARATORS, '').toUpperCase().replace(/^ES/, '')
}
