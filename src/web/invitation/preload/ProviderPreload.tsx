import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { importProviders, providerTemplate } from '#domain/invitation/contract.ts'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf } from '#web/api/api.ts'
import { PreloadOutcome } from '#web/invitation/preload/PreloadOutcome.tsx'
import { preloadFailure } from '#web/invitation/preload/preloadFailure.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import classes from './PreloadModal.module.css'

const formats = ['xlsx', 'csv'] as const
const endings = '.xlsx,.ods,.csv'

/** Invites the providers of a spreadsheet, all or none, and says what became of the mails (EASE-13). */
export function ProviderPreload({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const refresh = useRefreshInvitations()
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [sent, setSent] = useState(0)
  const controller = useRef<AbortController | null>(null)
  const sending = useMutation({
    mutationFn: (picked: File) => {
      controller.current = new AbortController()
      setSent(0)
      return call(importProviders, {
        query: { type: 'PROVIDER' },
        body: {},
        files: { file: picked },
        signal: controller.current.signal,
        onProgress: setSent,
      })
    },
    onSuccess: refresh,
  })
  const pick = (picked: File | null) => {
    sending.reset()
    setMissing(false)
    setFile(picked)
  }
  const close = () => {
    pick(null)
    onClose()
  }
  const submit = () => {
    if (sending.data) return close()
    if (file) return sending.mutate(file)
    setMissing(true)
  }
  const failure = sending.error ? preloadFailure(sending.error) : null
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Precarga masiva de proveedores"
      size={680}
      onSubmit={submit}
      submitLabel={sending.data ? 'Cerrar' : 'Enviar invitaciones'}
      cancelLabel={sending.data ? null : undefined}
      loading={sending.isPending}
      submitError={null}
    >
      {sending.data ? (
        <PreloadOutcome type="PROVIDER" sent={sending.data} left={0} />
      ) : (
        <>
          <Introduction />
          {file ? (
            <FileList label="Hoja de proveedores">
              <FileRow
                title="Hoja de proveedores"
                state={sending.isPending ? 'uploading' : 'done'}
                fileName={file.name}
                note={sizeText(file.size)}
                progress={{ sent, total: file.size }}
                accept={endings}
                onPick={pick}
                onRemove={() => pick(null)}
                onCancel={() => controller.current?.abort()}
              />
            </FileList>
          ) : (
            <FileDrop
              kept={false}
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
                <ul className={classes.faults} aria-label="Qué corregir en la hoja">
                  {failure.rows.map(({ line, column, message }) => (
                    <li key={`${line} ${column}`}>{message}</li>
                  ))}
                </ul>
              ) : null}
              <p>No se ha enviado ninguna invitación. Corrija la hoja y vuelva a elegirla.</p>
            </Message>
          ) : null}
        </>
      )}
    </FormModal>
  )
}

function Introduction() {
  const template = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveBlob(await call(providerTemplate, { query: { format } }), `proveedores.${format}`),
    onError: error => showError(messageOf(error)),
  })
  return (
    <>
      <p>
        Cada fila de la hoja es un proveedor: nombre, CIF y correo, hasta {IMPORT_MAX}. Encontrará su nombre y su CIF ya
        escritos cuando entre. Se invita a todos o, si algo está mal, a ninguno.
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
    </>
  )
}
