import type { AddressDraft } from '#domain/values/contact/address.ts'

/** An address on one line: 'Calle Mayor 3, 2.º B, 44001 Teruel (Teruel), España'; '' without an address. */
export function addressText(address: AddressDraft | null): string {
  if (!address?.viaName) return ''
  const { viaLabel, viaName, viaNumber, extraData, postalCode, city, province, country } = address
  const words = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
  const town = words(postalCode, city, province && province !== city ? `(${province})` : '')
  return [words(viaLabel, viaName, viaNumber), extraData, town, country].filter(Boolean).join(', ')
}
