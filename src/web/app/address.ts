/** A path with the filters of its list; omits undefined ones. */
export function withFilters(path: string, filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** Three parts of a path key such as `{id}-{validationId}-{type}`; no identifier contains a '-' (D3). */
export function splitKey(key: string): [string, string, string] {
  const [first = '', second = '', ...rest] = key.split('-')
  return [first, second, rest.join('-')]
}
