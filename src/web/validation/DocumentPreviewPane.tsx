import type { DocumentWire } from '#domain/document/contract.ts'
import { WorkbookViewer } from '#web/document/workbook/WorkbookViewer.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import type { useDocumentFile } from '#web/validation/useDocumentFile.ts'

type Props = {
  document: DocumentWire | null
  file: ReturnType<typeof useDocumentFile>
  /** The page that a check leads to. */
  goTo: { page: number } | null
  /** Called with the text of a PDF. */
  onText: (text: string) => void
}

/** The document beside its decision; displaying it counts as the download that a decision needs (D40). */
export function DocumentPreviewPane({ document, file, goTo, onText }: Props) {
  if (!document?.file) {
    return <EmptyState title="No hay archivo" text="El participante todavía no ha subido este documento." />
  }
  if (file.sheets) {
    const { book, error, retry } = file.sheets
    return (
      <WorkbookViewer
        key={document.file}
        book={book}
        name={document.name ?? ''}
        error={error}
        onRetry={retry}
        onShown={file.shown}
        onDownload={file.download}
      />
    )
  }
  return (
    <FileViewer
      key={document.file}
      data={file.data}
      name={document.name ?? ''}
      error={file.error}
      onRetry={file.retry}
      onShown={file.shown}
      onText={onText}
      goTo={goTo}
      onDownload={file.download}
    />
  )
}
