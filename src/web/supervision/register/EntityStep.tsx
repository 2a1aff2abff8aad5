import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { EntityWire } from '#domain/supervision/register/entry/contract.ts'
import { readRegisterEntity, saveRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import { entityFields } from '#domain/supervision/register/entry/fields.ts'
import { TERM_MAX, terms } from '#domain/supervision/register/entry/terms.ts'
import { readTyped, type Typed, typedValues, typedWords } from '#domain/supervision/register/entry/typed.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { LeaveQuestion } from '#web/shell/LeaveQuestion.tsx'
import { EntryFields, entryId } from '#web/supervision/register/EntryField.tsx'
import { useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './register.module.css'

/** Step 1 of the register: the bank itself, and its definitions of the terms of B_99.01. */
export function EntityStep() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readRegisterEntity))
  if (data) return <EntityForm entity={data} />
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  return <Loading height={420} label="Cargando su entidad" />
}

const termField = (column: string) => `terms.${column}`
const valuesOf = (entity: EntityWire): Typed => ({
  ...typedValues(entityFields, entity),
  ...Object.fromEntries(terms.map(({ column }) => [termField(column), entity.terms[column] ?? ''])),
})
const termsOf = (typed: Readonly<Record<string, string>>) =>
  Object.fromEntries(terms.map(({ column }) => [column, typed[termField(column)] ?? '']))
const factsOf = (typed: Readonly<Record<string, string>>) => ({
  ...typedWords(entityFields, typed),
  ...Object.fromEntries(terms.map(({ column }) => [termField(column), typed[termField(column)] ?? ''])),
})

function EntityForm({ entity }: { entity: EntityWire }) {
  const { field } = useRegisterPlace()
  const edit = useEdit({ version: entity.version, saved: valuesOf(entity), draft: 'register-entity' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const point = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focusField(entryId(first))
  }
  useEffect(() => {
    if (field) focusField(entryId(field))
  }, [field])
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (typed, version) =>
          call(saveRegisterEntity, {
            body: { ...readTyped(entityFields, typed).values, terms: termsOf(typed), version } as never,
          }),
        valuesOf,
        read: () => call(readRegisterEntity),
        facts: factsOf,
      }),
    onSuccess: outcome => {
      if (outcome && !outcome.taken) showToast({ title: 'Entidad guardada' })
    },
    onError: error => point(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const { faults } = readTyped(entityFields, edit.values)
    if (Object.keys(faults).length > 0) return point(faults)
    setErrors({})
    saving.mutate()
  }
  const change = (changes: Typed) => {
    edit.change(changes)
    setErrors({})
  }
  const defined = terms.filter(({ column }) => edit.values[termField(column)]).length
  const isNamed = Object.keys(errors).length > 0
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={`stack ${classes.form}`}>
        {edit.resumed && edit.dirty ? (
          <Message kind="waiting">Tiene cambios sin guardar de antes en este formulario.</Message>
        ) : null}
        <Section kind="label" title="SU ENTIDAD">
          <EntryFields fields={entityFields} values={edit.values} onChange={change} errors={errors} />
        </Section>
        <details className={classes.terms}>
          <summary>
            <b>Definiciones de su entidad</b>
            <span className="dim">
              {defined} de {terms.length}
            </span>
          </summary>
          <p className="small dim">
            Qué entiende su entidad por cada valor. Puede dejarlas vacías; van en la tabla B_99.01.
          </p>
          <div className="fields">
            {terms.map(({ column, name }) => (
              <div key={column} data-span="3">
                <CountedTextarea
                  id={entryId(termField(column))}
                  label={name}
                  autosize
                  minRows={2}
                  value={edit.values[termField(column)] ?? ''}
                  onChange={text => change({ [termField(column)]: text })}
                  count={characterCount(edit.values[termField(column)] ?? '')}
                  max={TERM_MAX}
                />
              </div>
            ))}
          </div>
        </details>
        {saving.error && !isNamed ? (
          <Message kind="error" live>
            {messageOf(saving.error)}
          </Message>
        ) : null}
      </div>
      <FormFoot
        state={edit.dirty ? 'Cambios sin guardar' : entity.version === 0 ? 'Todavía no la ha guardado' : 'Guardado'}
        primary={{ label: 'Guardar', type: 'submit', loading: saving.isPending }}
      />
      <LeaveQuestion unfinished={edit.dirty} />
      {edit.window}
    </form>
  )
}
