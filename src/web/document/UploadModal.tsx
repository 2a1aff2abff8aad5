import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { refreshDocumentation } from '#web/document/documentation/refreshDocumentation.ts'
import { DocumentUploads } from '#web/document/upload/DocumentUploads.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'

export interface UploadModalProps {
  documentation: ValidationWire
  /** The name of the document; null keeps the window closed. */
  document: string | null
  onClose: () => void
}

/** The owner, or CCI in its name, uploads a document of what was sent; it then waits for its verification (DOC-18, D8). */
export function UploadModal({ documentation, document, onClose }: UploadModalProps) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      opened={document !== null}
      onClose={onClose}
      title={`Subir «${document ?? ''}»`}
      size={760}
      locked={sending}
    >
      {document ? (
        <div className="stack">
          <p className="dim">Un archivo nuevo queda pendiente de verificar; el que hay pasa al histórico.</p>
          <DocumentUploads
            documents={documentation.catalogDocuments.filter(each => each.documentCatalogName === document)}
            validationId={documentation.id}
            reupload
            onSending={setSending}
            onChanged={() => refreshDocumentation(client)}
          />
          <div className="row" style={{ justifyContent: 'flex-end' }}>
            <Button onClick={onClose}>Cerrar</Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}
