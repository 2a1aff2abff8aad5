import { useQuery } from '@tanstack/react-query'
import { readDeskFigures } from '#domain/validation/desk/contract.ts'
import type { QueueKind } from '#domain/validation/desk/due.ts'
import { usualWait } from '#domain/validation/desk/figures.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'

/**
 * The line for a participant that waits for CCI: 'El CCI suele contestar en 3 días laborables' (DESK-20), or that it takes
 * longer and its last day (EXP-28); null if unknown.
 */
export function useUsualWait(kind: QueueKind, waits: boolean): string | null {
  const { today } = useMe()
  const { data } = useQuery({ ...queryOptions(readDeskFigures), enabled: waits })
  // Of several, the one that waits longest.
  const own = data?.waiting?.filter(each => each.kind === kind).toSorted((a, b) => b.taken - a.taken)[0] ?? null
  const text = waits && data ? usualWait(data[kind].median, own, today) : null
  return text && `${text}.`
}
