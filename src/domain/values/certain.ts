/*
 * What the code that made a map or a list guarantees, and its type does not say.
 */

/**
 * The value of a key that the map must have.
 * @throws Error that names the key, when the map lacks it
 */
export function valueIn<Key, Value>(map: ReadonlyMap<Key, Value>, key: NoInfer<Key>): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`No value for ${String(key)}`)
  return value
}

/**
 * The element of a list that must have exactly one, such as the rows of an aggregate.
 * @throws Error when it has none or several
 */
export function onlyOf<Item>(list: readonly Item[]): Item {
  const [item] = list
  if (item === undefined || list.length > 1) throw new Error(`One was expected, not ${list.length}`)
  return item
}

/** `Map.groupBy`, whose groups have an element each. */
export function groupsBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  return Map.groupBy(items, keyOf) as Map<Key, [Item, ...Item[]]>
}
