import { readCompared, writeCompared } from '#domain/participant/comparison.ts'
import { useUrlValue } from '#web/participant/search/useUrlValue.ts'

/** The providers that the address names to be compared. */
export function useCompared() {
  const [text, setText] = useUrlValue('compare')
  const ids = readCompared(text)
  return {
    ids,
    toggle: (id: string) => setText(writeCompared(ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id])),
    clear: () => setText(null),
  }
}
