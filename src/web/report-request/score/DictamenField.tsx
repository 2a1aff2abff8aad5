import { useEffect, useRef, useState } from 'react'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { refusalText } from '#web/document/upload/words.ts'
import { FileDialog } from '#web/report-request/score/FileDialog.tsx'
import { useMe } from '#web/session/useMe.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { saveBlob } from '#web/ui/saveBlob.ts'
import { portalNow } from '#web/ui/time/clock.ts'
import { timeText } from '#web/ui/time/dates.ts'
import classes from './ScoreStep.module.css'

type Props = {
  file: File | null
  onFile: (file: File | null) => void
  /** The published file; a correction keeps it unless another is chosen. */
  published?: { name: string; onView: () => void }
  error: string | null
  /** Bytes sent; null when not uploading. */
  sent: number | null
  onCancel: () => void
}

export const dictamenId = 'calificacion-dictamen'

/** The qualification file: drop, pick, check, replace (SCO-09, FORM-56). The focus stays with it. */
export function DictamenField(props: Props) {
  const { file } = props
  const frame = useRef<HTMLDivElement>(null)
  const before = useRef(file)
  useEffect(() => {
    // The pressed button disappears when a file is added, and also when it is removed.
    const lost = document.activeElement === document.body
    if (before.current !== file && lost) frame.current?.querySelector<HTMLElement>('button')?.focus()
    before.current = file
  }, [file])
  return (
    <div ref={frame}>
      <Field {...props} />
    </div>
  )
}

function Field({ file, onFile, published, error, sent, onCancel }: Props) {
  const { maxFileBytes } = useMe().settings
  const [refused, setRefused] = useState<string | null>(null)
  const [chosenAt, setChosenAt] = useState<Date | null>(null)
  const [viewing, setViewing] = useState(false)
  const pick = (picked: File) => {
    const why = refusalText(picked, maxFileBytes)
    setRefused(why && `${picked.name}: ${why}`)
    if (why) return
    onFile(picked)
    setChosenAt(portalNow())
  }
  const remove = () => {
    setRefused(null)
    onFile(null)
  }
  const accept = FILE_ENDINGS.join(',')
  const travelling = sent !== null
  if (file) {
    const when = chosenAt ? ` · adjuntado a las ${timeText(chosenAt.toISOString())}` : ''
    return (
      <div className={classes.dictamen}>
        <FileList label="Dictamen de calificación">
          <FileRow
            id={dictamenId}
            title="Dictamen de calificación"
            state={travelling ? 'uploading' : 'done'}
            fileName={file.name}
            note={`${sizeText(file.size)}${when}`}
            progress={{ sent: Math.min(sent ?? 0, file.size), total: file.size }}
            accept={accept}
            onView={() => setViewing(true)}
            onPick={travelling ? undefined : pick}
            onRemove={remove}
            onCancel={onCancel}
          />
        </FileList>
        {refused ? <Wrong text={refused} /> : null}
        {viewing ? (
          <FileDialog
            title="Dictamen de calificación"
            data={file}
            name={file.name}
            onDownload={() => saveBlob(file, file.name)}
            onClose={() => setViewing(false)}
          />
        ) : null}
      </div>
    )
  }
  if (published) {
    return (
      <div className={classes.dictamen}>
        <FileList label="Dictamen de calificación">
          <FileRow
            title="Dictamen de calificación"
            state="done"
            fileName={published.name}
            note="Se conserva si no elige otro."
            accept={accept}
            onView={published.onView}
            onPick={pick}
          />
        </FileList>
        {refused ? <Wrong text={refused} /> : null}
      </div>
    )
  }
  return (
    <FileDrop
      id={dictamenId}
      multiple={false}
      accept={accept}
      title="Adjunte el dictamen"
      hint={`Hasta ${Math.floor(maxFileBytes / 1024 / 1024)} MB. Arrástrelo aquí o elíjalo.`}
      error={refused ?? error}
      onFiles={([picked]) => picked && pick(picked)}
    />
  )
}

function Wrong({ text }: { text: string }) {
  return (
    <p className="mantine-InputWrapper-error" role="alert">
      <span>{text}</span>
    </p>
  )
}
