import { documentContent } from '#domain/document/contract.ts'
import { workbookFormat } from '#domain/document/workbook.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { FileWindow, ViewerWindow } from '#web/document/FileWindow.tsx'
import { useDownload } from '#web/document/useDownload.ts'
import { useSheets } from '#web/document/workbook/useSheets.ts'
import { WorkbookViewer } from '#web/document/workbook/WorkbookViewer.tsx'

export type PreviewedFile = {
  /** The id of the document or of one of its versions. */
  id: string
  /** The query. */
  title: string
  name: string
}

type Props = { file: PreviewedFile | null; onClose: () => void }

/** A document's file in a window, to read or to download. */
export function DocumentPreview({ file, onClose }: Props) {
  if (file && workbookFormat(file.name)) {
    return (
      <ViewerWindow title={file.title} onClose={onClose}>
        <Sheets file={file} />
      </ViewerWindow>
    )
  }
  return (
    <FileWindow
      file={file && { ...file, from: queryOptions(documentContent, { params: { id: file.id } }) }}
      onClose={onClose}
    />
  )
}

function Sheets({ file: { id, name } }: { file: PreviewedFile }) {
  const { book, error, retry } = useSheets(id)
  const download = useDownload(() => call(documentContent, { params: { id } }), name)
  return <WorkbookViewer book={book} name={name} error={error} onRetry={retry} onDownload={() => download.mutate()} />
}
