import { documentTitle } from '#domain/document/shipped.ts'
import type { IncidentDocumentWire } from '#domain/incident/contract.ts'
import { incidentDocumentContent } from '#domain/incident/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { FileWindow } from '#web/document/FileWindow.tsx'

type Props = { document: IncidentDocumentWire | null; onClose: () => void }

/** Shows an incident's file in a window, with a download. */
export function IncidentPreview({ document, onClose }: Props) {
  const file = document && {
    title: documentTitle(document.documentCatalogName),
    name: document.name,
    from: queryOptions(incidentDocumentContent, { params: { id: document.file } }),
  }
  return <FileWindow file={file} onClose={onClose} />
}
