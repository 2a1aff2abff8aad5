import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { sentence } from '#domain/messages.ts'
import { listPackages } from '#domain/supervision/register/contract.ts'
import { feedbackHeadings, saveFeedback } from '#domain/supervision/register/feedback/contract.ts'
import type { ColumnMatch } from '#domain/supervision/register/feedback/feedback.ts'
import {
  feedbackColumns,
  feedbackLabels,
  matchFaults,
  neededColumns,
} from '#domain/supervision/register/feedback/feedback.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { sizeText } from '#web/ui/files/files.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** More than a bank files in years. */
const MOST = 500
/** The faults of a file that are shown. */
const FAULTS = 5
const ACCEPT = '.csv,.xlsx,.ods'
const DROP = 'respuesta-de-la-autoridad'
const fieldId = (column: string) => `respuesta-${column}`

type Props = { onClose: () => void; onKept: (packageId: string) => void }
/** A file that answers `to`, with its columns; those that are needed have a heading. */
type Answer = ColumnMatch & { to: string; rule: string; text: string; answer: File }

/** Reads what the authority answered: its file, and once which of its columns is which (REG-22). */
export function FeedbackModal({ onClose, onKept }: Props) {
  const files = useQuery(queryOptions(listPackages, { query: { size: MOST, madeAs: 'XBRL_CSV' } }))
  const [chosen, choose] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [match, setMatch] = useState<ColumnMatch | null>(null)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const packages = files.data?.content ?? []
  const packageId = chosen ?? packages[0]?.id
  const reading = useMutation({
    mutationFn: (picked: File) => call(feedbackHeadings, { body: {}, files: { file: picked } }),
    onSuccess: ({ matched }) => setMatch(matched),
  })
  const saving = useListWrite({
    mutationFn: ({ to, rule, text, table, row, answer }: Answer) =>
      call(saveFeedback, {
        body: {
          ...{ packageId: to, rule, text },
          ...(table === null ? {} : { table }),
          ...(row === null ? {} : { row }),
        },
        files: { file: answer },
      }),
    onSuccess: ({ faults: kept }, { to }) => {
      showToast({ title: 'Respuesta guardada', text: kept.length === 1 ? '1 falta' : `${kept.length} faltas` })
      onKept(to)
    },
    onError: error => setFaults(error instanceof ApiError ? error.fields : {}),
  })
  const take = (picked: File | null) => {
    setFile(picked)
    setMatch(null)
    setFaults({})
    saving.reset()
    reading.reset()
    if (picked) reading.mutate(picked)
  }
  const submit = () => {
    if (!file) {
      setFaults({ file: sentence('fileMissing') })
      return focusField(DROP)
    }
    if (!match) return reading.mutate(file)
    const wrong = matchFaults(match)
    setFaults(wrong)
    const [first] = Object.keys(wrong)
    if (first) return focusField(fieldId(first))
    const { rule, text } = match
    if (packageId !== undefined && rule !== null && text !== null) {
      saving.mutate({ ...match, to: packageId, rule, text, answer: file })
    }
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Leer la respuesta de la autoridad"
      size={760}
      onSubmit={submit}
      submitLabel="Guardar la respuesta"
      loading={reading.isPending || saving.isPending}
      submitError={null}
    >
      {files.data && packages.length === 0 ? (
        <Message kind="info" title="Todavía no ha hecho ningún fichero xBRL-CSV">
          La respuesta es a un fichero de los de «Descarga»: cada falta se busca en sus filas.
        </Message>
      ) : (
        <>
          <p>Suba el fichero con las faltas que encontró. Lo que hubiera de la misma respuesta se sustituye.</p>
          <NativeSelect
            label="Responde al fichero"
            value={packageId ?? ''}
            onChange={event => choose(event.currentTarget.value)}
            data={packages.map(({ id, referenceDate, madeAt }) => ({
              value: id,
              label: `A ${dayText(referenceDate)}, hecho el ${dayText(madeAt)}`,
            }))}
          />
          {file ? (
            <FileList label="Respuesta de la autoridad">
              <FileRow
                title="Respuesta de la autoridad"
                state={reading.isPending ? 'uploading' : 'done'}
                fileName={file.name}
                note={sizeText(file.size)}
                accept={ACCEPT}
                onPick={take}
                onRemove={() => take(null)}
              />
            </FileList>
          ) : (
            <FileDrop
              kept={false}
              id={DROP}
              multiple={false}
              accept={ACCEPT}
              title="Arrastre aquí la respuesta"
              hint=".csv, .xlsx u .ods"
              error={faults.file ?? null}
              onFiles={([picked]) => take(picked ?? null)}
            />
          )}
          <Problem error={saving.error ?? reading.error} />
          {match && reading.data ? (
            <ColumnFields
              read={reading.data}
              match={match}
              onMatch={changed => {
                setMatch(changed)
                setFaults({})
              }}
              faults={faults}
            />
          ) : null}
        </>
      )}
    </FormModal>
  )
}

function Problem({ error }: { error: Error | null }) {
  if (!error) return null
  const ofFile = error instanceof ApiError ? error.fields.file : undefined
  const rows = (error instanceof ApiError ? (error.details.rows as { message: string }[] | undefined) : undefined) ?? []
  return (
    <Message kind="error" title={ofFile ?? messageOf(error)} live>
      {rows.slice(0, FAULTS).map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </Message>
  )
}

type ColumnsProps = {
  read: AnswerOf<typeof feedbackHeadings>
  match: ColumnMatch
  onMatch: (match: ColumnMatch) => void
  faults: Partial<Record<string, string>>
}

function ColumnFields({ read: { headings, sample }, match, onMatch, faults }: ColumnsProps) {
  const exampleOf = (heading: string | null) => {
    const found = heading === null ? undefined : sample.map(cells => cells[headings.indexOf(heading)]).find(Boolean)
    return found && `Por ejemplo: ${firstCharacters(found, 80)}`
  }
  return (
    <fieldset>
      <legend>
        <b>Qué es cada columna</b> <span className="small dim">Se recuerda para la próxima respuesta.</span>
      </legend>
      <div className="fields">
        {feedbackColumns.map(column => (
          <div key={column} data-span="3">
            <NativeSelect
              id={fieldId(column)}
              label={feedbackLabels[column]}
              description={exampleOf(match[column])}
              required={neededColumns.includes(column)}
              value={match[column] ?? ''}
              onChange={event => onMatch({ ...match, [column]: event.currentTarget.value || null })}
              data={['', ...headings].map(heading => ({ value: heading, label: heading || 'Ninguna' }))}
              error={faults[column]}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
