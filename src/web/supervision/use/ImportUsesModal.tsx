import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { sentence } from '#domain/messages.ts'
import { importUses, previewUses, useTemplate } from '#domain/supervision/use/contract.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { saveBlob } from '#web/document/upload/saveBlob.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './supervision.module.css'

const formats = ['xlsx', 'csv'] as const
const endings = '.xlsx,.ods,.csv'
const dropId = 'usos-archivo'
/** Rows shown of a long preview; the counts are of all. */
const SHOWN = 200

type Preview = AnswerOf<typeof previewUses>
type RowFault = { line: number; column: string; message: string }

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('es-ES')} ${count === 1 ? one : many}`
const summaryOf = ({ added, changed, unchanged }: Preview) =>
  [
    `${counted(added, 'servicio nuevo', 'servicios nuevos')}`,
    `${counted(changed, 'cambia', 'cambian')}`,
    `${counted(unchanged, 'queda igual', 'quedan igual')}`,
  ].join(', ')

/** Imports uses from a sheet, after showing what it would add and change (LEVEL-17, LEVEL-18). */
export function ImportUsesModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const reading = useMutation({
    mutationFn: (sheet: File) => call(previewUses, { body: {}, files: { file: sheet } }),
  })
  const importing = useMutation({
    mutationFn: (sheet: File) => call(importUses, { body: {}, files: { file: sheet } }),
    onSuccess: ({ added, changed }) => {
      showToast({
        title: 'Importación hecha',
        text: `${counted(added, 'servicio nuevo', 'servicios nuevos')}, ${counted(changed, 'cambiado', 'cambiados')}`,
      })
      close()
    },
    onSettled: () => client.invalidateQueries(),
  })
  const take = (picked: File | null) => {
    setFile(picked)
    setMissing(false)
    importing.reset()
    reading.reset()
    if (picked) reading.mutate(picked)
  }
  function close() {
    take(null)
    onClose()
  }
  const preview = reading.data
  const nothing = preview !== undefined && preview.rows.length === 0
  const submit = () => {
    if (file && preview && !nothing) return importing.mutate(file)
    if (file && nothing) return close()
    if (file) return reading.mutate(file)
    setMissing(true)
    focusField(dropId)
  }
  const count = preview ? preview.added + preview.changed : 0
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Importar servicios utilizados"
      size={820}
      onSubmit={submit}
      submitLabel={nothing ? 'Cerrar' : preview ? `Importar ${counted(count, 'fila', 'filas')}` : 'Importar'}
      loading={reading.isPending || importing.isPending}
      submitError={null}
    >
      {preview ? null : <Introduction />}
      {file ? (
        <FileList label="Hoja de servicios">
          <FileRow
            title="Hoja de servicios"
            state={reading.isPending ? 'uploading' : 'done'}
            fileName={file.name}
            note={sizeText(file.size)}
            accept={endings}
            onPick={take}
            onRemove={() => take(null)}
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
          onFiles={([picked]) => take(picked ?? null)}
        />
      )}
      <Faults error={importing.error ?? reading.error} />
      {preview ? <PreviewRows preview={preview} /> : null}
    </FormModal>
  )
}

function Introduction() {
  const template = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveBlob(await call(useTemplate, { query: { format } }), `servicios-utilizados.${format}`),
    onError: error => showError(messageOf(error)),
  })
  return (
    <>
      <p>
        Cada fila es un servicio: el CIF del proveedor y la clave del servicio; si quiere, también la función crítica,
        el nivel exigido, desde cuándo y una nota. Una fila de un servicio ya declarado lo cambia. Antes de guardar verá
        lo que haría.
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

function Faults({ error }: { error: Error | null }) {
  if (!error) return null
  const rows = (error instanceof ApiError ? (error.details.rows as RowFault[] | undefined) : undefined) ?? []
  const ofFile = error instanceof ApiError ? error.fields.file : undefined
  return (
    <Message kind="error" title={rows.length > 0 || !ofFile ? messageOf(error) : ofFile} live>
      {rows.length > 0 ? (
        <ul className={classes.faults} aria-label="Qué corregir en la hoja">
          {rows.slice(0, SHOWN).map(({ line, column, message }) => (
            <li key={`${line} ${column}`}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Message>
  )
}

function PreviewRows({ preview }: { preview: Preview }) {
  const { rows } = preview
  return (
    <section aria-label="Lo que haría la importación">
      <p>
        <b>{summaryOf(preview)}.</b>
      </p>
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ul className={classes.preview} tabIndex={0} aria-label="Filas que añaden o cambian">
          {rows.slice(0, SHOWN).map(row => (
            <li key={row.line}>
              <b>{row.isNew ? 'Nuevo' : 'Cambia'}</b>: {row.service}, de {row.provider}{' '}
              <span className="small dim">(fila {row.line})</span>
              <div className="small">
                {row.changes
                  .map(({ label, from, to }) => `${label}: ${row.isNew || !from ? '' : `${from} → `}${to || 'vacío'}`)
                  .join(' · ')}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length > SHOWN ? <p className="small dim">y {rows.length - SHOWN} filas más.</p> : null}
    </section>
  )
}
