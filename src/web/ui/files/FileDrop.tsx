import '@mantine/dropzone/styles.layer.css'
import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCloudUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import { pickedFiles, type RefusedFile } from '#web/ui/files/files.ts'
import classes from './FileDrop.module.css'

export interface FileDropProps {
  onFiles: (files: File[]) => void
  /** Returns why a file is refused before the upload, or null. */
  check?: (file: File) => string | null
  onRefused?: (refused: RefusedFile[]) => void
  /** Extensions and MIME types for the picker, as in `<input accept>`: only a suggestion, `check` decides. */
  accept?: string
  multiple?: boolean
  title?: string
  /** Allowed kinds and maximum size, as text. */
  hint?: ReactNode
  buttonLabel?: string
  /** Below the box: an error of the whole field, or a FileRow list. */
  error?: ReactNode
  disabled?: boolean
  id?: string
  /** False for a file that is read once and not stored. */
  kept?: false
}

/** Files are evidence, so the portal keeps their metadata; it warns before the upload (ASVS 14.2.8). */
const KEPT_AS_IS = msg('Se guarda sin cambios, con sus metadatos (autor, fechas).')

/** Drop area and picker for files, several at once. FileRow shows the result of each. */
export function FileDrop(props: FileDropProps) {
  const { onFiles, check, onRefused, accept, multiple = true, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const [tooMany, setTooMany] = useState(0)
  const take = (files: readonly File[]) => {
    const several = !multiple && files.length > 1
    setTooMany(several ? files.length : 0)
    // The portal cannot guess which of several files the user meant.
    if (several) return
    const { accepted, refused } = pickedFiles(files, check)
    if (refused.length > 0) onRefused?.(refused)
    if (accepted.length > 0) onFiles(accepted)
  }
  const error = tooMany ? t`Aquí va un solo archivo y ha soltado ${tooMany}: no se ha tomado ninguno.` : props.error
  return (
    <div className={classes.root}>
      <Dropzone
        onDrop={take}
        multiple
        disabled={disabled}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        role="group"
        aria-label={props.title ?? t('Archivos')}
        inputProps={{ tabIndex: -1, 'aria-hidden': true }}
        data-error={error ? true : undefined}
        classNames={{ root: classes.zone, inner: classes.inner }}
      >
        <IconCloudUpload size={34} className={classes.icon} aria-hidden="true" />
        <div className="grow">
          <b>{props.title ?? (multiple ? t('Arrastre aquí sus documentos') : t('Arrastre aquí su documento'))}</b>
          {props.hint ? <p className="small dim">{props.hint}</p> : null}
          {props.kept === false ? null : <p className="small dim">{t(KEPT_AS_IS)}</p>}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          multiple={multiple}
          accept={accept}
          onChange={event => {
            take([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <Button
          id={props.id}
          disabled={disabled}
          className={classes.button}
          aria-describedby={error && props.id ? `${props.id}-error` : undefined}
          onClick={() => input.current?.click()}
        >
          {props.buttonLabel ?? (multiple ? t('Elegir archivos') : t('Elegir archivo'))}
        </Button>
      </Dropzone>
      {error ? (
        <p className="mantine-InputWrapper-error" role="alert" id={props.id ? `${props.id}-error` : undefined}>
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  )
}
