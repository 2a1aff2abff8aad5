import type { QueryKey } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#web/api/api.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { FileViewer } from '#web/ui/files/FileViewer.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import classes from './FileWindow.module.css'

/** A file to show: the title of the window, the file's own name, and the query that loads it. */
export type OpenedFile = {
  title: string
  name: string
  from: { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Blob> }
}

/** A file of the portal in a window, to read or to download. */
export function FileWindow({ file, onClose }: { file: OpenedFile | null; onClose: () => void }) {
  return (
    <ViewerWindow title={file?.title ?? null} onClose={onClose}>
      {file ? <Content file={file} /> : null}
    </ViewerWindow>
  )
}

/** The window around a viewer; closed without a title. */
export function ViewerWindow({
  title,
  onClose,
  children,
}: {
  title: string | null
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog opened={title !== null} onClose={onClose} title={title ?? ''} size={960} reading>
      {title === null ? null : <div className={classes.root}>{children}</div>}
    </Dialog>
  )
}

function Content({ file: { from, name } }: { file: OpenedFile }) {
  const { data, error, refetch } = useQuery({
    ...from,
    // The same address gives another file after an upload, and a file is too large to keep.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <FileViewer
      data={data ?? null}
      name={name}
      error={error ? messageOf(error) : null}
      onRetry={() => void refetch()}
      onDownload={data ? () => saveBlob(data, name) : undefined}
    />
  )
}
