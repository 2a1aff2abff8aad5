import { foldForSearch } from '#domain/values/collate.ts'
import type { Address, VIA_TYPES } from '#domain/values/contact/address.ts'
import { isSpain } from '#domain/values/contact/address.ts'
import { findProvince, provinceOfPostalCode } from '#domain/values/contact/provinces.ts'

type Via = (typeof VIA_TYPES)[number]

/** Spellings of each kind of via, without accents and dots. */
const WRITTEN: readonly (readonly [RegExp, Via['code'], Via['label']])[] = [
  [/^(?:c\/|c\s*\/|cl|calle)(?=\W|\s|$)/, 'CL', 'Calle'],
  [/^(?:avda|avd|avenida|av)(?=\W|$)/, 'AV', 'Avenida'],
  [/^(?:plaza|plza|pza|pz|pl)(?=\W|$)/, 'PL', 'Plaza'],
  [/^(?:poligono industrial|poligono|pol\s+ind|pol|pg\s+ind|p\s+i)(?=\W|$)/, 'PL', 'Polígono'],
  [/^(?:paseo|pso|ps|p[ºo°])(?=\W|$)/, 'PS', 'Paseo'],
  [/^(?:carretera|ctra|crta|cr)(?=\W|$)/, 'CR', 'Carretera'],
  [/^(?:camino|cmno|cno|cm)(?=\W|$)/, 'CM', 'Camino'],
  [/^(?:travesia|trva|tr)(?=\W|$)/, 'TR', 'Travesía'],
  [/^(?:glorieta|gta|gl)(?=\W|$)/, 'GL', 'Glorieta'],
  [/^(?:urbanizacion|urb|ur)(?=\W|$)/, 'UR', 'Urbanización'],
  [/^(?:pasaje|pje|pj)(?=\W|$)/, 'PJ', 'Pasaje'],
  [/^(?:alameda|al)(?=\W|$)/, 'AL', 'Alameda'],
  [/^(?:calleja|cj)(?=\W|$)/, 'CJ', 'Calleja'],
  [/^(?:edificio|edif|ed)(?=\W|$)/, 'ED', 'Edificio'],
  [/^(?:sector|sc)(?=\W|$)/, 'SC', 'Sector'],
  [/^(?:via)(?=\W|$)/, 'V', 'Vía'],
]

const NUMBER = /^(?:(?:n[.ºo°]*|num\.?|número)\s*)?(\d{1,5}|s\/?n)(?=\W|$)\s*(.*)$/i
const TRAILING_NUMBER = /^(.*?\S)\s+(?:(?:n[.ºo°]*|num\.?|número)\s*)?(\d{1,5}|s\/?n)(?:\s+(bis|[A-Za-z]))?$/i
const POSTAL = /^(.*?)(?:\bC\.?P\.?:?\s*)?\b(\d{2}[ .]?\d{3})\b\s*[-–,]?\s*(.*)$/i

/**
 * Parses an address pasted from a letter or a web page, `C/ Reina Casilda, 14, 4.º B - 28045 Madrid`; null when it is
 * not clearly one, that is, without a street and a postal code of a known province.
 */
export function readPastedAddress(text: string): Partial<Address> | null {
  const line = text
    .normalize('NFC')
    .replace(/\s*[\r\n]+\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim()
  const [, before = '', code = '', after = ''] = POSTAL.exec(line) ?? []
  const postalCode = code.replace(/\D/g, '')
  const province = provinceOfPostalCode(postalCode)
  const via = readVia(before)
  if (!province || !via) return null
  return { ...via, postalCode, ...readTown(after, province.name) }
}

function readVia(text: string): Partial<Address> | null {
  const [street = '', ...rest] = segmentsOf(text)
  const { code, label, name } = readKind(street)
  const numbered = TRAILING_NUMBER.exec(name)
  if (numbered) {
    const [, viaName = '', viaNumber = '', suffix] = numbered
    return {
      viaType: code,
      viaLabel: label,
      viaName,
      viaNumber,
      extraData: [suffix, ...rest].filter(Boolean).join(', '),
    }
  }
  const next = NUMBER.exec(rest[0] ?? '')
  if (!name || !next) return null
  const [, viaNumber = '', more = ''] = next
  const extraData = [...segmentsOf(more), ...rest.slice(1)].join(', ')
  return { viaType: code, viaLabel: label, viaName: name, viaNumber, extraData }
}

function readKind(street: string): { code: string; label: string; name: string } {
  // Keeps one character per character, so that the match can be cut from the original.
  const plain = street.replace(/\./g, ' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  for (const [written, code, label] of WRITTEN) {
    const match = written.exec(plain)
    if (match) return { code, label, name: street.slice(match[0].length).replace(/^[\s./,]+/, '') }
  }
  return { code: '', label: '', name: street }
}

/** Parses the text after the postal code: the town, its province in brackets or after a comma, and the country. */
function readTown(text: string, province: string): Pick<Address, 'city' | 'province' | 'country'> {
  const [city = '', ...others] = segmentsOf(text.replace(/[()]/g, ','))
  const country = others.find(other => !findProvince(other) && !/\d/.test(other)) ?? 'España'
  return { city, province, country: isSpain(country) ? 'España' : country }
}

const segmentsOf = (text: string) =>
  text
    .split(/\s*[,;]\s*|\s+[-–]\s+/)
    .map(segment => segment.replace(/[.\s-]+$/, '').trim())
    .filter(segment => foldForSearch(segment) !== '')
