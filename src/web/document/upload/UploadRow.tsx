import { Button } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import { isUndecided, needsAnotherFile } from '#domain/validation/review.ts'
import { TemplateLink } from '#web/catalogue/help/TemplateLink.tsx'
import { DocumentAssignee } from '#web/document/assignment/DocumentAssignee.tsx'
import type { Upload } from '#web/document/upload/upload-queue.ts'
import { documentRowId, uploadedText } from '#web/document/upload/words.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { FileRow } from '#web/ui/files/FileRow.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './UploadRow.module.css'

export interface UploadRowProps {
  document: DocumentWire
  upload: Upload | undefined
  /** Shows CCI's decision; a draft has none yet. */
  withState: boolean
  /** Whether the file may be replaced. */
  open: boolean
  now: Date
  onPick: (file: File) => void
  onView: () => void
  /** Absent when the file may not be removed. */
  onRemove: (() => void) | undefined
  /** Offers the accepted files that may be used for it; absent when there are none. */
  onReuse: (() => void) | undefined
  onRetry: () => void
  /** Cancels the upload in progress, or dismisses a failed one. */
  onDrop: () => void
}

const accept = FILE_ENDINGS.join(',')

/** A required document: its file, the upload progress, the actions. */
export function UploadRow(props: UploadRowProps) {
  const { document, upload, open } = props
  const hint = [
    document.description,
    document.required ? '' : t('Opcional'),
    document.requested ? '' : t('Ya no se pide'),
  ]
  const asked = {
    id: documentRowId(document.documentCatalogName),
    title: documentTitle(document.documentCatalogName),
    hint: <RowHint words={hint.filter(Boolean).join(' · ')} document={document} />,
    accept,
    onPick: open ? props.onPick : undefined,
    action: document.requested ? <DocumentAssignee document={document} /> : null,
    otherWay:
      open && props.onReuse ? (
        <Button size="xs" variant="subtle" fullWidth leftSection={<IconFileCheck />} onClick={props.onReuse}>
          {t('Usar uno ya aceptado')}
          <span className="vh"> {t`para ${documentTitle(document.documentCatalogName)}`}</span>
        </Button>
      ) : null,
  }
  if (upload) {
    const { file, state, sent, error } = upload
    return (
      <FileRow
        {...asked}
        otherWay={null}
        state={state === 'waiting' ? 'uploading' : state}
        fileName={file.name}
        progress={{ sent, total: file.size }}
        error={error}
        onCancel={props.onDrop}
        onRetry={props.onRetry}
        onRemove={props.onDrop}
      />
    )
  }
  if (!document.file) return <FileRow {...asked} state="empty" />
  return (
    <FileRow
      {...asked}
      state="done"
      fileName={document.name ?? ''}
      mustReplace={props.withState && needsAnotherFile(document.status)}
      note={uploadedText(document, props.now, { sent: props.withState && isUndecided(document.status) })}
      badge={
        props.withState || document.warnings.length > 0 ? (
          <DocumentState document={document} withState={props.withState} />
        ) : null
      }
      onView={props.onView}
      onRemove={props.onRemove}
    />
  )
}

function DocumentState({ document, withState }: { document: DocumentWire; withState: boolean }) {
  const { status, rejectedReason, expiredAt, decidedAt, decidedBy, warnings } = document
  const hindered = warnings.map(warning => (
    <span key={warning} className={`small ${classes.reason}`}>
      {warning}
    </span>
  ))
  if (!withState || !status) return hindered
  const decided = [decidedAt ? dayText(decidedAt) : '', decidedBy ?? ''].filter(Boolean).join(' · ')
  return (
    <>
      <StateBadge small state={status} label={t(documentStatusLabels[status])} tooltip={decided || undefined} />
      {rejectedReason ? <span className={`small ${classes.reason}`}>{rejectedReason}</span> : null}
      {expiredAt ? <span className="small dim"> {t`Caduca el ${dayText(expiredAt)}`}</span> : null}
      {hindered}
    </>
  )
}

/** What is asked for, what CCI says of it, and its template (EASE-08). */
function RowHint({ words, document }: { words: string; document: DocumentWire }) {
  const { help, documentCatalogName } = document
  return (
    <>
      {words}
      {help?.text ? <span className={classes.help}>{help.text}</span> : null}
      {document.assignee ? <span className={classes.help}>{t`Asignado a ${document.assignee.name}`}</span> : null}
      {help?.template ? <TemplateLink {...help.template} document={documentCatalogName} /> : null}
    </>
  )
}
