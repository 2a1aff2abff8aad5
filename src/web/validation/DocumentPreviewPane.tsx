import type { DocumentWire } from '#domain/document/contract.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import type { useDocumentFile } from '#web/validation/useDocumentFile.ts'

type Props = { document: DocumentWire | null; file: ReturnType<typeof useDocumentFile> }

/** The document beside its decision; displaying it counts as the download that a decision needs (D40). */
export function DocumentPreviewPane({ document, file }: Props) {
  if (!document?.file) {
    return <EmptyState title="No hay archivo" text="El participante todavía no ha subido este documento." />
  }
  return (
    <FileViewer
      key={document.file}
      data={file.data}
      name={document.name ?? ''}
      error={file.error}
      onRetry={file.retry}
      onShown={file.shown}
      onDownload={file.download}
    />
  )
}
