import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#domain/contract.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { changeDocument } from '#domain/document/contract.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { call, reading } from '#web/api.ts'
import { refreshReview } from '#web/validation/refreshReview.ts'

type Change = Pick<BodyInput<typeof changeDocument>, 'status' | 'expiredAt' | 'rejectedReason'>
type DocumentChange = { document: DocumentWire; change: Change }

/** Changes of one validation go one after the other, in the order they were made. */
export const reviewScope = (validationId: string) => ({ id: `review-${validationId}` })

/**
 * Dates or decides one document. What is shown changes at once; when the server refuses, that document alone goes back.
 */
export function useDocumentChange(
  validationId: string,
  {
    onDone,
    onFailed,
  }: { onDone: (document: DocumentWire) => void; onFailed: (error: Error, made: DocumentChange) => void },
) {
  const client = useQueryClient()
  const { queryKey } = reading(readValidation, { params: { id: validationId } })
  const show = (document: DocumentWire) =>
    client.setQueryData<ValidationWire>(queryKey, before => before && withDocument(before, document))
  return useMutation({
    scope: reviewScope(validationId),
    mutationFn: ({ document, change }: DocumentChange) =>
      call(changeDocument, { params: { id: document.id! }, body: { ...change, file: document.file! } }),
    onMutate: async ({ document, change }) => {
      await client.cancelQueries({ queryKey })
      show({ ...document, ...change })
    },
    onSuccess: document => {
      show(document)
      onDone(document)
    },
    onError: (error, made) => {
      show(made.document)
      onFailed(error, made)
    },
    onSettled: () => refreshReview(client),
  })
}

function withDocument(validation: ValidationWire, document: DocumentWire): ValidationWire {
  return {
    ...validation,
    catalogDocuments: validation.catalogDocuments.map(each =>
      each.documentCatalogName === document.documentCatalogName ? document : each,
    ),
  }
}
