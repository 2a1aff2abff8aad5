/** What a list looks like on its screens. It names no contract, so that a screen loads none but its own. */
export type ListShown = {
  label: string
  /** The order at first: 'field,asc' or 'field,desc'. */
  sort: string
  /** Rows per page at first. */
  size: number
  /** The filters by their names in the address, in the order of the bar. */
  filters?: Readonly<Record<string, Filter>>
  /** The filters as the call takes them, unless they are the same. */
  asked?: (filters: Asked) => object
  /** Goes before the names in the address: of two lists on a screen, one has it. */
  prefix?: string
  /** The screens that keep searches of it (ALERT-08). */
  screens?: readonly string[]
  /** A saved search of it tells of new rows (ALERT-10). */
  alerts?: true
}
type Asked = Readonly<Record<string, string | undefined>>

type Labels = Readonly<Record<string, string>>

/** A filter of a list. `own` and `apart` are drawn by the screen: in the bar, and outside of it. */
export type Filter =
  | { kind: 'search' | 'given'; label: string; placeholder: string }
  | { kind: 'choice'; label: string; placeholder: string; labels: Labels | (() => Labels) }
  | { kind: 'day' | 'own' | 'apart' }

export const searchFilter = (label: string, placeholder: string): Filter => ({ kind: 'search', label, placeholder })

/** A choice of some values by their labels, which are a function where they are made up; `placeholder` stands for none. */
export const choiceFilter = (label: string, placeholder: string, labels: Labels | (() => Labels)): Filter => ({
  kind: 'choice',
  label,
  placeholder,
  labels,
})

/** A choice of many, which the screen gives. */
export const givenFilter = (label: string, placeholder: string): Filter => ({ kind: 'given', label, placeholder })

/** The first and last day; `asked` is then `withInstants`. */
export const daySpan = { from: { kind: 'day' }, to: { kind: 'day' } } as const satisfies ListShown['filters']

export const ownFilter: Filter = { kind: 'own' }

/** Filters outside the bar, such as the segments above a list. */
export const apart = <const Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Filter>> =>
  Object.fromEntries(names.map(name => [name, { kind: 'apart' }])) as Record<Name, Filter>

/** The names that a list takes in its address. */
export const namesOf = ({ filters = {}, prefix }: ListShown): string[] =>
  Object.keys(prefix ? { ...filters, sort: null } : filters).map(name => `${prefix ?? ''}${name}`)
