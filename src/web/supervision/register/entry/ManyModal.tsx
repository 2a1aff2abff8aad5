import { NativeSelect } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { RecordFields } from '#domain/record/field.ts'
import { readForm } from '#domain/record/form.ts'
import type { AssessmentName } from '#domain/supervision/register/entry/assessment.ts'
import { assessmentNames } from '#domain/supervision/register/entry/assessment.ts'
import type { ManyStep } from '#domain/supervision/register/entry/many.ts'
import { changeMany, manyChanges, manyFields } from '#domain/supervision/register/entry/many.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import type { BulkWindow } from '#web/list/bulk/BulkBar.tsx'
import type { Selected } from '#web/list/bulk/useSelected.ts'
import { useUndo } from '#web/notification/undo/useUndo.tsx'
import { FormFields, fieldId } from '#web/record/FormFields.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from '../register.module.css'

type Row = { id: string; version: number; sharedWith?: readonly string[] }
type Props<R extends Row> = {
  step: ManyStep
  rows: readonly R[]
  selected: Selected<R>
  /** One and many: 'servicio', 'servicios'. */
  noun: readonly [one: string, many: string]
  onClose: () => void
}

/** Gives the selected functions, contracts or services one value, after showing what changes; all of it can be undone (REG-29). */
function ManyModal<R extends Row>({ step, rows, selected, noun, onClose }: Props<R>) {
  const { tellDone } = useUndo()
  const fields: RecordFields = manyFields[step]
  const [name, setName] = useState('')
  const [typed, setTyped] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const field = fields[name]
  const read = field ? readForm({ [name]: field }, { [name]: typed }) : null
  const isRead = read !== null && Object.keys(read.faults).length === 0
  const changes = isRead ? manyChanges(step, name, read.values[name]!, rows) : []
  const isShared = assessmentNames.includes(name as AssessmentName)
  const counted = (count: number) => `${count} ${noun[count === 1 ? 0 : 1]}`
  const saving = useListWrite({
    mutationFn: () => {
      const things = rows.map(({ id, version }) => ({ id, version }))
      return call(changeMany, { body: { step, things, values: read!.values } })
    },
    onSuccess: ({ id, changed }) => {
      selected.keep([])
      onClose()
      tellDone({ id, title: `«${field!.label}» cambiado en ${counted(changed)}` })
    },
  })
  const point = (found: FieldErrors) => {
    setErrors(found)
    focusField(fieldId(Object.keys(found)[0]!))
  }
  const submit = () => {
    if (!field) return point({ many: 'Elija un campo' })
    if (!isRead) return point(read!.faults)
    if (changes.length > 0) return saving.mutate()
    onClose()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={`Cambiar ${counted(rows.length)}`}
      onSubmit={submit}
      submitLabel={
        isRead && changes.length === 0 ? 'Cerrar' : `Cambiar ${isRead ? counted(changes.length) : ''}`.trim()
      }
      loading={saving.isPending}
      submitError={saving.error ? messageOf(saving.error) : null}
      size={720}
    >
      <NativeSelect
        id={fieldId('many')}
        label="Campo"
        description="Lo seleccionado tendrá este valor. Vacío lo quita."
        value={name}
        error={errors.many}
        onChange={event => {
          setName(event.currentTarget.value)
          setTyped('')
          setErrors({})
        }}
        data={[
          { value: '', label: 'Elija' },
          ...Object.entries(fields).map(([value, { label }]) => ({ value, label })),
        ]}
        data-autofocus
      />
      {field ? (
        <FormFields
          fields={fields}
          names={[name]}
          values={{ [name]: typed }}
          onChange={changed => {
            setTyped(changed[name] ?? '')
            setErrors({})
          }}
          errors={errors}
        />
      ) : null}
      {isRead ? (
        <section aria-label="Lo que cambiará">
          <p role="status">
            {changes.length === 0
              ? 'No cambia nada: ya tiene este valor.'
              : `Cambia ${counted(changes.length)} de ${rows.length}:`}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <ul className={classes.many} tabIndex={0} aria-label="Antes y después">
            {changes.map(({ row, from, to }) => (
              <li key={row.id}>
                <b>{selected.nameOf(row)}</b>
                <span className="small">
                  {from || 'vacío'} → {to || 'vacío'}
                </span>
                {isShared && row.sharedWith && row.sharedWith.length > 0 ? (
                  <span className="small dim">También en {row.sharedWith.join(', ')}: comparten la evaluación.</span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </FormModal>
  )
}

/** The act on selected rows that opens that window, and the window while it is open. */
export function useMany<R extends Row>(step: ManyStep, selected: Selected<R>, noun: readonly [string, string]) {
  const [rows, setRows] = useState<readonly R[] | null>(null)
  const act: BulkWindow<R> = { key: 'many', label: 'Cambiar un campo', icon: <IconEdit />, open: setRows }
  const window = rows ? <ManyModal {...{ step, rows, selected, noun }} onClose={() => setRows(null)} /> : null
  return { act, window }
}
