import { useRef, useState } from 'react'
import type { DocumentCatalogueWire } from '#domain/catalogue/contract.ts'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { matchFiles } from '#domain/document/likeness.ts'
import type { IncidentDocumentWire } from '#domain/incident/contract.ts'
import { t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import { type AskedFile, AssignFiles } from '#web/document/upload/AssignFiles.tsx'
import { UploadTrouble } from '#web/document/upload/UploadTrouble.tsx'
import { documentRowId, filesHint, uploadedText } from '#web/document/upload/words.ts'
import type { useIncidentFiles } from '#web/incident/form/useIncidentFiles.ts'
import { IncidentFiles } from '#web/incident/IncidentFiles.tsx'
import { IncidentPreview } from '#web/incident/IncidentPreview.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { portalNow } from '#web/ui/time/clock.ts'

type Entry = DocumentCatalogueWire['docList'][number]

export interface IncidentUploadsProps {
  /** The documents that the incident catalogue requires (D53). */
  entries: readonly Entry[]
  attached: readonly IncidentDocumentWire[]
  files: ReturnType<typeof useIncidentFiles>
  maxFileBytes: number
}

/** The documents of an incident: picked or dropped, uploading, attached (FORM-55). */
export function IncidentUploads({ entries, attached, files, maxFileBytes }: IncidentUploadsProps) {
  const [viewed, setViewed] = useState<IncidentDocumentWire | null>(null)
  const [asked, setAsked] = useState<AskedFile[]>([])
  const list = useRef<HTMLDivElement>(null)
  const older = attached.filter(
    document => !entries.some(entry => entry.documentCatalogName === document.documentCatalogName),
  )
  const places = entries.map(({ documentCatalogName: name }) => ({
    name,
    filled: files.held.has(name) || files.uploads.has(name) || attached.some(each => each.documentCatalogName === name),
  }))

  /** The pressed button disappears after its action: the focus stays in its row. */
  const keepFocus = (name: string) => {
    const row = entries.findIndex(entry => entry.documentCatalogName === name)
    requestAnimationFrame(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      list.current?.querySelectorAll('ul > li')[row]?.querySelector<HTMLElement>('button')?.focus()
    })
  }
  const give = (given: { document: string; file: File }[]) => {
    files.give(given)
    if (given[0]) keepFocus(given[0].document)
  }
  const take = (dropped: File[]) => {
    const { certain, asked: open } = matchFiles(dropped, places)
    give([...certain])
    setAsked([...open])
  }

  if (entries.length === 0 && attached.length === 0) return <EmptyState title={emptyResults.incidentFiles} />
  return (
    <div className="stack" ref={list}>
      <UploadTrouble uploads={files.uploads} />
      {entries.length > 0 ? (
        <>
          <FileDrop title={t('Arrastre aquí los documentos')} onFiles={take} hint={filesHint(maxFileBytes)} />
          <FileList label={t('Documentos')}>
            {entries.map(entry => {
              const name = entry.documentCatalogName
              return (
                <Row
                  key={name}
                  entry={entry}
                  attached={attached.find(document => document.documentCatalogName === name)}
                  files={files}
                  onPick={file => give([{ document: name, file }])}
                  onView={setViewed}
                  onGone={() => keepFocus(name)}
                />
              )
            })}
          </FileList>
        </>
      ) : null}
      {older.length > 0 ? <IncidentFiles documents={older} /> : null}
      {asked.length > 0 ? (
        <AssignFiles
          asked={asked}
          places={places}
          onClose={() => setAsked([])}
          onAssign={assigned => {
            setAsked([])
            give(assigned)
          }}
        />
      ) : null}
      <IncidentPreview document={viewed} onClose={() => setViewed(null)} />
    </div>
  )
}

type RowProps = {
  entry: Entry
  attached: IncidentDocumentWire | undefined
  files: IncidentUploadsProps['files']
  onPick: (file: File) => void
  onView: (document: IncidentDocumentWire) => void
  /** Called after something in the row was dismissed. */
  onGone: () => void
}

function Row({ entry, attached, files, onPick, onView, onGone }: RowProps) {
  const name = entry.documentCatalogName
  const asked = {
    id: documentRowId(name),
    title: name,
    hint: entry.description,
    accept: FILE_ENDINGS.join(','),
    onPick,
  }
  const then = (act: (document: string) => void) => () => {
    act(name)
    onGone()
  }
  const upload = files.uploads.get(name)
  if (upload) {
    return (
      <FileRow
        {...asked}
        state={upload.state === 'waiting' ? 'uploading' : upload.state}
        fileName={upload.file.name}
        progress={{ sent: upload.sent, total: upload.file.size }}
        error={upload.error}
        onCancel={then(files.drop)}
        onRetry={then(files.retry)}
        onRemove={then(files.drop)}
      />
    )
  }
  const held = files.held.get(name)
  if (held) {
    return (
      <FileRow
        {...asked}
        state="done"
        fileName={held.name}
        note={t`${sizeText(held.size)} · se subirá al abrir la incidencia`}
        onRemove={then(files.release)}
      />
    )
  }
  if (!attached) return <FileRow {...asked} state="empty" />
  return (
    <FileRow
      {...asked}
      state="done"
      fileName={attached.name}
      note={uploadedText(attached, portalNow())}
      onView={() => onView(attached)}
    />
  )
}
