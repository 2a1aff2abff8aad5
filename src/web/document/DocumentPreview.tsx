import { documentContent } from '#domain/document/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { FileWindow } from '#web/document/FileWindow.tsx'

export type PreviewedFile = {
  /** The id of the document or of one of its versions. */
  id: string
  /** The query. */
  title: string
  name: string
}

/** A document's file in a window, to read or to download. */
export function DocumentPreview({ file, onClose }: { file: PreviewedFile | null; onClose: () => void }) {
  return (
    <FileWindow
      file={file && { ...file, from: queryOptions(documentContent, { params: { id: file.id } }) }}
      onClose={onClose}
    />
  )
}
