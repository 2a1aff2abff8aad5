import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '#domain/messages.ts'
import { loadEdition, previewEdition, readEditions } from '#domain/supervision/register/edition/contract.ts'
import { EDITION_FAULTS_SHOWN } from '#domain/supervision/register/edition/edition-file.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { EditionChangeList } from '#web/supervision/register/edition/EditionChangeList.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './editions.module.css'

const DROP = 'edicion-archivo'

/** Loads an edition from a file, after showing what it changes (REG-18). */
export function LoadEditionModal({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const reading = useMutation({
    mutationFn: (given: File) => call(previewEdition, { body: {}, files: { file: given } }),
  })
  const seen = reading.data
  const saving = useListWrite({
    mutationFn: (given: File) =>
      call(loadEdition, { body: { against: seen?.against.load ?? '' }, files: { file: given } }),
    reads: [readEditions.name],
    onSuccess: () => {
      showToast({ title: `Edición ${seen?.number} en vigor`, text: 'Rige para todas las entidades.' })
      onClose()
    },
  })
  const take = (picked: File | null) => {
    setFile(picked)
    setMissing(false)
    saving.reset()
    reading.reset()
    if (picked) reading.mutate(picked)
  }
  const isOther = saving.error instanceof ApiError && saving.error.code === 'editionChanged'
  const submit = () => {
    if (file && seen?.isSame) return onClose()
    if (file && isOther) return take(file)
    if (file && seen) return saving.mutate(file)
    if (file) return reading.mutate(file)
    setMissing(true)
    focusField(DROP)
  }
  const label = seen?.isSame ? 'Cerrar' : isOther ? 'Comprobar otra vez' : seen ? 'Poner en vigor' : 'Comprobar'
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Cargar una edición"
      size={860}
      onSubmit={submit}
      submitLabel={label}
      loading={reading.isPending || saving.isPending}
      submitError={null}
    >
      {seen ? null : (
        <p>
          Suba el JSON de una edición: la que ha descargado de esta página, con sus listas corregidas, o una nueva con
          otro número y la fecha de referencia desde la que vale. Antes de ponerla en vigor verá qué cambia.
        </p>
      )}
      {file ? (
        <FileList label="Edición en JSON">
          <FileRow
            title="Edición en JSON"
            state={reading.isPending ? 'uploading' : 'done'}
            fileName={file.name}
            note={sizeText(file.size)}
            accept=".json"
            onPick={take}
            onRemove={() => take(null)}
          />
        </FileList>
      ) : (
        <FileDrop
          kept={false}
          id={DROP}
          multiple={false}
          accept=".json"
          title="Arrastre aquí el archivo"
          hint=".json"
          error={missing ? sentence('fileMissing') : null}
          onFiles={([picked]) => take(picked ?? null)}
        />
      )}
      <Faults error={saving.error ?? reading.error} />
      {seen ? <EditionChangeList seen={seen} /> : null}
    </FormModal>
  )
}

type Fault = { path: string; message: string }

/** Why a file was refused, with each place in it. */
function Faults({ error }: { error: Error | null }) {
  if (!error) return null
  const rows = (error instanceof ApiError ? (error.details.rows as Fault[] | undefined) : undefined) ?? []
  return (
    <Message kind="error" title={messageOf(error)} live>
      {rows.length > 0 ? (
        <ul className={classes.faults} aria-label="Qué corregir en el archivo">
          {rows.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path ? <code>{path}</code> : null} {message}
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length >= EDITION_FAULTS_SHOWN ? <p>Se muestran los {EDITION_FAULTS_SHOWN} primeros.</p> : null}
    </Message>
  )
}
