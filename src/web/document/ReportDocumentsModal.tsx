import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentContent, listDocuments } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { downloadRefusal } from '#domain/document/download-refusal.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf, reading } from '#web/api.ts'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { FileLine, FileLines, FileSubtitle } from '#web/document/FileLine.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { dayText } from '#web/ui/dates.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  validationId: string
  /** 'Custodia documental · Tramontana'. */
  subtitle: string
  /** Opens a document's history; not offered without it. */
  onHistory?: (document: string) => void
  /** Another window stands over this one. */
  locked?: boolean
}

/** The documents of an audit report (SRCH-09). A bank downloads the accepted ones only (D9, ERR-12). */
export function ReportDocumentsModal({ opened, onClose, validationId, subtitle, onHistory, locked }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    ...reading(listDocuments, { query: { validationId } }),
    enabled: opened,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title="Documentos del informe" size={640} locked={locked}>
      <FileSubtitle>{subtitle}</FileSubtitle>
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading height={140} />
      ) : (
        <FileLines label="Documentos del informe">
          {data.content.map(document => (
            <Line
              key={document.documentCatalogName}
              document={document}
              onHistory={onHistory ? () => onHistory(document.documentCatalogName) : null}
            />
          ))}
        </FileLines>
      )}
    </Dialog>
  )
}

function Line({ document, onHistory }: { document: DocumentWire; onHistory: (() => void) | null }) {
  const name = document.documentCatalogName
  const refusal = downloadRefusal(document)
  return (
    <FileLine
      title={name}
      notes={[
        document.name,
        document.uploadedAt ? `Subido el ${dayText(document.uploadedAt)}` : null,
        document.rejectedReason ? `«${document.rejectedReason}»` : null,
      ]}
      state={
        document.status ? (
          <StateBadge small state={document.status} label={documentStatusLabels[document.status]} />
        ) : (
          <span className="dimmer">Sin archivo</span>
        )
      }
      actions={
        <>
          {onHistory ? (
            <IconButton size={40} label={`Histórico de ${name}`} icon={<IconHistory />} onClick={onHistory} />
          ) : null}
          <DownloadButton
            what={name}
            fileName={document.name ?? name}
            blocked={refusal && sentence(refusal)}
            read={() => call(documentContent, { params: { id: document.id ?? document.file ?? '' } })}
          />
        </>
      }
    />
  )
}
