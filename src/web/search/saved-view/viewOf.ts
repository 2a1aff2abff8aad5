/** Parts of an address that belong to the moment, not to the list: pages, the open row, the chosen providers. */
const momentary = /^(\w+-)?(page|row|all|compare)$/

/** The filters and order of a list, from the search of its address; '' when it has none. */
export function viewOf(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(([name, value]) => value !== '' && !momentary.test(name))
  return new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString()
}
