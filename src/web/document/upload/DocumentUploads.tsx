import { useEffect, useState } from 'react'
import { type DocumentWire, deleteDocument } from '#domain/document/contract.ts'
import { isRemovable } from '#domain/document/removal.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import { call, messageOf } from '#web/api/api.ts'
import { DocumentPreview, type PreviewedFile } from '#web/document/DocumentPreview.tsx'
import { OwnerHints } from '#web/document/precheck/OwnerHints.tsx'
import { useReuse } from '#web/document/reuse/useReuse.tsx'
import { AssignFiles } from '#web/document/upload/AssignFiles.tsx'
import { UploadRow } from '#web/document/upload/UploadRow.tsx'
import { UploadTrouble } from '#web/document/upload/UploadTrouble.tsx'
import { isSending } from '#web/document/upload/upload-queue.ts'
import { useDropped } from '#web/document/upload/useDropped.ts'
import { useRowFocus } from '#web/document/upload/useRowFocus.ts'
import { useUploads } from '#web/document/upload/useUploads.ts'
import { filesHint, refusalText } from '#web/document/upload/words.ts'
import { useUndo } from '#web/notification/undo/useUndo.tsx'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMe } from '#web/session/useMe.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList } from '#web/ui/files/FileRow.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { portalNow } from '#web/ui/time/clock.ts'

export interface DocumentUploadsProps {
  documents: readonly DocumentWire[]
  validationId: string
  /** What was sent once: states are shown, and a new version waits for CCI again (API-55). */
  reupload?: boolean
  /** After something was uploaded or removed; a promise is awaited, so return the one of the invalidation. */
  onChanged: () => unknown
  /** Whether a file is on its way. */
  onSending?: (sending: boolean) => void
}

/**
 * The documents that are asked for, each with its file: chosen, dropped (many at once, matched to their rows or asked
 * for), with progress, cancel, retry, view and remove. Wrong types and sizes are refused before they are sent (D23).
 */
export function DocumentUploads(props: DocumentUploadsProps) {
  const { documents, reupload = false, onChanged, onSending } = props
  const me = useMe()
  const { maxFileBytes } = me.settings
  const [arrived, setArrived] = useState('')
  // The documents whose file came just now, until its owner leaves it as it is.
  const [fresh, setFresh] = useState<readonly string[]>([])
  const [viewed, setViewed] = useState<PreviewedFile | null>(null)
  const [removed, setRemoved] = useState<DocumentWire | null>(null)
  const focus = useRowFocus()
  const { queue, uploads } = useUploads({
    ...props,
    onArrived: name => {
      setArrived(t`Subido: ${documentTitle(name)}`)
      setFresh(before => [...before.filter(each => each !== name), name])
    },
  })
  const reuse = useReuse({
    validationId: props.validationId,
    sent: reupload,
    onReused: async name => {
      await onChanged()
      setArrived(t`Usado un archivo ya aceptado para: ${documentTitle(name)}`)
      focus.returnTo(shown.findIndex(document => document.documentCatalogName === name))
    },
  })
  const sending = isSending(uploads)
  const leaving = useLeaving(sending)
  useEffect(() => onSending?.(sending), [sending, onSending])

  const shown = documents.filter(document => document.requested || document.file)
  const places = shown
    .filter(document => document.requested)
    .map(document => ({
      name: document.documentCatalogName,
      filled: document.file !== null || uploads.has(document.documentCatalogName),
    }))

  const send = (name: string, file: File) => {
    const refusal = refusalText(file, maxFileBytes)
    if (refusal) queue.refuse(name, file, refusal)
    else queue.add(name, file)
  }
  const dropped = useDropped({ places, maxFileBytes, send })

  if (shown.length === 0) {
    return <EmptyState title={t('No se le pide ningún documento')} text={t('Si el CCI necesita alguno, le avisará.')} />
  }
  return (
    <div className="stack" {...focus.props}>
      <UploadTrouble uploads={uploads} />
      {places.length > 0 ? (
        <FileDrop
          onFiles={dropped.take}
          hint={filesHint(maxFileBytes)}
          error={dropped.unplaced.length > 0 ? dropped.unplaced.map(text => <span key={text}>{text} </span>) : null}
        />
      ) : null}
      <FileList label={t('Documentos')}>
        {shown.map(document => {
          const name = document.documentCatalogName
          return (
            <UploadRow
              key={name}
              document={document}
              upload={uploads.get(name)}
              withState={reupload}
              open={document.requested}
              now={portalNow()}
              onPick={file => send(name, file)}
              onView={() =>
                setViewed({ id: document.id ?? '', title: documentTitle(name), name: document.name ?? name })
              }
              onRemove={isRemovable(document.status, me.role.key) ? () => setRemoved(document) : undefined}
              onReuse={reuse.offeredFor(document) ? () => reuse.open(document) : undefined}
              onRetry={() => queue.retry(name)}
              onDrop={() => queue.drop(name)}
            />
          )
        })}
      </FileList>
      {shown
        .filter(({ documentCatalogName: name, file }) => file && fresh.includes(name) && !uploads.has(name))
        .map(({ documentCatalogName: name, file }) => (
          <OwnerHints
            key={file}
            file={file!}
            document={name}
            onPick={picked => send(name, picked)}
            onLeave={() => setFresh(before => before.filter(each => each !== name))}
          />
        ))}
      <p className="vh" role="status">
        {arrived}
      </p>
      {dropped.asked.length > 0 ? (
        <AssignFiles asked={dropped.asked} places={places} onClose={dropped.leave} onAssign={dropped.assign} />
      ) : null}
      {reuse.window}
      <DocumentPreview file={viewed} onClose={() => setViewed(null)} />
      <RemoveDocument
        document={removed}
        onClose={() => setRemoved(null)}
        onRemoved={async name => {
          await onChanged()
          setRemoved(null)
          setArrived(t`Quitado: ${documentTitle(name)}`)
          focus.returnTo(shown.findIndex(document => document.documentCatalogName === name))
        }}
      />
      <LeaveGuard opened={leaving.asked} onStay={leaving.stay} onDiscard={leaving.leave}>
        {t('Hay archivos subiéndose. Si sale ahora, no llegarán.')}
      </LeaveGuard>
    </div>
  )
}

type RemoveDocumentProps = {
  document: DocumentWire | null
  onClose: () => void
  onRemoved: (name: string) => Promise<void>
}

function RemoveDocument({ document, onClose, onRemoved }: RemoveDocumentProps) {
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { tellDone } = useUndo()
  const remove = async () => {
    if (!document?.id) return
    setLoading(true)
    setError(null)
    try {
      await call(deleteDocument, { params: { id: document.id } })
      await onRemoved(document.documentCatalogName)
      tellDone({ id: document.id, title: t('Archivo quitado'), text: documentTitle(document.documentCatalogName) })
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setLoading(false)
    }
  }
  return (
    <ConfirmModal
      opened={document !== null}
      onClose={() => {
        setError(null)
        onClose()
      }}
      title={t('Quitar el archivo')}
      onConfirm={() => void remove()}
      confirmLabel={t('Quitar')}
      loading={loading}
      submitError={error}
      danger
    >
      <Words of={t('¿Quitar {0} de «{1}»?')}>
        <b>{document?.name}</b>
        {document ? documentTitle(document.documentCatalogName) : null}
      </Words>
    </ConfirmModal>
  )
}
