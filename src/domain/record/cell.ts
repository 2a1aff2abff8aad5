import { answerEntered, dayEntered } from '#domain/list/cell.ts'
import type { Choices, FieldValue, RecordField } from '#domain/record/field.ts'
import {
  AMOUNT_MAX,
  allCountries,
  COUNTRIES_MAX,
  choicesOf,
  NUMBER_MAX,
  normaliseCountries,
} from '#domain/record/field.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { isBlank, normaliseText, textRule } from '#domain/values/text.ts'

/** An amount in Spanish or plain notation: '1.200.000,50', '1200000.5'. */
function amountOf(value: string): number | null {
  const plain = value.replace(/\s|€/g, '')
  const isSpanish = /^\d{1,3}(\.\d{3})+(,\d{1,2})?$|^\d+(,\d{1,2})?$/.test(plain)
  if (!isSpanish && !/^\d+\.\d{1,2}$/.test(plain)) return null
  const number = Number(isSpanish ? plain.replaceAll('.', '').replace(',', '.') : plain)
  return number <= AMOUNT_MAX ? number : null
}

type Read = { value: FieldValue } | { fault: string }
const refused = (fault: string): Read => ({ fault })

/** Several countries, separated by commas. */
function countriesIn(field: RecordField, cell: string): Read {
  const parts = cell.split(',').filter(part => !isBlank(part))
  const read = parts.map(part => readCell({ ...field, kind: 'choice' }, part))
  const fault = read.find(each => 'fault' in each)
  if (fault) return fault
  if (parts.length === 0) return refused(`«${cell.trim()}» no es ningún país.`)
  const codes = normaliseCountries(read.flatMap(each => ('value' in each ? String(each.value) : [])))
  return codes.length > COUNTRIES_MAX ? refused(`pasa de ${COUNTRIES_MAX} países.`) : { value: codes }
}

/** The codes of a list by what a cell may say for them, the first where two say the same. */
function codesBy(list: Choices): ReadonlyMap<string, string> {
  const known = saidIn.get(list)
  if (known) return known
  const said = list.values.flatMap(({ code, label }) => {
    // 'Número de IVA (VAT)' is called VAT.
    const short = /\(([A-Z]{3})\)$/.exec(label)?.[1]
    return [code, label, ...(list.prefix ? [list.prefix + code] : []), ...(short ? [short] : [])].map(
      words => [foldForSearch(words), code] as const,
    )
  })
  const codes = new Map(said.toReversed())
  saidIn.set(list, codes)
  return codes
}
const saidIn = new WeakMap<Choices, ReadonlyMap<string, string>>()

/** The value of a cell that is not blank. A value of a list is its code or its words. */
export function readCell(field: RecordField, cell: string): Read {
  const shown = `«${firstCharacters(cell.trim(), 60)}»`
  const list = choicesOf(field)
  if (field.kind === 'countries') return countriesIn({ ...field, choices: field.choices ?? allCountries }, cell)
  if (list) {
    const found = codesBy(list).get(foldForSearch(cell))
    return found ? { value: found } : refused(`${shown} no está en la lista de «${list.name}».`)
  }
  if (field.kind === 'flag' || field.kind === 'check') {
    const answer = answerEntered(cell)
    return answer === null ? refused(`${shown} no se entiende. Escriba Sí o No.`) : { value: answer }
  }
  if (field.kind === 'day') {
    const day = dayEntered(cell.trim())
    return day ? { value: day } : refused(`${shown} no es una fecha. Escríbala como 31/12/2026.`)
  }
  if (field.kind === 'number') {
    const isNumber = /^\d+$/.test(cell.trim()) && Number(cell) <= NUMBER_MAX
    return isNumber ? { value: Number(cell) } : refused(`${shown} no es un número entero entre 0 y ${NUMBER_MAX}.`)
  }
  if (field.kind === 'amount') {
    const amount = amountOf(cell)
    return amount === null ? refused(`${shown} no es un importe. Escríbalo como 1200,50.`) : { value: amount }
  }
  const value = normaliseText(cell)
  const fault = textRule(field.max ?? 200)(value)
  return fault ? refused(`${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`) : { value }
}
