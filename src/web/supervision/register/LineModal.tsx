import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { FieldValue } from '#domain/record/field.ts'
import { assessmentNames } from '#domain/supervision/register/entry/assessment.ts'
import type { LineWire } from '#domain/supervision/register/entry/contract.ts'
import { addLine, changeLine, listLines } from '#domain/supervision/register/entry/contract.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { formatDay } from '#domain/values/day.ts'
import { withStop } from '#domain/values/text.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { fieldId } from '#web/record/FormFields.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'
import { useLineChoices } from '#web/supervision/register/useEntries.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'

const groups = [
  {
    title: 'SERVICIO Y DATOS',
    names: [
      'ictType',
      'provisionCountries',
      'holdsData',
      'storageCountries',
      'processingCountries',
      'sensitivity',
      'reliance',
    ],
  },
]
/** One assessment for the critical lines of a contract and type (REG-06). */
const assessmentOf = (saved: LineWire | null) => ({
  title: 'VALORACIÓN',
  note: saved?.sharedWith.length
    ? `La comparten los servicios del mismo contrato y tipo que sustentan ${list.format(saved.sharedWith)}: lo que cambie vale para todos.`
    : 'Hace falta cuando la función es esencial o importante. Los servicios de funciones así del mismo contrato y tipo comparten una.',
  names: assessmentNames,
})
const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** A line whose values that differ are still to be chosen. */
const unchosen = (saved: LineWire): LineWire => ({
  ...saved,
  ...Object.fromEntries(saved.differing.map(({ field }) => [field, lineFields[field].kind === 'text' ? '' : null])),
})
/** More than a bank has uses. */
const ALL = 9999

type Props = {
  saved: LineWire | null
  /** A use that no contract has yet. */
  use: string | null
  /** A contract that has no line yet. */
  of: string | null
  focus: string | null
  onClose: () => void
}

/** Adds or changes a line: the service that a contract provides to a function (DORA-07). */
export function LineModal({ saved, use, of, focus, onClose }: Props) {
  const choices = useLineChoices()
  const uses = useQuery(queryOptions(listUses, { query: { size: ALL } }))
  const wanted = use === null ? undefined : uses.data?.content.find(({ id }) => id === use)
  const [chosenContract, setContract] = useState(saved?.arrangementId ?? of)
  const [chosenFunction, setFunctionId] = useState(saved?.functionId ?? null)
  const [chosenUse, setUse] = useState(saved?.useId ?? use)
  const contracts = wanted
    ? choices.contracts.filter(({ providerId }) => providerId === wanted.providerId)
    : choices.contracts
  // What there is one of is proposed (REG-28).
  const arrangementId = chosenContract ?? soleId(contracts)
  const functionId = chosenFunction ?? soleId(choices.functions)
  const contract = choices.contracts.find(({ id }) => id === arrangementId)
  const providerId = contract ? contract.providerId : (saved?.providerId ?? null)
  const services = (uses.data?.content ?? []).filter(each => each.providerId === providerId)
  const isEnded = saved?.useId && uses.data && !services.some(({ id }) => id === saved.useId)
  const isChosen = services.some(({ id }) => id === chosenUse) || isEnded
  const useId = providerId === null ? null : isChosen ? chosenUse : saved ? null : soleId(services)
  const check = (): FieldErrors => ({
    ...(arrangementId ? {} : { arrangementId: 'Elija un contrato de la lista' }),
    ...(functionId ? {} : { functionId: 'Elija una función de la lista' }),
    ...(arrangementId && providerId && !useId ? { useId: 'Elija un servicio utilizado de este proveedor' } : {}),
  })
  const around = (errors: FieldErrors) => (
    <div className="fields">
      {wanted && contracts.length === 0 && !choices.isLoading ? (
        <div data-span="6">
          <Message kind="warning" title={`No hay ningún contrato con ${wanted.provider}`}>
            <UiLink href={paths.register({ step: 'arrangements' })}>Añada antes el contrato.</UiLink>
          </Message>
        </div>
      ) : null}
      <div data-span="3">
        <Select
          {...search}
          id={fieldId('arrangementId')}
          label="Contrato"
          readOnly={saved !== null}
          value={arrangementId}
          onChange={setContract}
          error={errors.arrangementId}
          data={contracts.map(({ id, reference, provider }) => ({ value: id, label: `${reference} · ${provider}` }))}
          data-autofocus={(focus === null && of === null) || undefined}
        />
      </div>
      <div data-span="3">
        <Select
          {...search}
          id={fieldId('functionId')}
          label="Función"
          value={functionId}
          onChange={setFunctionId}
          error={errors.functionId}
          data={choices.functions.map(({ id, code, name, entity }) => ({
            value: id,
            label: [code, name, entity].filter(Boolean).join(' · '),
          }))}
          data-autofocus={focus === 'functionId' || of !== null || undefined}
        />
      </div>
      {contract && providerId === null ? (
        <p data-span="6" className="small dim">
          El contrato es con una empresa externa: el servicio se describe aquí, sin servicio utilizado.
        </p>
      ) : (
        <div data-span="6">
          <Select
            {...search}
            id={fieldId('useId')}
            label="Servicio utilizado"
            description={contract ? undefined : 'Elija antes el contrato.'}
            value={useId}
            onChange={setUse}
            error={errors.useId}
            data={[
              ...services.map(({ id, service }) => ({ value: id, label: service })),
              ...(isEnded ? [{ value: saved.useId!, label: `${saved.service} (terminado)` }] : []),
            ]}
          />
          {contract && services.length === 0 && uses.data ? (
            <p className="small dim">
              No ha declarado ningún servicio de este proveedor.{' '}
              <UiLink href={paths.requiredLevels()}>Declárelo en «Niveles exigidos».</UiLink>
            </p>
          ) : null}
        </div>
      )}
      {saved?.lastAuditOn ? (
        <p data-span="6" className="small dim">
          Evaluación del proveedor: {formatDay(saved.lastAuditOn)}. No es una auditoría de su entidad y no se presenta.
        </p>
      ) : null}
    </div>
  )
  const about = { functionId: functionId!, useId }
  const differing = saved?.differing ?? []
  /** What differs and is not chosen stays as it is. */
  const chosenOf = (values: Record<string, FieldValue>) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, value]) => !differing.some(({ field }) => field === name) || (value !== null && value !== ''),
      ),
    )
  return (
    <RecordModal
      title={
        saved
          ? `Servicio ${[saved.reference, saved.functionCode, saved.service].filter(Boolean).join(' · ')}`
          : 'Añadir servicio'
      }
      fields={lineFields}
      groups={[...groups, assessmentOf(saved)]}
      saved={saved && unchosen(saved)}
      notes={Object.fromEntries(
        differing.map(({ field, said }) => [field, `Dicen ${withStop(said)} Elija uno para todos.`]),
      )}
      around={around}
      isAroundChanged={chosenFunction !== (saved?.functionId ?? null) || chosenUse !== (saved?.useId ?? use)}
      check={check}
      proposed={saved?.proposed}
      focus={focus}
      send={(values, version) =>
        saved
          ? call(changeLine, { params: { id: saved.id }, body: { ...chosenOf(values), ...about, version } })
          : call(addLine, { body: { ...values, ...about, arrangementId: arrangementId! } })
      }
      read={saved ? async () => onlyOf((await call(listLines, { query: { id: saved.id } })).content) : undefined}
      onClose={onClose}
      done={saved ? 'Servicio guardado' : 'Servicio añadido'}
    />
  )
}

/** The only one of a list; null where there is none or several. */
const soleId = ([one, ...others]: readonly { id: string }[]) => (one && others.length === 0 ? one.id : null)

const search = {
  placeholder: 'Elija',
  searchable: true,
  nothingFoundMessage: 'Nada coincide',
  openOnFocus: false,
} as const
