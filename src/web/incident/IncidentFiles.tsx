import { useState } from 'react'
import { documentTitle } from '#domain/document/shipped.ts'
import type { IncidentDocumentWire } from '#domain/incident/contract.ts'
import { t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import { uploadedText } from '#web/document/upload/words.ts'
import { IncidentPreview } from '#web/incident/IncidentPreview.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { portalNow } from '#web/ui/time/clock.ts'

/** Shows the files of an incident (ERR-23). */
export function IncidentFiles({ documents }: { documents: readonly IncidentDocumentWire[] }) {
  const [viewed, setViewed] = useState<IncidentDocumentWire | null>(null)
  if (documents.length === 0) return <EmptyState title={emptyResults.incidentFiles} />
  return (
    <>
      <FileList label={t('Documentos')}>
        {documents.map(document => (
          <FileRow
            key={document.file}
            title={documentTitle(document.documentCatalogName)}
            state="done"
            fileName={document.name}
            note={uploadedText(document, portalNow())}
            onView={() => setViewed(document)}
          />
        ))}
      </FileList>
      <IncidentPreview document={viewed} onClose={() => setViewed(null)} />
    </>
  )
}
