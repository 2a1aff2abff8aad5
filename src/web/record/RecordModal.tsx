import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues } from '#domain/conflict/conflict.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { FieldValue, RecordFields, ValuesOf } from '#domain/record/field.ts'
import { type FormValues, formValues, formWords, readForm } from '#domain/record/form.ts'
import { ApiError, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { FormFields, fieldId } from '#web/record/FormFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './record.module.css'

export type RecordGroup = {
  title?: string
  /** Shown under the title. */
  note?: string
  names: readonly string[]
  /** The caller's own controls, above the fields. */
  content?: (errors: FieldErrors, clear: () => void) => ReactNode
}

type Props<F extends RecordFields, Wire> = {
  title: string
  fields: F
  /** Precedes the names of fields in the page, where another form has the same. */
  path?: string
  /** The fields by group; those that are in none keep what they hold. */
  groups: readonly RecordGroup[] | ((form: FormValues) => readonly RecordGroup[])
  /** The record that is changed; null adds one. */
  saved: Wire | null
  /** The first values of a new one. */
  begun?: Record<string, string>
  /** The caller's own controls, above all groups. */
  around?: (errors: FieldErrors, clear: () => void) => ReactNode
  isAroundChanged?: boolean
  /** The faults of those controls. */
  check?: (form: FormValues) => FieldErrors
  /** The records that references may name, by field. */
  options?: Readonly<Record<string, readonly { code: string; label: string }[]>>
  proposed?: Readonly<Record<string, FieldValue>> | undefined
  /** Shown in place of the hints of fields. */
  notes?: Readonly<Record<string, string>>
  /** The field that a fault leads to. */
  focus?: string | null
  /** The values of the form in the wording of a conflict, where references are named. */
  words?: (form: FieldValues) => FieldValues
  /** The faults that a refusal names, where they are not its fields. */
  faultsOf?: (error: ApiError) => FieldErrors
  send: (values: ValuesOf<F>, version: number) => Promise<Wire>
  /** Reads the record again after a conflict; a new one has none. */
  read?: () => Promise<Wire>
  onClose: () => void
  submitLabel?: string
  /** What the toast says when it is saved. */
  done: string | ((saved: Wire) => { title: string; text: string })
}

/** Adds or changes a record: its fields, the faults of each, and the window of a conflict. */
export function RecordModal<const F extends RecordFields, Wire extends { version: number }>(props: Props<F, Wire>) {
  const { fields, path, saved, onClose, focus = null, done, words = form => formWords(fields, form) } = props
  const held = formValues(fields, saved)
  const edit = useEdit({
    version: saved?.version ?? NO_VERSION,
    saved: saved ? held : { ...held, ...props.begun },
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const clear = () => setErrors({})
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (form, version) => props.send(readForm(fields, form, held).values, version),
        valuesOf: wire => formValues(fields, wire),
        read: props.read ?? (() => Promise.reject(new Error('A new record has no conflict'))),
        facts: words,
      }),
    onSuccess: outcome => {
      if (!outcome) return
      if (!outcome.taken) showToast(typeof done === 'string' ? { title: done } : done(outcome.wire))
      onClose()
    },
    onError: error => point(error instanceof ApiError ? (props.faultsOf?.(error) ?? error.fields) : {}),
  })
  const placed = (name: string) => (path ? `${path}.${name}` : name)
  const point = (faults: FieldErrors) => {
    const found = Object.fromEntries(Object.entries(faults).map(([name, fault]) => [placed(name), fault]))
    // A field that opens because it is wrong is there to be focused.
    flushSync(() => setErrors(found))
    const [first] = Object.keys(found)
    if (first) focusField(fieldId(first))
  }
  const submit = () => {
    const found = { ...props.check?.(edit.values), ...readForm(fields, edit.values, held).faults }
    if (Object.keys(found).length > 0) return point(found)
    setErrors({})
    saving.mutate()
  }
  const dirty = edit.dirty || props.isAroundChanged === true
  const isNamed = Object.values(errors).some(Boolean)
  const groups = typeof props.groups === 'function' ? props.groups(edit.values) : props.groups
  return (
    <FormModal
      opened
      onClose={onClose}
      title={props.title}
      onSubmit={submit}
      submitLabel={props.submitLabel ?? t('Guardar')}
      loading={saving.isPending}
      submitError={saving.error && !isNamed ? messageOf(saving.error) : null}
      dirty={dirty}
      size={860}
    >
      <LeaveQuestion unfinished={dirty} />
      {props.around?.(errors, clear)}
      {groups.map(({ title, note, names, content }) => (
        <section key={names[0] ?? 'content'} aria-label={title} className={classes.group}>
          {title ? <h3 className="label">{title}</h3> : null}
          {note ? <p className="small dim">{note}</p> : null}
          {content?.(errors, clear)}
          {names.length > 0 ? (
            <FormFields
              fields={fields}
              {...(path ? { path } : {})}
              names={names}
              values={edit.values}
              onChange={changes => {
                edit.change(changes)
                clear()
              }}
              errors={errors}
              options={props.options}
              proposed={props.proposed}
              notes={props.notes}
              focus={focus && placed(focus)}
            />
          ) : null}
        </section>
      ))}
      {edit.window}
    </FormModal>
  )
}
