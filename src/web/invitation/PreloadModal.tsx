import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { entityTemplate, importEntities } from '#domain/invitation/contract.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf } from '#web/api/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { preloadFailure } from '#web/invitation/preloadFailure.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './PreloadModal.module.css'

const formats = ['xlsx', 'csv'] as const
const endings = '.xlsx,.ods,.csv'
const dropId = 'precarga-archivo'

const doneText = (created: number) =>
  created === 1 ? 'Se ha enviado 1 invitación.' : `Se han enviado ${created.toLocaleString('es-ES')} invitaciones.`

/** Invites the entities of a spreadsheet, all or none, and reports errors row by row (INV-02, D28, ERR-04, ERR-05). */
export function PreloadModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState(0)
  const refresh = useRefreshInvitations()
  const template = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveBlob(await call(entityTemplate, { query: { format } }), `entidades.${format}`),
    onError: error => showError(messageOf(error)),
  })
  const sending = useMutation({
    mutationFn: (sheet: File) => call(importEntities, { body: {}, files: { file: sheet }, onProgress: setSent }),
    onSuccess: ({ created }) => {
      showNotice(doneText(created))
      close()
      return refresh()
    },
  })
  const pick = (picked: File | null) => {
    setFile(picked)
    setMissing(false)
    setSent(0)
    sending.reset()
  }
  const close = () => {
    pick(null)
    onClose()
  }
  const submit = () => {
    if (file) return sending.mutate(file)
    setMissing(true)
    focusField(dropId)
  }
  const failure = sending.error ? preloadFailure(sending.error) : null

  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Precarga masiva de entidades"
      size={680}
      onSubmit={submit}
      submitLabel="Enviar invitaciones"
      loading={sending.isPending}
      submitError={null}
    >
      <p>
        Cada fila de la hoja es una entidad: nombre, código NRBE, persona de contacto y correo. Se invita a todas o, si
        algo está mal, a ninguna.
      </p>
      <div className="row wrap">
        <span className="dim">Plantilla:</span>
        {formats.map(format => (
          <ActionButton
            key={format}
            size="xs"
            leftSection={<IconDownload />}
            loading={template.isPending && template.variables === format}
            onClick={() => template.mutate(format)}
          >
            <span className="vh">Descargar la plantilla en </span>.{format}
          </ActionButton>
        ))}
      </div>
      {file ? (
        <FileList label="Hoja de entidades">
          <FileRow
            title="Hoja de entidades"
            state={sending.isPending ? 'uploading' : 'done'}
            fileName={file.name}
            note={sizeText(file.size)}
            progress={{ sent, total: file.size }}
            accept={endings}
            onPick={pick}
            onRemove={() => pick(null)}
          />
        </FileList>
      ) : (
        <FileDrop
          kept={false}
          id={dropId}
          multiple={false}
          accept={endings}
          title="Arrastre aquí la hoja rellena"
          hint=".xlsx, .ods o .csv"
          error={missing ? sentence('fileMissing') : null}
          onFiles={([picked]) => pick(picked ?? null)}
        />
      )}
      {failure ? (
        <Message kind="error" title={failure.sentence} live>
          {failure.detail ? <p>{failure.detail}</p> : null}
          {failure.rows.length > 0 ? (
            <>
              <p>
                {failure.rows.length === 1
                  ? 'Hay 1 dato por corregir'
                  : `Hay ${failure.rows.length} datos por corregir`}
                . No se ha enviado ninguna invitación.
              </p>
              <ul className={classes.faults} aria-label="Qué corregir en la hoja">
                {failure.rows.map(({ line, column, message }) => (
                  <li key={`${line} ${column} ${message}`}>{message}</li>
                ))}
              </ul>
            </>
          ) : null}
        </Message>
      ) : null}
    </FormModal>
  )
}
