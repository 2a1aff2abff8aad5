import { IconEye, IconHistory, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentContent } from '#domain/document/contract.ts'
import { changesDocuments, documentStatusLabels, readerOf } from '#domain/document/document.ts'
import { downloadRefusal } from '#domain/document/download-refusal.ts'
import { seesHistory } from '#domain/document/sees-history.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { sentence } from '#domain/messages.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { call } from '#web/api/api.ts'
import { DocumentPreview, type PreviewedFile } from '#web/document/DocumentPreview.tsx'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { HistoryModal } from '#web/document/HistoryModal.tsx'
import { UploadModal } from '#web/document/UploadModal.tsx'
import { Expiry } from '#web/list/Rating.tsx'
import { actorOf, useMay, useMe } from '#web/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { dayText } from '#web/ui/time/dates.ts'

const columnsOfDocumentation: Column<DocumentWire>[] = [
  {
    key: 'name',
    header: 'DOCUMENTACIÓN REQUERIDA',
    cell: document => documentTitle(document.documentCatalogName),
    sub: document =>
      [document.description, document.required ? '' : 'Opcional', document.requested ? '' : 'Ya no se pide']
        .filter(Boolean)
        .join(' · '),
  },
  {
    key: 'status',
    header: 'ESTADO',
    width: 150,
    cell: document =>
      document.status ? (
        <StateBadge
          small
          state={document.status}
          label={documentStatusLabels[document.status]}
          tooltip={document.decidedAt ? `Por el CCI, el ${dayText(document.decidedAt)}` : undefined}
        />
      ) : (
        <span className="dimmer">Sin archivo</span>
      ),
    sub: document => document.rejectedReason,
  },
  {
    key: 'expiredAt',
    header: 'FECHA DE CADUCIDAD',
    width: 150,
    cell: document => <Expiry value={document.expiredAt} />,
  },
  {
    key: 'file',
    header: 'NOMBRE ARCHIVO',
    cell: document => document.name ?? <NoValue />,
    sub: document => document.warnings.join(' '),
  },
]

// The documents of a report have no expiry; its score has (DOC-06).
const columnsOfReport = columnsOfDocumentation
  .filter(column => column.key !== 'expiredAt')
  .map(column => (column.key === 'name' ? { ...column, header: 'DOCUMENTO' } : column))

/**
 * A participant's or report's documents, to view and download; their owner and CCI may also upload (DOC-18, ERR-12).
 */
export function DocumentationTable({ documentation }: { documentation: ValidationWire }) {
  const [viewed, setViewed] = useState<PreviewedFile | null>(null)
  const [history, setHistory] = useState<string | null>(null)
  const [uploading, setUploading] = useState<string | null>(null)
  const mayReadHistories = useMay('document.history')
  const set = { participantId: documentation.genericEntityId, evaluatorId: documentation.idAudit }
  const reader = readerOf(actorOf(useMe()), set)
  const changes = changesDocuments(reader)
  // The documents of a report are changed in its request.
  const uploads = useMay('document.upload') && changes && documentation.type === 'DOC_MIN'
  const rows = documentation.catalogDocuments.filter(document => document.requested || document.file)
  return (
    <>
      <DataTable
        label="Documentos"
        columns={[
          ...(documentation.type === 'AUDIT_REPORT' ? columnsOfReport : columnsOfDocumentation),
          {
            key: 'actions',
            header: 'Acciones',
            actions: true,
            cell: document => (
              <Actions
                document={document}
                onView={setViewed}
                onHistory={
                  mayReadHistories && seesHistory(reader) ? () => setHistory(document.documentCatalogName) : null
                }
                onUpload={uploads && document.requested ? () => setUploading(document.documentCatalogName) : null}
              />
            ),
          },
        ]}
        rows={rows}
        rowKey={document => document.documentCatalogName}
        empty={{ title: 'No hay documentos', text: 'No se le ha pedido ninguno.' }}
      />
      <DocumentPreview file={viewed} onClose={() => setViewed(null)} />
      <HistoryModal
        opened={history !== null}
        onClose={() => setHistory(null)}
        validationId={documentation.id}
        documents={history ? [history] : []}
      />
      <UploadModal documentation={documentation} document={uploading} onClose={() => setUploading(null)} />
    </>
  )
}

type ActionsProps = {
  document: DocumentWire
  onView: (file: PreviewedFile) => void
  onHistory: (() => void) | null
  onUpload: (() => void) | null
}

function Actions({ document, onView, onHistory, onUpload }: ActionsProps) {
  const title = documentTitle(document.documentCatalogName)
  const name = document.name ?? title
  const id = document.id ?? document.file ?? ''
  const refusal = downloadRefusal(document)
  const blocked = refusal && sentence(refusal)
  return (
    <span className="row" style={{ gap: 0 }}>
      {onUpload ? <IconButton size={40} label={`Subir ${title}`} icon={<IconUpload />} onClick={onUpload} /> : null}
      {onHistory ? (
        <IconButton size={40} label={`Histórico de ${title}`} icon={<IconHistory />} onClick={onHistory} />
      ) : null}
      <IconButton
        size={40}
        label={`Ver ${title}`}
        icon={<IconEye />}
        blocked={blocked}
        onClick={() => onView({ id, title, name })}
      />
      <DownloadButton
        what={title}
        fileName={name}
        blocked={blocked}
        read={() => call(documentContent, { params: { id } })}
      />
    </span>
  )
}
