import { useQuery } from '@tanstack/react-query'
import { documentContent } from '#domain/document/contract.ts'
import { messageOf, reading } from '#web/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FileViewer } from '#web/ui/FileViewer.tsx'
import classes from './DocumentPreview.module.css'

export type PreviewedFile = {
  /** Of the document, or of one of its versions. */
  id: string
  /** What it is asked as. */
  title: string
  name: string
}

/** A document's file in a window, to read or to download. */
export function DocumentPreview({ file, onClose }: { file: PreviewedFile | null; onClose: () => void }) {
  return (
    <Dialog opened={file !== null} onClose={onClose} title={file?.title ?? ''} size={960}>
      {file ? <Content file={file} /> : null}
    </Dialog>
  )
}

function Content({ file }: { file: PreviewedFile }) {
  const { data, error, refetch } = useQuery({
    ...reading(documentContent, { params: { id: file.id } }),
    // The same address gives another file after an upload, and a file is too large to keep.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <div className={classes.root}>
      <FileViewer
        data={data ?? null}
        name={file.name}
        error={error ? messageOf(error) : null}
        onRetry={() => void refetch()}
        onDownload={data ? () => saveBlob(data, file.name) : undefined}
      />
    </div>
  )
}
