import { useQueryClient } from '@tanstack/react-query'
import { checkDatumLines, checkDocumentLines } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import {
  listDocumentCatalogues,
  readDataCatalogue,
  replaceDocumentCatalogue,
  saveDataCatalogue,
} from '#domain/catalogue/contract.ts'
import { datumLineFacts, documentLineFacts } from '#domain/catalogue/facts.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { ApiError, call, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import type { Drafts } from '#web/catalogue/lines.ts'
import { useLines } from '#web/catalogue/useLines.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

type SetDrafts = (change: (drafts: Drafts) => Drafts) => void

function useDocumentLines(type: CatalogueType, drafts: Drafts, setDrafts: SetDrafts) {
  return useLines({
    read: queryOptions(listDocumentCatalogues, { query: { type } }),
    savedOf: ({ content: [catalogue] }) => ({ version: catalogue!.version, lines: catalogue!.docList }),
    nameOf: line => line.documentCatalogName,
    facts: documentLineFacts,
    check: checkDocumentLines,
    list: 'docList',
    send: async (docList, version, { content: [catalogue] }) => {
      const params = { id: catalogue!.id }
      const sent = await call(replaceDocumentCatalogue, { params, body: { type, docList, version } })
      return { content: [sent], totalElements: 1 }
    },
    draft: drafts.documents[type],
    setDraft: draft => setDrafts(all => ({ ...all, documents: { ...all.documents, [type]: draft } })),
  })
}

function useDatumLines(type: CatalogueType, drafts: Drafts, setDrafts: SetDrafts) {
  // An incident has documents only.
  const kind = invitableKinds.find(each => each === type)
  const lines = useLines({
    read: queryOptions(readDataCatalogue, { params: { role: kind! } }),
    enabled: kind !== undefined,
    savedOf: ({ version, fields }) => ({ version, lines: fields }),
    nameOf: line => line.field,
    facts: datumLineFacts,
    check: checkDatumLines,
    list: 'fields',
    send: (fields, version) => call(saveDataCatalogue, { body: { type: kind!, fields, version } }),
    draft: kind && drafts.data[kind],
    setDraft: draft => setDrafts(all => (kind ? { ...all, data: { ...all.data, [kind]: draft } } : all)),
  })
  return { ...lines, ready: kind === undefined || lines.table !== null }
}

/** Documents and data of a type: saved state, edits, and their common 'Guardar' (CONF-04). */
export function useCatalogue(type: CatalogueType, drafts: Drafts, setDrafts: SetDrafts) {
  const client = useQueryClient()
  const documents = useDocumentLines(type, drafts, setDrafts)
  const data = useDatumLines(type, drafts, setDrafts)
  const showFields = (fields: { documents: FieldErrors; data: FieldErrors }) => {
    documents.showFields(fields.documents)
    data.showFields(fields.data)
  }
  /** The two tables are two calls: one may be saved although the other fails. */
  const save = useListWrite({
    mutationFn: async (): Promise<boolean> => {
      if (!(await documents.save())) return false
      return data.save().catch(error => {
        if (documents.table?.dirty) {
          showToast({ kind: 'warning', title: 'Los documentos se han guardado; los datos, no' })
        }
        throw error
      })
    },
    onError: error => {
      const fields = error instanceof ApiError ? error.fields : {}
      showFields({ documents: fields, data: fields })
    },
    // Many screens show the required documents and data.
  })
  return {
    documents: documents.table,
    data: data.table,
    ready: documents.table !== null && data.ready,
    failure: documents.error ?? data.error,
    retry: () => {
      documents.retry()
      if (!data.ready) data.retry()
    },
    showFields,
    save,
    documentsConflict: documents.window,
    dataConflict: data.window,
    /** Resets to the saved state. */
    discard: () => {
      documents.clear()
      data.clear()
      save.reset()
      void client.invalidateQueries({ queryKey: [listDocumentCatalogues.name] })
      void client.invalidateQueries({ queryKey: [readDataCatalogue.name] })
    },
  }
}
