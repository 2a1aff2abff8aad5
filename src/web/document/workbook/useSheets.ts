import { useQuery } from '@tanstack/react-query'
import { documentSheets } from '#domain/document/contract.ts'
import type { Reason } from '#domain/messages.ts'
import { ApiError, messageOf, queryOptions } from '#web/api/api.ts'

const finalRefusals: readonly (Reason | 'transport')[] = ['notWorkbook', 'sheetsUnreadable', 'workbookTooLarge']

/**
 * The sheets of a workbook by the id of its document or version, loaded when `id` is not null. The server records each
 * load as a file access, so a version, which never changes, is loaded once while it is in use.
 */
export function useSheets(id: string | null) {
  const { data, error, refetch } = useQuery({
    ...queryOptions(documentSheets, { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  })
  const isFinal = error instanceof ApiError && finalRefusals.includes(error.code)
  return {
    book: data ?? null,
    error: error ? messageOf(error) : null,
    /** Whether only the download shows the file. */
    isFinal,
    retry: isFinal ? undefined : () => void refetch(),
  }
}
