import { readCompared, writeCompared } from '#domain/participant/comparison.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'

/** Ids of the compared providers in the URL. */
export function useCompared() {
  const [text, setText] = useUrlValue('compare')
  const ids = readCompared(text)
  return {
    ids,
    toggle: (id: string) => setText(writeCompared(ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id])),
    clear: () => setText(null),
  }
}
