import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#domain/contract/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { changeDocument } from '#domain/document/contract.ts'
import { verdictFacts } from '#domain/document/facts.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'

type Change = Pick<BodyInput<typeof changeDocument>, 'status' | 'expiredAt' | 'rejectedReason'>
type DocumentChange = { document: DocumentWire; change: Change }

/** Changes of one validation run one after the other, in their order. */
export const reviewScope = (validationId: string) => ({ id: `review-${validationId}` })

const changesOf = (validationId: string) => ['change-document', validationId]

/**
 * A validation with its pending document changes applied on top of the cached answer. They are never written into the
 * cache: a refetch that started earlier would briefly undo them.
 */
export function useWithChanges(
  validationId: string,
  validation: ValidationWire | undefined,
): ValidationWire | undefined {
  const waiting = useMutationState({
    filters: { mutationKey: changesOf(validationId), status: 'pending' },
    select: mutation => mutation.state.variables as DocumentChange,
  })
  return validation && waiting.reduce(withChange, validation)
}

const withChange = (validation: ValidationWire, { document, change }: DocumentChange): ValidationWire => ({
  ...validation,
  catalogDocuments: validation.catalogDocuments.map(each => (each.id === document.id ? { ...each, ...change } : each)),
})

/**
 * Dates or decides one document, optimistically through `useWithChanges`. On a refusal, or when the user takes another
 * user's values, only that document reverts. The caller must render `conflict`.
 */
export function useDocumentChange(
  validationId: string,
  {
    onDone,
    onFailed,
  }: { onDone: (made: DocumentChange) => void; onFailed: (error: Error | null, made: DocumentChange) => void },
) {
  const client = useQueryClient()
  const { queryKey } = queryOptions(readValidation, { params: { id: validationId } })
  const conflict = useConflict()
  const mutation = useMutation({
    mutationKey: changesOf(validationId),
    scope: reviewScope(validationId),
    mutationFn: ({ document, change }: DocumentChange) => {
      // The user's own earlier change may be queued before it.
      const known = client
        .getQueryData<ValidationWire>(queryKey)
        ?.catalogDocuments.find(each => each.id === document.id)
      const file = document.file!
      return conflict.send({
        version: known?.version ?? document.version ?? 0,
        base: { ...verdictFacts({ ...document, status: document.status ?? undefined }), name: document.name ?? '' },
        attempt: version => call(changeDocument, { params: { id: document.id! }, body: { ...change, file, version } }),
      })
    },
    onSuccess: (outcome, made) => {
      if (outcome?.sent) onDone(made)
      else onFailed(null, made)
    },
    onError: onFailed,
    // Pending until its result is refetched; a failed change has no result.
    onSettled: (_outcome, error) => {
      const refreshed = refreshReview(client)
      return error ? undefined : refreshed
    },
  })
  return { ...mutation, conflict: conflict.window }
}
