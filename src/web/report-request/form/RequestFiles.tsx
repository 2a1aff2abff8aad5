import type { ReactNode } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'
import { type RequestPart, requestFileEndings } from '#domain/report-request/request-files.ts'
import { useRowFocus } from '#web/document/upload/useRowFocus.ts'
import { EvaluationTemplate } from '#web/report-request/form/EvaluationTemplate.tsx'
import type { PartFile } from '#web/report-request/form/useRequestFiles.ts'
import { type Progress, progressOfEach } from '#web/report-request/progress.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'

export const requestParts = Object.keys(requestFiles) as RequestPart[]

/** The id of a file's control, for the error summary. */
export const partId = (part: RequestPart) => `solicitud-${part}`

const kinds: Record<RequestPart, string> = {
  report: msg('Un PDF.'),
  spreadsheet: msg('Una hoja de cálculo: XLSX, XLS u ODS.'),
}

/** A file that the edited request already has. */
export type Original = {
  name: string
  badge: ReactNode
  /** Whether it may be kept. */
  keeps: boolean
  /** How its spreadsheet was read. */
  readAs: string | null
  onView: () => void
}

export interface RequestFilesProps {
  files: {
    chosen: Partial<Record<RequestPart, PartFile>>
    unplaced: string | null
    files: Record<RequestPart, File | undefined>
    pick: (part: RequestPart, file: File) => void
    take: (files: readonly File[]) => void
    remove: (part: RequestPart) => void
  }
  maxFileBytes: number
  /** The missing parts; shown after an attempt to send. */
  errors: Partial<Record<RequestPart, string>>
  /** The bytes of the running call. */
  progress: Progress | null
  onCancel: () => void
  originals?: Partial<Record<RequestPart, Original>>
  /** The accepted files, in words. */
  title?: string
}

/** The two files of a request (REP-08): dropped together or picked one by one, with their upload progress. */
export function RequestFiles(props: RequestFilesProps) {
  const { files, progress, errors, originals = {} } = props
  const rowFocus = useRowFocus()
  const parts = requestParts.filter(part => files.files[part])
  const sent = progressOfEach(
    progress ?? { sent: 0, total: 0 },
    parts.map(part => files.files[part]?.size ?? 0),
  )
  return (
    <div className="stack" {...rowFocus.props}>
      <FileDrop
        title={props.title ?? t('Arrastre aquí los dos archivos')}
        hint={t`El informe en PDF y la hoja de cálculo, hasta ${Math.floor(props.maxFileBytes / 1024 / 1024)} MB cada uno.`}
        onFiles={files.take}
        error={files.unplaced}
        disabled={progress !== null}
      />
      <FileList label={t('Documentos de la solicitud')}>
        {requestParts.map(part => (
          <Row
            key={part}
            part={part}
            {...props}
            error={errors[part]}
            original={originals[part]}
            sent={progress && files.files[part] ? (sent[parts.indexOf(part)] ?? 0) : null}
          />
        ))}
      </FileList>
      <EvaluationTemplate />
    </div>
  )
}

type RowProps = Pick<RequestFilesProps, 'files' | 'onCancel' | 'progress'> & {
  part: RequestPart
  error: string | undefined
  original: Original | undefined
  /** Bytes sent; null when not uploading. */
  sent: number | null
}

function Row({ part, files, original, error, sent, progress, onCancel }: RowProps) {
  const chosen = files.chosen[part]
  const free = progress === null
  const empty = !chosen && !original
  const asked = {
    id: empty ? partId(part) : undefined,
    title: t(requestFiles[part]),
    // An empty row loses its button, so its text takes the focus that the error summary moves here.
    hint: (
      <span id={empty ? undefined : partId(part)} tabIndex={-1}>
        {t(kinds[part])}
      </span>
    ),
    accept: requestFileEndings[part].join(','),
    onPick: free ? (file: File) => files.pick(part, file) : undefined,
  }
  if (!chosen) {
    if (original) {
      return (
        <FileRow
          {...asked}
          state="done"
          mustReplace={!original.keeps}
          fileName={original.name}
          note={[original.keeps ? t('Se conserva.') : t('Hay que sustituirlo.'), original.readAs]
            .filter(Boolean)
            .join(' · ')}
          badge={original.badge}
          onView={original.onView}
        />
      )
    }
    const missing = error ? (
      <p className="mantine-InputWrapper-error">
        <span>{error}</span>
      </p>
    ) : null
    return <FileRow {...asked} state="empty" badge={missing} />
  }
  const { file, refusal } = chosen
  if (refusal) {
    return (
      <FileRow
        {...asked}
        state="refused"
        fileName={file.name}
        error={refusal}
        onRemove={free ? () => files.remove(part) : undefined}
      />
    )
  }
  if (sent !== null) {
    return (
      <FileRow
        {...asked}
        state="uploading"
        fileName={file.name}
        progress={{ sent, total: file.size }}
        onCancel={onCancel}
      />
    )
  }
  return (
    <FileRow
      {...asked}
      state="done"
      fileName={file.name}
      note={`${sizeText(file.size)} · ${original ? t`sustituye a ${original.name}` : t('listo para enviar')}`}
      onRemove={() => files.remove(part)}
    />
  )
}
