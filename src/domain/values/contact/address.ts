import { foldForSearch } from '#domain/values/collate.ts'
import { normalisePostalCode, postalCodeRule } from '#domain/values/contact/postal-code.ts'
import { findProvince, provinceOfPostalCode } from '#domain/values/contact/provinces.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { notEmptyRule } from '#domain/values/text.ts'

/** A postal address (PART-20). The via's label accompanies its code, since two labels share the code PL (D26). */
export type Address = {
  viaType: string
  viaLabel: string
  viaName: string
  viaNumber: string
  postalCode: string
  province: string
  city: string
  country: string
  extraData: string
}

/** An address in a form that is being filled in. */
export type AddressDraft = { readonly [K in keyof Address]?: string | null }

/** The kinds of via in the order of the specification (PART-23); the label, not the code, is unique (PART-24). */
export const VIA_TYPES = [
  { code: 'AL', label: 'Alameda' },
  { code: 'AV', label: 'Avenida' },
  { code: 'CL', label: 'Calle' },
  { code: 'CJ', label: 'Calleja' },
  { code: 'CM', label: 'Camino' },
  { code: 'CR', label: 'Carretera' },
  { code: 'ED', label: 'Edificio' },
  { code: 'GL', label: 'Glorieta' },
  { code: 'PJ', label: 'Pasaje' },
  { code: 'PS', label: 'Paseo' },
  { code: 'PL', label: 'Plaza' },
  { code: 'PL', label: 'Polígono' },
  { code: 'SC', label: 'Sector' },
  { code: 'TR', label: 'Travesía' },
  { code: 'UR', label: 'Urbanización' },
  { code: 'V', label: 'Vía' },
] as const

// Not `viaLabel`: it defaults to the label of the code, so one omission is one error.
const REQUIRED = ['viaType', 'viaName', 'viaNumber', 'postalCode', 'province', 'city', 'country'] as const

const SPAIN = ['espana', 'spain', 'es']

/**
 * Normalises an address: every field trimmed, `S/N` as `s/n`, `28 045` as `28045`, and the label of the code when a
 * caller sends none.
 */
export function normaliseAddress(draft: AddressDraft): Address {
  const text = (field: keyof Address) => draft[field]?.trim() ?? ''
  const viaType = text('viaType')
  const viaNumber = text('viaNumber')
  return {
    viaType,
    viaLabel: text('viaLabel') || (VIA_TYPES.find(via => via.code === viaType)?.label ?? ''),
    viaName: text('viaName'),
    viaNumber: /^s\/?n$/i.test(viaNumber) ? 's/n' : viaNumber,
    postalCode: normalisePostalCode(text('postalCode')),
    province: text('province'),
    city: text('city'),
    country: text('country'),
    extraData: text('extraData'),
  }
}

/**
 * Errors of an address, by field; valid fields have no key. All fields are required except `extraData`, and `viaNumber`
 * is a number or `s/n` (PART-21, PART-22, D33). In Spain the province must exist and match the postal code.
 */
export function addressErrors(draft: AddressDraft): Partial<Record<keyof Address, string>> {
  const address = normaliseAddress(draft)
  const errors: Partial<Record<keyof Address, string>> = {}
  const wrong = (field: keyof Address, message: string | null) => {
    if (message) errors[field] ??= message
  }
  for (const field of REQUIRED) wrong(field, notEmptyRule(address[field]))
  const vias = VIA_TYPES.filter(via => via.code === address.viaType)
  if (vias.length === 0) wrong('viaType', MESSAGES.viaType)
  else if (!vias.some(via => via.label === address.viaLabel)) wrong('viaLabel', MESSAGES.viaType)
  if (!isViaNumber(address.viaNumber)) wrong('viaNumber', MESSAGES.viaNumber)
  wrong('postalCode', postalCodeRule(address.postalCode))
  if (isSpain(address.country)) {
    const province = findProvince(address.province)
    if (!province) wrong('province', MESSAGES.province)
    else if (provinceOfPostalCode(address.postalCode) !== province) wrong('postalCode', MESSAGES.postalCodeProvince)
  }
  return errors
}

/** Whether a country is Spain; only its provinces and postal codes are checked. */
export function isSpain(country: string): boolean {
  return SPAIN.includes(foldForSearch(country))
}

// FORM-16 counts 0 as missing.
function isViaNumber(text: string): boolean {
  return text === 's/n' || (/^\d+$/.test(text) && /[1-9]/.test(text))
}
