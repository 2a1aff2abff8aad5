import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCloudUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { pickedFiles, type RefusedFile } from '#web/ui/files/files.ts'
import classes from './FileDrop.module.css'

export interface FileDropProps {
  onFiles: (files: File[]) => void
  /** Says why a file is refused before it is sent, or null. */
  check?: (file: File) => string | null
  onRefused?: (refused: RefusedFile[]) => void
  /** Extensions and MIME types for the picker, as in `<input accept>`: it only proposes, `check` decides. */
  accept?: string
  multiple?: boolean
  title?: string
  /** Kinds and greatest size, in words. */
  hint?: ReactNode
  buttonLabel?: string
  /** Under the box: an error of the whole, or a FileRow list. */
  error?: ReactNode
  disabled?: boolean
  id?: string
  /** False where the file is read once and not kept. */
  kept?: false
}

/** Files are evidence, so nothing of them is taken away: whoever sends one is told before (ASVS 14.2.8). */
const KEPT_AS_IS = 'Se guarda sin cambios, con sus metadatos (autor, fechas).'

/** Where files are dropped or picked, many at once. What becomes of each is shown by FileRow. */
export function FileDrop(props: FileDropProps) {
  const { onFiles, check, onRefused, accept, multiple = true, disabled } = props
  const input = useRef<HTMLInputElement>(null)
  const [tooMany, setTooMany] = useState(0)
  const take = (files: readonly File[]) => {
    const several = !multiple && files.length > 1
    setTooMany(several ? files.length : 0)
    // Which of them was meant is not for the portal to guess.
    if (several) return
    const { accepted, refused } = pickedFiles(files, check)
    if (refused.length > 0) onRefused?.(refused)
    if (accepted.length > 0) onFiles(accepted)
  }
  const error = tooMany ? `Aquí va un solo archivo y ha soltado ${tooMany}: no se ha tomado ninguno.` : props.error
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
        aria-label={props.title ?? 'Archivos'}
        inputProps={{ tabIndex: -1, 'aria-hidden': true }}
        data-error={error ? true : undefined}
        classNames={{ root: classes.zone, inner: classes.inner }}
      >
        <IconCloudUpload size={34} className={classes.icon} aria-hidden="true" />
        <div className="grow">
          <b>{props.title ?? (multiple ? 'Arrastre aquí sus documentos' : 'Arrastre aquí su documento')}</b>
          {props.hint ? <p className="small dim">{props.hint}</p> : null}
          {props.kept === false ? null : <p className="small dim">{KEPT_AS_IS}</p>}
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
          {props.buttonLabel ?? (multiple ? 'Elegir archivos' : 'Elegir archivo')}
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
