import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { listed, locale } from '#web/ui/language/spoken.ts'
import { saveBlob } from '#web/ui/saveBlob.ts'
import classes from './ImportModal.module.css'

const formats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof formats)[number]
/** What is read: what a template is offered in, and `.ods`. */
const endingsOf = (offered: readonly SheetFormat[]) => ['.xlsx', '.ods', ...(offered.includes('csv') ? ['.csv'] : [])]
/** Rows shown of a long preview; the counts are of all. */
const SHOWN = 200

/** A row that adds or changes something. */
export type ImportRow = {
  /** Of a workbook with several. */
  sheet?: string
  line: number
  isNew: boolean
  changes: readonly { label: string; from: string; to: string }[]
}
type Counts = { added: number; changed: number; unchanged: number }
export type ImportPreview<Row extends ImportRow> = Counts & {
  rows: readonly Row[]
  /** What is not taken, the first of `noteCount`. */
  notes?: readonly string[]
  noteCount?: number
}
type RowFault = { sheet?: string; line: number; column: string; message: string }

export interface ImportModalProps<Row extends ImportRow> {
  opened: boolean
  onClose: () => void
  title: string
  /** Of the file: 'Hoja de servicios'. */
  sheet: string
  /** What a row is, one and many: 'servicio nuevo', 'servicios nuevos'. */
  noun: readonly [one: string, many: string]
  /** What a row needs. */
  introduction: ReactNode
  /** `formats`: both by default. */
  template: { read: (format: SheetFormat) => Promise<Blob>; name: string; formats?: readonly SheetFormat[] }
  /** Read as well, although no template is offered in it. */
  also?: readonly string[]
  preview: (sheet: File) => Promise<ImportPreview<Row>>
  save: (sheet: File) => Promise<Counts>
  nameOf: (row: Row) => string
}

const counted = (count: number, [one, many]: readonly [string, string]) =>
  `${count.toLocaleString(locale())} ${count === 1 ? one : many}`
const summaryOf = ({ added, changed, unchanged }: Counts, noun: readonly [string, string]) =>
  [
    counted(added, noun),
    counted(changed, [t('cambia'), t('cambian')]),
    counted(unchanged, [t('queda igual'), t('quedan igual')]),
  ].join(', ')

/** Imports a sheet, all rows or none, after showing what it would add and change. */
export function ImportModal<Row extends ImportRow>(props: ImportModalProps<Row>) {
  const { opened, onClose, noun } = props
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const reading = useMutation({ mutationFn: props.preview })
  const importing = useListWrite({
    mutationFn: props.save,
    onSuccess: ({ added, changed }) => {
      showToast({
        title: t('Importación hecha'),
        text: `${counted(added, noun)}, ${counted(changed, [t('cambiado'), t('cambiados')])}`,
      })
      close()
    },
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
  const endings = [...endingsOf(props.template.formats ?? formats), ...(props.also ?? [])]
  const dropId = `importar-${props.template.name}`
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
      title={props.title}
      size={820}
      onSubmit={submit}
      submitLabel={
        nothing ? t('Cerrar') : preview ? t`Importar ${counted(count, [t('fila'), t('filas')])}` : t('Importar')
      }
      loading={reading.isPending || importing.isPending}
      submitError={null}
    >
      {preview ? null : (
        <>
          <p>
            {props.introduction} {t('Antes de guardar verá lo que haría.')}
          </p>
          <Template {...props.template} />
        </>
      )}
      {file ? (
        <FileList label={props.sheet}>
          <FileRow
            title={props.sheet}
            state={reading.isPending ? 'uploading' : 'done'}
            fileName={file.name}
            note={sizeText(file.size)}
            accept={endings.join(',')}
            onPick={take}
            onRemove={() => take(null)}
          />
        </FileList>
      ) : (
        <FileDrop
          kept={false}
          id={dropId}
          multiple={false}
          accept={endings.join(',')}
          title={t('Arrastre aquí la hoja rellena')}
          hint={listed(endings, 'disjunction')}
          error={missing ? sentence('fileMissing') : null}
          onFiles={([picked]) => take(picked ?? null)}
        />
      )}
      <Faults error={importing.error ?? reading.error} />
      {preview ? <PreviewRows preview={preview} noun={noun} nameOf={props.nameOf} /> : null}
    </FormModal>
  )
}

function Template({ read, name, formats: offered = formats }: ImportModalProps<ImportRow>['template']) {
  const template = useMutation({
    mutationFn: async (format: SheetFormat) => saveBlob(await read(format), `${name}.${format}`),
    onError: error => showError(messageOf(error)),
  })
  return (
    <div className="row wrap">
      <span className="dim">{t('Plantilla:')}</span>
      {offered.map(format => (
        <ActionButton
          key={format}
          size="xs"
          leftSection={<IconDownload />}
          loading={template.isPending && template.variables === format}
          onClick={() => template.mutate(format)}
        >
          <span className="vh">{t('Descargar la plantilla en')} </span>.{format}
        </ActionButton>
      ))}
    </div>
  )
}

function Faults({ error }: { error: Error | null }) {
  if (!error) return null
  const rows = (error instanceof ApiError ? (error.details.rows as RowFault[] | undefined) : undefined) ?? []
  const ofFile = error instanceof ApiError ? error.fields.file : undefined
  return (
    <Message kind="error" title={rows.length > 0 || !ofFile ? messageOf(error) : ofFile} live>
      {rows.length > 0 ? (
        <ul className={classes.faults} aria-label={t('Qué corregir en la hoja')}>
          {rows.slice(0, SHOWN).map(({ sheet, line, column, message }) => (
            <li key={`${sheet} ${line} ${column}`}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Message>
  )
}

type PreviewProps<Row extends ImportRow> = { preview: ImportPreview<Row> } & Pick<
  ImportModalProps<Row>,
  'noun' | 'nameOf'
>

function PreviewRows<Row extends ImportRow>({ preview, noun, nameOf }: PreviewProps<Row>) {
  const { rows } = preview
  const more = preview.added + preview.changed - Math.min(rows.length, SHOWN)
  return (
    <section aria-label={t('Lo que haría la importación')}>
      <p>
        <b>{summaryOf(preview, noun)}.</b>
      </p>
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ul className={classes.preview} tabIndex={0} aria-label={t('Filas que añaden o cambian')}>
          {rows.slice(0, SHOWN).map(row => (
            <li key={`${row.sheet} ${row.line}`}>
              <b>{row.isNew ? t('Nuevo') : t('Cambia')}</b>: {nameOf(row)}{' '}
              <span className="small dim">{t`(${row.sheet ? t`hoja ${row.sheet}, ` : ''}fila ${row.line})`}</span>
              <div className="small">
                {row.changes
                  .map(
                    ({ label, from, to }) => `${label}: ${row.isNew || !from ? '' : `${from} → `}${to || t('vacío')}`,
                  )
                  .join(' · ')}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? <p className="small dim">{t`y ${more} filas más.`}</p> : null}
      <Notes notes={preview.notes ?? []} count={preview.noteCount ?? 0} />
    </section>
  )
}

function Notes({ notes, count }: { notes: readonly string[]; count: number }) {
  if (count === 0) return null
  return (
    <Message kind="info" title={count === 1 ? t('Un dato no entra') : t`${count} datos no entran`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className={classes.preview} tabIndex={0} aria-label={t('Lo que no entra, y por qué')}>
        {notes.map(note => (
          <li key={note} className="small">
            {note}
          </li>
        ))}
      </ul>
      {count > notes.length ? <p className="small dim">{t`y ${count - notes.length} más.`}</p> : null}
    </Message>
  )
}
