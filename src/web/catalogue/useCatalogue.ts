import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckedLines } from '#domain/catalogue/catalogue.ts'
import { checkDatumLines, checkDocumentLines } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType, DatumLine, DocumentLine } from '#domain/catalogue/contract.ts'
import {
  listDocumentCatalogues,
  readDataCatalogue,
  replaceDocumentCatalogue,
  saveDataCatalogue,
} from '#domain/catalogue/contract.ts'
import { datumLineFacts, documentLineFacts } from '#domain/catalogue/facts.ts'
import type { Conflict } from '#domain/conflict/conflict.ts'
import { mergeLines, mergeTaking } from '#domain/conflict/merge-lines.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { ApiError, call, queryOptions } from '#web/api/api.ts'
import type { Drafts, Keyed, LinesDraft } from '#web/catalogue/lines.ts'
import { errorsByKey, keyed, withoutKeys } from '#web/catalogue/lines.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

type Saved<Line> = { version: number; lines: readonly Line[] }

/** One of the two tables as shown. */
export type EditedTable<Line> = LinesDraft<Line> & {
  saved: readonly Line[]
  checked: CheckedLines<Line>
  /** By 'key.field'. */
  errors: FieldErrors
  change(lines: Keyed<Line>[]): void
}

const nameOfDocument = (line: DocumentLine) => line.documentCatalogName
const nameOfDatum = (line: DatumLine) => line.field
/** Rereads the saved state to merge a save that continues. */
const unhurried = { signal: new AbortController().signal }

/** The edits left to save when the other user's lines win the conflict; none when nothing is left. */
function draftAfter<Line extends object>(
  { differences }: Conflict,
  { base, lines }: LinesDraft<Line>,
  version: number,
  theirs: readonly Line[],
  nameOf: (line: Line) => string,
): LinesDraft<Line> | undefined {
  const names = new Set(differences.map(({ field }) => field.replace(/^line\./, '')))
  const left = mergeTaking(names, base, withoutKeys(lines), theirs, nameOf)
  return isSame(left, theirs) ? undefined : { version, base: theirs, dirty: true, lines: keyed(left) }
}

const isSame = (one: readonly object[], other: readonly object[]) => JSON.stringify(one) === JSON.stringify(other)

/** Documents and data of a type: saved state, edits, and their common 'Guardar' (CONF-04). */
export function useCatalogue(
  type: CatalogueType,
  drafts: Drafts,
  setDrafts: (change: (drafts: Drafts) => Drafts) => void,
) {
  const client = useQueryClient()
  const conflict = useConflict()
  const kind: InvitableKind | undefined = invitableKinds.find(each => each === type)
  // A refetch does not change the fields under edit.
  const documentsRead = { ...queryOptions(listDocumentCatalogues, { query: { type } }), refetchOnWindowFocus: false }
  const dataRead = { ...queryOptions(readDataCatalogue, { params: { role: kind! } }), refetchOnWindowFocus: false }
  const documentsQuery = useQuery(documentsRead)
  const dataQuery = useQuery({ ...dataRead, enabled: kind !== undefined })
  const [errors, setErrors] = useState<{ documents: FieldErrors; data: FieldErrors }>({ documents: {}, data: {} })

  const setDocuments = (draft: LinesDraft<DocumentLine> | undefined) =>
    setDrafts(all => ({ ...all, documents: { ...all.documents, [type]: draft } }))
  const setData = (draft: LinesDraft<DatumLine> | undefined) =>
    setDrafts(all => (kind ? { ...all, data: { ...all.data, [kind]: draft } } : all))

  function edited<Line extends object>(
    saved: Saved<Line> | undefined,
    draft: LinesDraft<Line> | undefined,
    check: (lines: readonly Line[]) => CheckedLines<Line>,
    found: FieldErrors,
    set: (draft: LinesDraft<Line>) => void,
    setFound: (errors: FieldErrors) => void,
  ): EditedTable<Line> | null {
    if (!saved) return null
    // Ignores drafts that an older release kept without their base.
    const standing = draft?.base
      ? draft
      : { version: saved.version, base: saved.lines, dirty: false, lines: keyed(saved.lines) }
    return {
      ...standing,
      saved: saved.lines,
      checked: check(withoutKeys(standing.lines)),
      errors: found,
      change: lines => {
        const next = check(withoutKeys(lines))
        const dirty = next.reason !== null || !isSame(next.lines, saved.lines)
        set({ version: standing.version, base: standing.base, lines, dirty })
        // A changed line is validated again on saving.
        const untouched = new Set(lines.filter(line => standing.lines.includes(line)).map(line => line.key))
        setFound(Object.fromEntries(Object.entries(found).filter(([path]) => untouched.has(path.split('.')[0]!))))
      },
    }
  }

  const catalogue = documentsQuery.data?.content[0]
  const documents = edited(
    catalogue && { version: catalogue.version, lines: catalogue.docList },
    drafts.documents[type],
    checkDocumentLines,
    errors.documents,
    setDocuments,
    found => setErrors(all => ({ ...all, documents: found })),
  )
  const data = edited(
    dataQuery.data && { version: dataQuery.data.version, lines: dataQuery.data.fields },
    kind && drafts.data[kind],
    checkDatumLines,
    errors.data,
    setData,
    found => setErrors(all => ({ ...all, data: found })),
  )

  const showFields = (fields: { documents: FieldErrors; data: FieldErrors }) =>
    setErrors({
      documents: errorsByKey(fields.documents, 'docList', documents?.lines ?? []),
      data: errorsByKey(fields.data, 'fields', data?.lines ?? []),
    })

  /** The two tables are two calls: one may be saved although the other fails. */
  const save = useMutation({
    mutationFn: async (): Promise<boolean> => {
      if (documents?.dirty && catalogue) {
        const params = { id: catalogue.id }
        const mine = withoutKeys(documents.lines)
        const outcome = await conflict.send({
          version: documents.version,
          base: documentLineFacts(documents.base),
          attempt: async version => {
            const other = version === documents.version ? null : (await documentsRead.queryFn(unhurried)).content[0]
            const docList = other ? mergeLines(documents.base, mine, other.docList, nameOfDocument) : mine
            return call(replaceDocumentCatalogue, { params, body: { type, docList, version } })
          },
        })
        if (!outcome) return false
        if (outcome.taken) {
          const [theirs] = (await documentsRead.queryFn(unhurried)).content
          setDocuments(theirs && draftAfter(outcome.taken, documents, theirs.version, theirs.docList, nameOfDocument))
          return false
        }
        client.setQueryData(documentsRead.queryKey, { content: [outcome.sent], totalElements: 1 })
      }
      setDocuments(undefined)
      if (data?.dirty && kind) {
        const mine = withoutKeys(data.lines)
        const outcome = await conflict
          .send({
            version: data.version,
            base: datumLineFacts(data.base),
            attempt: async version => {
              const other = version === data.version ? null : await dataRead.queryFn(unhurried)
              const fields = other ? mergeLines(data.base, mine, other.fields, nameOfDatum) : mine
              return call(saveDataCatalogue, { body: { type: kind, fields, version } })
            },
          })
          .catch(error => {
            if (documents?.dirty) showToast({ kind: 'warning', title: 'Los documentos se han guardado; los datos, no' })
            throw error
          })
        if (!outcome) return false
        if (outcome.taken) {
          const theirs = await dataRead.queryFn(unhurried)
          setData(draftAfter(outcome.taken, data, theirs.version, theirs.fields, nameOfDatum))
          return false
        }
        client.setQueryData(dataRead.queryKey, outcome.sent)
      }
      setData(undefined)
      setErrors({ documents: {}, data: {} })
      return true
    },
    onError: error => {
      const fields = error instanceof ApiError ? error.fields : {}
      showFields({ documents: fields, data: fields })
    },
    // Many screens show the required documents and data.
    onSettled: () => client.invalidateQueries(),
  })

  return {
    documents,
    data,
    ready: documents !== null && (kind === undefined || data !== null),
    failure: documentsQuery.error ?? dataQuery.error,
    retry: () => {
      void documentsQuery.refetch()
      if (kind) void dataQuery.refetch()
    },
    showFields,
    save,
    /** The conflict window, to be rendered. */
    conflict: conflict.window,
    /** Resets to the saved state. */
    discard: () => {
      setDocuments(undefined)
      setData(undefined)
      setErrors({ documents: {}, data: {} })
      save.reset()
      void client.invalidateQueries({ queryKey: [listDocumentCatalogues.name] })
      void client.invalidateQueries({ queryKey: [readDataCatalogue.name] })
    },
  }
}
