import { Button } from '@mantine/core'
import { IconDownload, IconEye, IconRefresh, IconTrash, IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import classes from './FileRow.module.css'

/** State of a file: none, uploading, attached, refused before the upload, or failed. */
export type FileRowState = 'empty' | 'uploading' | 'done' | 'refused' | 'failed'

export interface FileRowProps {
  /** Requested document. */
  title: ReactNode
  hint?: ReactNode
  state: FileRowState
  fileName?: string
  /** '2,4 MB · subido a las 09:36'. */
  note?: ReactNode
  /** Bytes. */
  progress?: { sent: number; total: number }
  /** Why the file was refused or failed, and whether data were saved. */
  error?: ReactNode
  badge?: ReactNode
  accept?: string
  onPick?: (file: File) => void
  /** The file must be replaced: a text says so, not just an icon. */
  mustReplace?: boolean
  onView?: () => void
  onDownload?: () => void
  onRemove?: () => void
  onCancel?: () => void
  onRetry?: () => void
  /** Another way to give the file, under the button that picks it. */
  otherWay?: ReactNode
  /** A further action, after the others. */
  action?: ReactNode
  /** Label of the button that picks the first or another file. */
  id?: string
}

/** Rows of files, separated by hairlines. */
export function FileList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** One file: requested document, file, progress, actions. An `li`, for FileList. */
export function FileRow(props: FileRowProps) {
  const { title, hint, state, fileName, note, progress, error, badge, onPick } = props
  const input = useRef<HTMLInputElement>(null)
  const pick = () => input.current?.click()
  const percent = progress && progress.total > 0 ? Math.floor((100 * progress.sent) / progress.total) : 0
  const what = fileName ?? (typeof title === 'string' ? title : t('el archivo'))
  const replaces = onPick && (state === 'done' || state === 'refused')
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.asked}>
        <b>{title}</b>
        {hint ? <span className="small dim">{hint}</span> : null}
      </div>
      <div className={classes.given}>
        {state === 'empty' ? null : <span className={classes.name}>{fileName}</span>}
        {state === 'uploading' ? (
          <>
            <div
              className={classes.bar}
              role="progressbar"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent}
              aria-label={t`Subiendo ${what}`}
            >
              <i style={{ width: `${percent}%` }} />
            </div>
            <span className="small dim">
              {percent} %{progress ? t` · ${sizeText(progress.sent)} de ${sizeText(progress.total)}` : null}
            </span>
          </>
        ) : null}
        {state === 'done' && note ? <span className="small dim">{note}</span> : null}
        {(state === 'refused' || state === 'failed') && error ? (
          <p className="mantine-InputWrapper-error" role="alert">
            <span>{error}</span>
          </p>
        ) : null}
        {state === 'empty' && onPick ? (
          <Button id={props.id} size="xs" fullWidth leftSection={<IconUpload />} onClick={pick}>
            {t('Elegir archivo')}
            <span className="vh"> {t`para ${what}`}</span>
          </Button>
        ) : null}
        {badge ? <span className={classes.badge}>{badge}</span> : null}
        {replaces && props.mustReplace ? (
          <Button
            id={props.id}
            size="xs"
            fullWidth
            leftSection={<IconUpload />}
            className={classes.replace}
            onClick={pick}
          >
            {t('Sustituir')}
            <span className="vh"> {what}</span>
          </Button>
        ) : null}
        {props.otherWay}
        {onPick ? (
          <input
            ref={input}
            type="file"
            hidden
            accept={props.accept}
            onChange={event => {
              const file = event.currentTarget.files?.[0]
              if (file) onPick(file)
              event.currentTarget.value = ''
            }}
          />
        ) : null}
      </div>
      <div className={classes.actions}>
        {state === 'done' && props.onView ? (
          <IconButton size={40} label={t`Ver ${what}`} icon={<IconEye />} onClick={props.onView} />
        ) : null}
        {state === 'done' && props.onDownload ? (
          <IconButton size={40} label={t`Descargar ${what}`} icon={<IconDownload />} onClick={props.onDownload} />
        ) : null}
        {state === 'failed' && props.onRetry ? (
          <IconButton size={40} label={t`Reintentar ${what}`} icon={<IconRefresh />} onClick={props.onRetry} />
        ) : null}
        {replaces && !props.mustReplace ? (
          <IconButton id={props.id} size={40} label={t`Cambiar ${what}`} icon={<IconUpload />} onClick={pick} />
        ) : null}
        {state === 'uploading' && props.onCancel ? (
          <IconButton size={40} label={t`Cancelar la subida de ${what}`} icon={<IconX />} onClick={props.onCancel} />
        ) : null}
        {state === 'done' && props.onRemove ? (
          <IconButton size={40} label={t`Quitar ${what}`} icon={<IconTrash />} onClick={props.onRemove} />
        ) : null}
        {(state === 'refused' || state === 'failed') && props.onRemove ? (
          <IconButton size={40} label={t`Descartar ${what}`} icon={<IconX />} onClick={props.onRemove} />
        ) : null}
        {props.action}
      </div>
    </li>
  )
}
