import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { FieldValue, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import { readTyped, typedValues, typedWords } from '#domain/supervision/register/entry/typed.ts'
import { ApiError, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { EntryFields, entryId } from '#web/supervision/register/EntryField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './register.module.css'

type Group = {
  title?: string
  /** Said under the title. */
  note?: string
  names: readonly string[]
  /** What the caller holds, above the fields. */
  content?: (errors: FieldErrors, clear: () => void) => ReactNode
}

type Props<Wire> = {
  title: string
  fields: RegisterFields
  groups: readonly Group[]
  /** The thing that is changed; null adds one. */
  saved: Wire | null
  /** What a new thing begins with. */
  begun?: Record<string, string>
  /** The fields above, which the caller holds: what the thing is about. */
  around?: (errors: FieldErrors) => ReactNode
  isAroundChanged?: boolean
  /** The faults of those fields. */
  check?: () => FieldErrors
  proposed?: Readonly<Record<string, FieldValue>> | undefined
  /** What is to be said of fields, in the place of their hints. */
  notes?: Readonly<Record<string, string>>
  /** The field that a fault leads to. */
  focus?: string | null
  send: (values: Record<string, FieldValue>, version: number) => Promise<Wire>
  read: () => Promise<Wire>
  onClose: () => void
  /** What the toast says when it is saved. */
  done: string
}

/** Adds or changes a function, a contract or a line of the register (DORA-07). */
export function EntryModal<Wire extends { version: number }>(props: Props<Wire>) {
  const { fields, saved, onClose, focus = null } = props
  const empty = typedValues(fields, null)
  const edit = useEdit({
    version: saved?.version ?? NO_VERSION,
    saved: saved ? typedValues(fields, saved) : { ...empty, ...props.begun },
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (typed, version) => props.send(readTyped(fields, typed).values, version),
        valuesOf: wire => typedValues(fields, wire),
        read: props.read,
        facts: base => typedWords(fields, base),
      }),
    onSuccess: outcome => {
      if (!outcome) return
      if (!outcome.taken) showToast({ title: props.done })
      onClose()
    },
    onError: error => point(error instanceof ApiError ? error.fields : {}),
  })
  const point = (found: FieldErrors) => {
    // A field that opens because it is wrong is there to be focused.
    flushSync(() => setErrors(found))
    const [first] = Object.keys(found)
    if (first) focusField(entryId(first))
  }
  const submit = () => {
    const found = { ...props.check?.(), ...readTyped(fields, edit.values).faults }
    if (Object.keys(found).length > 0) return point(found)
    setErrors({})
    saving.mutate()
  }
  const dirty = edit.dirty || props.isAroundChanged === true
  const isNamed = Object.keys(errors).length > 0
  return (
    <FormModal
      opened
      onClose={onClose}
      title={props.title}
      onSubmit={submit}
      submitLabel="Guardar"
      loading={saving.isPending}
      submitError={saving.error && !isNamed ? messageOf(saving.error) : null}
      dirty={dirty}
      size={860}
    >
      <LeaveQuestion unfinished={dirty} />
      {props.around?.(errors)}
      {props.groups.map(({ title, note, names, content }) => (
        <section key={names[0]} aria-label={title} className={classes.group}>
          {title ? <h3 className="label">{title}</h3> : null}
          {note ? <p className="small dim">{note}</p> : null}
          {content?.(errors, () => setErrors({}))}
          <EntryFields
            fields={fields}
            names={names}
            values={edit.values}
            onChange={changes => {
              edit.change(changes)
              setErrors({})
            }}
            errors={errors}
            proposed={props.proposed}
            notes={props.notes}
            focus={focus}
          />
        </section>
      ))}
      {edit.window}
    </FormModal>
  )
}
