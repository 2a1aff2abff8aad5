import { useQuery } from '@tanstack/react-query'
import type { IncidentDocumentWire } from '#domain/incident/contract.ts'
import { incidentDocumentContent } from '#domain/incident/contract.ts'
import { messageOf, reading } from '#web/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FileViewer } from '#web/ui/FileViewer.tsx'
import classes from './IncidentPreview.module.css'

type Props = { document: IncidentDocumentWire | null; onClose: () => void }

/** An incident's file in a window, to read or to download. */
export function IncidentPreview({ document, onClose }: Props) {
  return (
    <Dialog opened={document !== null} onClose={onClose} title={document?.documentCatalogName ?? ''} size={960}>
      {document ? <Content document={document} /> : null}
    </Dialog>
  )
}

function Content({ document: { file, name } }: { document: IncidentDocumentWire }) {
  const { data, error, refetch } = useQuery({
    ...reading(incidentDocumentContent, { params: { id: file } }),
    // The same address gives another file after an upload, and a file is too large to keep.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <div className={classes.root}>
      <FileViewer
        data={data ?? null}
        name={name}
        error={error ? messageOf(error) : null}
        onRetry={() => void refetch()}
        onDownload={data ? () => saveBlob(data, name) : undefined}
      />
    </div>
  )
}
