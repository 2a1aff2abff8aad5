import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { type FormValues, formValues, formWords, readForm } from '#domain/record/form.ts'
import { proposedReferenceDate } from '#domain/supervision/register/as-of.ts'
import type { EntityWire } from '#domain/supervision/register/entry/contract.ts'
import { readRegisterEntity, saveRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import { entityFields, proposedEntity } from '#domain/supervision/register/entry/fields.ts'
import { dateOfRate, rateField, rateLabel, rateText, readRate } from '#domain/supervision/register/entry/rates.ts'
import { TERM_MAX, terms } from '#domain/supervision/register/entry/terms.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { FormFields, fieldId } from '#web/record/FormFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { GroupList } from '#web/supervision/register/entity/GroupList.tsx'
import { useLineChoices, useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from '../register.module.css'

/** Step 1 of the register: the bank itself, its definitions of the terms of B_99.01, and its group. */
export function EntityStep() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readRegisterEntity))
  if (data)
    return (
      <>
        <EntityForm entity={data} />
        <GroupList />
      </>
    )
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  return <Loading height={420} label="Cargando su entidad" />
}

type Rates = EntityWire['rates']

/** The rates to ask for, with those that are there: of each currency that contracts have besides the bank's own. */
function askedRates(rates: Rates, currencies: readonly string[], dates: readonly string[]) {
  const all = [
    ...dates.flatMap(referenceDate => currencies.map(currency => ({ referenceDate, currency }))),
    ...rates.map(({ referenceDate, currency }) => ({ referenceDate, currency })),
  ]
  const byField = new Map(all.map(each => [rateField(each.referenceDate, each.currency), each]))
  return [...byField.values()].toSorted(
    (a, b) => b.referenceDate.localeCompare(a.referenceDate) || a.currency.localeCompare(b.currency),
  )
}
const ratesOf = (typed: Readonly<Record<string, string>>) =>
  Object.entries(typed).flatMap(([name, text]) => {
    const referenceDate = dateOfRate(name)
    return referenceDate ? { referenceDate, currency: name.split('.')[2]!, rate: readRate(text) ?? null } : []
  })
const rateFaults = (typed: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) =>
      dateOfRate(name) && readRate(text) === undefined ? [[name, 'Escríbalo como 0,92.']] : [],
    ),
  )

const termField = (column: string) => `terms.${column}`
const valuesOf = (entity: EntityWire): FormValues => ({
  ...formValues(entityFields, entity),
  ...Object.fromEntries(terms.map(({ column }) => [termField(column), entity.terms[column] ?? ''])),
  ...Object.fromEntries(entity.rates.map(each => [rateField(each.referenceDate, each.currency), rateText(each.rate)])),
})
const termsOf = (typed: Readonly<Record<string, string>>) =>
  Object.fromEntries(terms.map(({ column }) => [column, typed[termField(column)] ?? '']))
const factsOf = (typed: Readonly<Record<string, string>>) => ({
  ...formWords(entityFields, typed),
  ...Object.fromEntries(terms.map(({ column }) => [termField(column), typed[termField(column)] ?? ''])),
  ...Object.fromEntries(Object.entries(typed).filter(([name]) => dateOfRate(name))),
})

function EntityForm({ entity }: { entity: EntityWire }) {
  const { edit: member, field: asked } = useRegisterPlace()
  // The field of an entity of the group is in its own window.
  const field = member === null ? asked : null
  const { today } = useMe()
  const { contracts } = useLineChoices()
  const edit = useEdit({
    version: entity.version,
    saved: entity.version === 0 ? { ...valuesOf(entity), ...proposedEntity } : valuesOf(entity),
    draft: 'register-entity',
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const point = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focusField(fieldId(first))
  }
  const own = edit.values.currency
  const currencies = [...new Set(contracts.flatMap(({ currency }) => currency ?? []))].filter(each => each !== own)
  const rates = askedRates(entity.rates, currencies, [
    ...new Set([proposedReferenceDate(today), dateOfRate(field)].filter(date => date !== null)),
  ])
  const rateCount = rates.length
  // A rate is asked for once the contracts are read.
  useEffect(() => {
    if (field) focusField(fieldId(field))
  }, [field, rateCount])
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (typed, version) =>
          call(saveRegisterEntity, {
            body: {
              ...readForm(entityFields, typed, valuesOf(entity)).values,
              terms: termsOf(typed),
              rates: ratesOf(typed),
              version,
            } as never,
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
    const faults = { ...readForm(entityFields, edit.values, valuesOf(entity)).faults, ...rateFaults(edit.values) }
    if (Object.keys(faults).length > 0) return point(faults)
    setErrors({})
    saving.mutate()
  }
  const change = (changes: FormValues) => {
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
          {entity.version === 0 ? (
            <p className="small dim">Se propone lo de una entidad de crédito española: cámbielo si no es así.</p>
          ) : null}
          <FormFields fields={entityFields} values={edit.values} onChange={change} errors={errors} />
        </Section>
        {rates.length > 0 ? (
          <Section kind="label" title="CAMBIOS DE MONEDA">
            <p className="small dim">
              Cuántas unidades de la moneda de su entidad vale una unidad de otra en la fecha de referencia. Hace falta
              para sumar los contratos de una empresa en varias monedas.
            </p>
            <div className="fields">
              {rates.map(each => {
                const name = rateField(each.referenceDate, each.currency)
                return (
                  <div key={name} data-span="3">
                    <TextInput
                      id={fieldId(name)}
                      label={rateLabel(each)}
                      inputMode="decimal"
                      autoComplete="off"
                      value={edit.values[name] ?? ''}
                      onChange={event => change({ [name]: event.currentTarget.value })}
                      error={errors[name]}
                    />
                  </div>
                )
              })}
            </div>
          </Section>
        ) : null}
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
                  id={fieldId(termField(column))}
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
