import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentContent } from '#domain/document/contract.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useSheets } from '#web/document/workbook/useSheets.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { saveBlob } from '#web/ui/saveBlob.ts'

const isPaper = ({ mediaType }: DocumentWire) => /^application\/pdf$|^image\//.test(mediaType ?? '')

/** Tells FileViewer that there is no preview. */
const nothingToShow = new Blob([])

/**
 * The file of the reviewed document, or the sheets of its workbook. Displayable files load at once: that is the download that a decision needs
 * (DOC-04, D40), and then the state is refetched. Other files wait for a click on download.
 */
export function useDocumentFile(document: DocumentWire | null) {
  const client = useQueryClient()
  const [downloading, setDownloading] = useState(false)
  const isWorkbook = document !== null && workbookFormat(document.name ?? '') !== null
  const sheets = useSheets(isWorkbook ? document.file : null)
  const isPage = document !== null && isPaper(document)
  const content = {
    ...queryOptions(documentContent, { params: { id: document?.file ?? '' } }),
    // A version never changes; the server records each fetch as a file access.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  }
  const { data, error, refetch } = useQuery({ ...content, enabled: isPage && document.file !== null })
  const wasRead = () => {
    if (!document?.isDownloaded) void client.invalidateQueries({ queryKey: [readValidation.name] })
  }
  const download = async () => {
    if (!document?.file || downloading) return
    setDownloading(true)
    try {
      saveBlob(await client.fetchQuery(content), document.name ?? 'documento')
      wasRead()
    } catch (failure) {
      showError(messageOf(failure))
    } finally {
      setDownloading(false)
    }
  }
  return {
    data: isPage ? (data ?? null) : nothingToShow,
    error: isPage && error ? messageOf(error) : null,
    sheets: isWorkbook ? sheets : null,
    /** Whether showing the file is reading it; otherwise it must be downloaded. */
    inPlace: isPage || (isWorkbook && !sheets.isFinal),
    retry: () => void refetch(),
    shown: wasRead,
    download: () => void download(),
    downloading,
  }
}
