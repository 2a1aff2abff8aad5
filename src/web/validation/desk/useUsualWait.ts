import { useQuery } from '@tanstack/react-query'
import { readDeskFigures } from '#domain/validation/desk/contract.ts'
import type { QueueKind } from '#domain/validation/desk/due.ts'
import { usualWait } from '#domain/validation/desk/figures.ts'
import { queryOptions } from '#web/api/api.ts'

/** The line for a participant that waits for CCI: 'El CCI suele contestar en 3 días laborables' (DESK-20); null if unknown. */
export function useUsualWait(kind: QueueKind, waits: boolean): string | null {
  const { data } = useQuery({ ...queryOptions(readDeskFigures), staleTime: 3_600_000, enabled: waits })
  const text = waits ? usualWait(data?.[kind].median) : null
  return text && `${text}.`
}
