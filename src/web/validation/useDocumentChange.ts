import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#domain/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { changeDocument } from '#domain/document/contract.ts'
import { verdictFacts } from '#domain/document/facts.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { call, reading } from '#web/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'

type Change = Pick<BodyInput<typeof changeDocument>, 'status' | 'expiredAt' | 'rejectedReason'>
type DocumentChange = { document: DocumentWire; change: Change }

/** Changes of one validation go one after the other, in the order they were made. */
export const reviewScope = (validationId: string) => ({ id: `review-${validationId}` })

/**
 * Dates or decides one document. What is shown changes at once; when the server refuses, or the person lets what another
 * saved stand, that document alone goes back. `conflict` must be rendered.
 */
export function useDocumentChange(
  validationId: string,
  {
    onDone,
    onFailed,
  }: { onDone: (document: DocumentWire) => void; onFailed: (error: Error | null, made: DocumentChange) => void },
) {
  const client = useQueryClient()
  const { queryKey } = reading(readValidation, { params: { id: validationId } })
  const show = (document: DocumentWire) =>
    client.setQueryData<ValidationWire>(queryKey, before => before && withDocument(before, document))
  const conflict = useConflict()
  const mutation = useMutation({
    scope: reviewScope(validationId),
    mutationFn: ({ document, change }: DocumentChange) => {
      // A change of one's own may have gone before, in line.
      const shown = client
        .getQueryData<ValidationWire>(queryKey)
        ?.catalogDocuments.find(each => each.id === document.id)
      const file = document.file!
      return conflict.send({
        version: shown?.version ?? document.version ?? 0,
        base: { ...verdictFacts({ ...document, status: document.status ?? undefined }), name: document.name ?? '' },
        attempt: version => call(changeDocument, { params: { id: document.id! }, body: { ...change, file, version } }),
      })
    },
    onMutate: async ({ document, change }) => {
      await client.cancelQueries({ queryKey })
      show({ ...document, ...change })
    },
    onSuccess: (outcome, made) => {
      if (outcome?.sent) {
        show(outcome.sent)
        return onDone(outcome.sent)
      }
      show(made.document)
      onFailed(null, made)
    },
    onError: (error, made) => {
      show(made.document)
      onFailed(error, made)
    },
    onSettled: () => refreshReview(client),
  })
  return { ...mutation, conflict: conflict.window }
}

function withDocument(validation: ValidationWire, document: DocumentWire): ValidationWire {
  return {
    ...validation,
    catalogDocuments: validation.catalogDocuments.map(each =>
      each.documentCatalogName === document.documentCatalogName ? document : each,
    ),
  }
}
