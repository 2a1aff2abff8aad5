import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'
import { sentence } from '#domain/messages.ts'
import { messageOf } from '#web/api/api.ts'
import { type ShownPreload, templateFormats } from '#web/invitation/preload/kinds.ts'
import { PreloadOutcome } from '#web/invitation/preload/PreloadOutcome.tsx'
import { PreloadReview } from '#web/invitation/preload/PreloadReview.tsx'
import { type PreloadFailure, preloadFailure } from '#web/invitation/preload/preloadFailure.ts'
import { usePreload } from '#web/invitation/preload/usePreload.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { saveBlob } from '#web/ui/saveBlob.ts'
import classes from './PreloadModal.module.css'

const endings = '.xlsx,.ods,.csv'
const dropId = 'precarga-archivo'

const countText = (count: number) =>
  count === 1 ? 'Enviar 1 invitación' : `Enviar ${count.toLocaleString('es-ES')} invitaciones`

type PreloadModalProps<Column extends string, Unique extends Column> = {
  kind: ShownPreload<Column, Unique>
  opened: boolean
  onClose: () => void
}

/**
 * Invites the entities or providers of a spreadsheet, all or none: shows its rows, wrong cells marked, to be corrected in
 * place, and then what became of the mails (INV-02, D28, ERR-04, ERR-05, EXP-29).
 */
export function PreloadModal<Column extends string, Unique extends Column>({
  kind,
  opened,
  onClose,
}: PreloadModalProps<Column, Unique>) {
  const { file, pick, read, reading, rows, change, faults, count, edited, attempts, send, sending, goOn } =
    usePreload(kind)
  const [missing, setMissing] = useState(false)
  const close = () => {
    pick(null)
    setMissing(false)
    onClose()
  }
  const take = (picked: File | null) => {
    setMissing(false)
    pick(picked)
  }
  const left = rows.filter(row => row.out).length
  const done = sending.data
  const submit = () => {
    if (done) return left > 0 ? goOn() : close()
    if (rows.length > 0) return send()
    if (file) return pick(file)
    setMissing(true)
    focusField(dropId)
  }
  const failure = sending.error ?? reading.error

  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={kind.title}
      size={rows.length > 0 && !done ? 1240 : 680}
      onSubmit={submit}
      submitLabel={
        done
          ? left > 0
            ? 'Seguir con las que quedan'
            : 'Cerrar'
          : count > 0
            ? countText(count)
            : 'Enviar invitaciones'
      }
      cancelLabel={done ? (left > 0 ? 'Cerrar' : null) : undefined}
      loading={reading.isPending || sending.isPending}
      dirty={edited && !done}
      submitError={null}
    >
      {done ? (
        <PreloadOutcome type={kind.type} noun={kind.noun} sent={done} left={left} />
      ) : (
        <>
          {rows.length > 0 ? null : <Introduction kind={kind} />}
          {file ? (
            <FileList label={kind.sheetLabel}>
              <FileRow
                title={kind.sheetLabel}
                state={reading.isPending ? 'uploading' : 'done'}
                fileName={file.name}
                note={sizeText(file.size)}
                progress={{ sent: read, total: file.size }}
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
          <Fault
            failure={failure ? preloadFailure(failure) : null}
            wrong={faults.size}
            count={count}
            vain={attempts > 0}
          />
          {rows.length > 0 ? (
            <PreloadReview
              key={file?.name}
              kind={kind}
              rows={rows}
              faults={faults}
              onRows={change}
              attempts={attempts}
            />
          ) : null}
        </>
      )}
    </FormModal>
  )
}

function Introduction<Column extends string, Unique extends Column>({
  kind: { introduction, template: sheet },
}: {
  kind: ShownPreload<Column, Unique>
}) {
  const template = useMutation({
    mutationFn: async (format: (typeof templateFormats)[number]) =>
      saveBlob(await sheet.read(format), `${sheet.name}.${format}`),
    onError: error => showError(messageOf(error)),
  })
  return (
    <>
      <p>{introduction}</p>
      <div className="row wrap">
        <span className="dim">Plantilla:</span>
        {templateFormats.map(format => (
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

type FaultProps = { failure: PreloadFailure | null; wrong: number; count: number; vain: boolean }

/** Why the sheet was not read, or why nothing was sent. */
function Fault({ failure, wrong, count, vain }: FaultProps) {
  const details = failure?.detail ? [failure.detail] : []
  if (vain && count === 0) details.push('Todas las filas están fuera: incluya alguna.')
  if (vain && count > IMPORT_MAX) {
    details.push(`Se admiten ${IMPORT_MAX} invitaciones de una vez: deje fuera ${count - IMPORT_MAX} filas.`)
  }
  if (vain && wrong > 0) {
    const rows = wrong === 1 ? 'Hay 1 fila por corregir' : `Hay ${wrong} filas por corregir`
    details.push(`${rows}. No se ha enviado ninguna invitación.`)
  }
  const headings = wrong > 0 || vain ? [] : (failure?.rows ?? [])
  if (details.length + headings.length === 0 && (!failure || failure.rows.length > 0)) return null
  return (
    <Message kind="error" title={failure?.sentence ?? sentence('importWrong')} live>
      {details.map(detail => (
        <p key={detail}>{detail}</p>
      ))}
      {headings.length > 0 ? (
        <ul className={classes.faults} aria-label="Qué corregir en la hoja">
          {headings.map(({ line, column, message }) => (
            <li key={`${line} ${column}`}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Message>
  )
}
