import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VersionWire } from '#domain/document/contract.ts'
import { documentContent, documentHistory } from '#domain/document/contract.ts'
import { documentStatusLabels, hasOtherVersions } from '#domain/document/document.ts'
import { t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import type { PreviewedFile } from '#web/document/DocumentPreview.tsx'
import { DocumentPreview } from '#web/document/DocumentPreview.tsx'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { FileLine, FileLines, fileTabs } from '#web/document/FileLine.tsx'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'

type Props = {
  opened: boolean
  onClose: () => void
  validationId: string
  /** The documents to choose from. */
  documents: readonly string[]
  /** The one shown first. */
  first?: string
}

/** All versions of a document, newest first (SRCH-10, ERR-22). Not for evaluators, which have no history (D17). */
export function HistoryModal({ opened, onClose, validationId, documents, first }: Props) {
  const [chosen, setChosen] = useState<{ of: string; name: string } | null>(null)
  const of = `${validationId} ${first}`
  const document = (chosen?.of === of ? chosen.name : first) ?? documents[0] ?? ''
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptions(documentHistory, { query: { validationId, documentCatalogName: document } }),
    enabled: opened,
  })
  const [read, setRead] = useState<PreviewedFile | null>(null)
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Histórico de ${document}`} size={640} locked={read !== null}>
      {documents.length > 1 ? (
        <div className={fileTabs}>
          <Segments
            label={t('Documento')}
            value={document}
            onChange={name => setChosen({ of, name })}
            segments={documents.map(name => ({ value: name, label: name }))}
          />
        </div>
      ) : null}
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading height={140} />
      ) : !hasOtherVersions(data.content) ? (
        <EmptyState title={t(emptyResults.versions)} />
      ) : (
        <FileLines label={t`Histórico de ${document}`}>
          {data.content.map(version => (
            <Version key={version.id} version={version} document={document} onRead={setRead} />
          ))}
        </FileLines>
      )}
      <DocumentPreview file={read} onClose={() => setRead(null)} />
    </Dialog>
  )
}

const moment = (instant: string) => `${dayText(instant)} ${timeText(instant)}`

type VersionProps = { version: VersionWire; document: string; onRead: (file: PreviewedFile) => void }

function Version({ version, document, onRead }: VersionProps) {
  const { id, name, number } = version
  return (
    <FileLine
      title={t`Versión ${version.number}${version.isCurrent ? t(' (actual)') : ''}`}
      notes={[
        version.name,
        t`Subida el ${moment(version.uploadedAt)}`,
        version.expiredAt ? t`Caduca el ${dayText(version.expiredAt)}` : null,
        version.deletedAt ? t`Eliminada el ${moment(version.deletedAt)}` : null,
        version.rejectedReason ? t`«${version.rejectedReason}»` : null,
      ]}
      state={<StateBadge small state={version.status} label={t(documentStatusLabels[version.status])} />}
      actions={
        <>
          <IconButton
            size={40}
            label={t`Ver la versión ${number}`}
            icon={<IconEye />}
            onClick={() => onRead({ id, title: t`${document}, versión ${number}`, name })}
          />
          <DownloadButton
            what={t`la versión ${number}`}
            fileName={name}
            read={() => call(documentContent, { params: { id } })}
          />
        </>
      }
    />
  )
}
