import { IconEye, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentContent, listDocuments } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { downloadRefusal } from '#domain/document/download-refusal.ts'
import { readAsSentence } from '#domain/document/read-as.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import type { PreviewedFile } from '#web/document/DocumentPreview.tsx'
import { DocumentPreview } from '#web/document/DocumentPreview.tsx'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { FileLine, FileLines, FileSubtitle } from '#web/document/FileLine.tsx'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { dayText } from '#web/ui/time/dates.ts'

type Props = {
  opened: boolean
  onClose: () => void
  validationId: string
  /** 'Custodia documental · Tramontana'. */
  subtitle: string
  /** Opens a document's history; hidden when absent. */
  onHistory?: (document: string) => void
  /** Another window is open on top. */
  locked?: boolean
}

/** The documents of an audit report (SRCH-09). A bank downloads the accepted ones only (D9, ERR-12). */
export function ReportDocumentsModal({ opened, onClose, validationId, subtitle, onHistory, locked }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptions(listDocuments, { query: { validationId } }),
    enabled: opened,
  })
  const [read, setRead] = useState<PreviewedFile | null>(null)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('Documentos del informe')}
      size={640}
      locked={locked || read !== null}
    >
      <FileSubtitle>{subtitle}</FileSubtitle>
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading height={140} />
      ) : (
        <FileLines label={t('Documentos del informe')}>
          {data.content.map(document => (
            <Line
              key={document.documentCatalogName}
              document={document}
              onRead={setRead}
              onHistory={onHistory ? () => onHistory(document.documentCatalogName) : null}
            />
          ))}
        </FileLines>
      )}
      <DocumentPreview file={read} onClose={() => setRead(null)} />
    </Dialog>
  )
}

type LineProps = {
  document: DocumentWire
  onRead: (file: PreviewedFile) => void
  onHistory: (() => void) | null
}

function Line({ document, onRead, onHistory }: LineProps) {
  const title = documentTitle(document.documentCatalogName)
  const name = document.name ?? title
  const id = document.id ?? document.file ?? ''
  const refusal = downloadRefusal(document)
  const blocked = refusal && sentence(refusal)
  return (
    <FileLine
      title={title}
      notes={[
        document.name,
        document.uploadedAt ? t`Subido el ${dayText(document.uploadedAt)}` : null,
        readAsSentence(document),
        document.rejectedReason ? t`«${document.rejectedReason}»` : null,
        ...document.warnings,
      ]}
      state={
        document.status ? (
          <StateBadge small state={document.status} label={t(documentStatusLabels[document.status])} />
        ) : (
          <span className="dimmer">{t('Sin archivo')}</span>
        )
      }
      actions={
        <>
          {onHistory ? (
            <IconButton size={40} label={t`Histórico de ${title}`} icon={<IconHistory />} onClick={onHistory} />
          ) : null}
          <IconButton
            size={40}
            label={t`Ver ${title}`}
            icon={<IconEye />}
            blocked={blocked}
            onClick={() => onRead({ id, title, name })}
          />
          <DownloadButton
            what={title}
            fileName={name}
            blocked={blocked}
            read={() => call(documentContent, { params: { id } })}
          />
        </>
      }
    />
  )
}
