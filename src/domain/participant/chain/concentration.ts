import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter, givenFilter, searchFilter } from '#domain/list/shown.ts'
import type { ChainCompany } from '#domain/participant/chain/chain.ts'
import { companyGroupsOf } from '#domain/participant/chain/chain.ts'
import { groupsBy, valueIn } from '#domain/values/certain.ts'
import { compareSpanish, foldForSearch } from '#domain/values/collate.ts'
import type { Country } from '#domain/values/countries.ts'

/** A company at work: in a chain, or as the provider itself. */
export type Placed = {
  /** The thing that depends on it: a use of a bank, or a service of a provider. */
  on: string
  company: ChainCompany & { name: string; isParticipant: boolean; country: Country | null }
  rank: number
  underpins: boolean
  countries: readonly Country[]
  ictType: string | null
}

/** A company with all that stands on it. Each thing counts once, at its nearest rank. */
export type Stood = {
  id: string
  name: string
  lei: string | null
  euid: string | null
  isParticipant: boolean
  countries: Country[]
  ictTypes: string[]
  on: { on: string; rank: number; underpins: boolean }[]
}

/** The companies at some places. Records with one LEI or EUID are one company; the participant among them names it. */
export function companiesIn(placed: readonly Placed[]): Stood[] {
  const groups = companyGroupsOf([...new Map(placed.map(({ company }) => [company.id, company])).values()])
  return [...groupsBy(placed, ({ company }) => valueIn(groups, company.id)).values()].map(stoodOn)
}

function stoodOn(places: readonly [Placed, ...Placed[]]): Stood {
  const { company } = places.find(place => place.company.isParticipant) ?? places[0]
  const codeOf = (code: 'lei' | 'euid') => places.map(place => place.company[code]).find(each => each !== null) ?? null
  const on = new Map<string, Stood['on'][number]>()
  const [countries, ictTypes] = [new Set<Country>(), new Set<string>()]
  for (const place of places) {
    const known = on.get(place.on)
    on.set(place.on, {
      on: place.on,
      rank: Math.min(place.rank, known?.rank ?? place.rank),
      underpins: place.underpins || known?.underpins === true,
    })
    for (const country of place.countries) countries.add(country)
    if (place.company.country) countries.add(place.company.country)
    if (place.ictType) ictTypes.add(place.ictType)
  }
  const { id, name, isParticipant } = company
  return {
    id,
    name,
    isParticipant,
    lei: codeOf('lei'),
    euid: codeOf('euid'),
    countries: [...countries].toSorted(),
    ictTypes: [...ictTypes].toSorted(),
    on: [...on.values()],
  }
}

/** What both views filter by (CHAIN-16), besides criticality. */
export type ConcentrationFilter = {
  country?: string | undefined
  ictType?: string | undefined
  company?: string | undefined
}

export const isSought = (
  { countries, ictTypes, name }: Pick<Stood, 'countries' | 'ictTypes' | 'name'>,
  { country, ictType, company = '' }: ConcentrationFilter,
): boolean =>
  (!country || countries.includes(country)) &&
  (!ictType || ictTypes.includes(ictType)) &&
  foldForSearch(name).includes(foldForSearch(company))

/** From how many uses of a bank on one company there is a concentration. */
export const CONCENTRATED_FROM = 2

/** A bank's concentration (CHAIN-13): the companies under two or more of its live uses, at whatever rank. */
export const concentrationOf = (placed: readonly Placed[]): Stood[] =>
  companiesIn(placed).filter(({ on }) => on.length >= CONCENTRATED_FROM)

/** The banks behind a service as CCI reads them (CHAIN-15): never exact, and nothing below three. */
export function banksBand(banks: number): string {
  if (banks < 3) return '–'
  if (banks <= 10) return '3 a 10'
  return banks <= 50 ? '11 a 50' : 'más de 50'
}

/** Rows in the order of a list's `sort`: by the numbers of a row, or by name; equal ones by name. */
export function sortedCompanies<T extends { id: string; name: string }>(
  rows: readonly T[],
  sort: string,
  numbers: Readonly<Record<string, (row: T) => number>>,
): T[] {
  const [field, direction] = sort.split(',') as [string, string?]
  const sign = direction === 'desc' ? -1 : 1
  const number = numbers[field]
  const named = (a: T, b: T) => compareSpanish(a.name, b.name) || a.id.localeCompare(b.id)
  return rows.toSorted((a, b) => (number ? sign * (number(a) - number(b)) || named(a, b) : sign * named(a, b)))
}

/** The filters of both concentrations (CHAIN-16). */
export const companyFilters = {
  company: searchFilter('Empresa', 'Nombre'),
  country: givenFilter('País', 'Todos'),
  ictType: givenFilter('Tipo de servicio TIC', 'Todos'),
} satisfies ListShown['filters']

export const sectorList: ListShown = {
  label: 'Concentración del sector',
  sort: 'services,desc',
  size: 10,
  filters: {
    ...companyFilters,
    underpins: choiceFilter('Criticidad', 'Todas', { true: 'Sustenta un servicio calificado' }),
  },
  screens: ['/sector-concentration'],
}
