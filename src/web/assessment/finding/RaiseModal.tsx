import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dimensionLabels, dimensions } from '#domain/assessment/assessment.ts'
import { raiseFinding } from '#domain/assessment/finding/contract.ts'
import { findingLimits, priorities, priorityLabels } from '#domain/assessment/finding/finding.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

/** Requests read at a time; the name of the provider finds others. */
const MOST = 100

type Props = {
  onClose: () => void
  /** The request that it is about, when it is raised from there. */
  about?: { validationId: string; words: string }
}

/** 'Anotar hallazgo': CCI, or the evaluator of a request, raises one by hand (FIND-03). */
export function RaiseModal({ onClose, about }: Props) {
  const [values, setValues] = useState({ validationId: about?.validationId ?? '', title: '', detail: '' })
  const [dimension, setDimension] = useState<(typeof dimensions)[number]>('C')
  const [priority, setPriority] = useState<(typeof priorities)[number]>('MEDIUM')
  const [errors, setErrors] = useState<FieldErrors>({})
  const set = (changes: Partial<typeof values>) => {
    setValues({ ...values, ...changes })
    setErrors({})
  }
  const saving = useListWrite({
    mutationFn: () => call(raiseFinding, { body: { ...values, dimension, priority } }),
    onSuccess: ({ own, providerName }) => {
      showToast({ title: t('Hallazgo anotado'), text: t`${providerName} planificará «${own?.title ?? ''}».` })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const found: FieldErrors = {
      ...(values.validationId ? {} : { validationId: t('Elija la solicitud') }),
      ...(values.title.trim() ? {} : { title: t('Escriba un título') }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Anotar hallazgo')}
      onSubmit={submit}
      submitLabel={t('Anotar hallazgo')}
      loading={saving.isPending}
      submitError={saving.error && !Object.values(errors).some(Boolean) ? messageOf(saving.error) : null}
      dirty={values.title !== '' || values.detail !== ''}
    >
      {about ? (
        <p className="dim">{about.words}</p>
      ) : (
        <RequestSelect
          value={values.validationId}
          onChange={validationId => set({ validationId })}
          error={errors.validationId}
        />
      )}
      <TextInput
        label={t('Título')}
        description={t('Qué falta, en pocas palabras.')}
        autoComplete="off"
        maxLength={findingLimits.title}
        value={values.title}
        onChange={event => set({ title: event.currentTarget.value })}
        error={errors.title}
        required
      />
      <CountedTextarea
        label={t('Detalle')}
        autosize
        minRows={3}
        value={values.detail}
        onChange={detail => set({ detail })}
        count={characterCount(values.detail)}
        max={findingLimits.detail}
        error={errors.detail}
      />
      <Select
        label={t('Dimensión')}
        allowDeselect={false}
        value={dimension}
        onChange={value => setDimension((value ?? dimension) as typeof dimension)}
        data={dimensions.map(value => ({ value, label: t(dimensionLabels[value]) }))}
      />
      <Select
        label={t('Prioridad')}
        allowDeselect={false}
        value={priority}
        onChange={value => setPriority((value ?? priority) as typeof priority)}
        data={priorities.map(value => ({ value, label: t(priorityLabels[value]) }))}
      />
    </FormModal>
  )
}

const wordsOf = ({ provider, service, details }: OverviewRow) =>
  [details.commercialName || provider, service].filter(Boolean).join(' · ')

type SelectProps = { value: string; onChange: (id: string) => void; error: string | undefined }

function RequestSelect({ value, onChange, error }: SelectProps) {
  const [provider, setProvider] = useState('')
  const { data, isFetching } = useQuery({
    ...queryOptions(readOverview, { params: { kind: 'PROVIDER' }, query: { size: MOST, sort: 'provider,asc' } }),
    staleTime: 60_000,
  })
  const found = useQuery({
    ...queryOptions(readOverview, {
      params: { kind: 'PROVIDER' },
      query: { size: MOST, sort: 'provider,asc', provider },
    }),
    enabled: provider.length >= 3,
  })
  const rows = [...(data?.content ?? []), ...(found.data?.content ?? [])].filter(({ status }) =>
    reportRequestMachine.is.assessable(status),
  )
  const options = [
    ...new Map(
      rows.flatMap(row => {
        const { validationId: id } = row
        return id === null ? [] : [[id, { value: id, label: wordsOf(row) }] as const]
      }),
    ),
  ]
  return (
    <Select
      label={t('Solicitud')}
      placeholder={t('Proveedor y servicio')}
      searchable
      nothingFoundMessage={isFetching || found.isFetching ? t('Cargando…') : t('Nada coincide')}
      value={value || null}
      onChange={id => onChange(id ?? '')}
      onSearchChange={text => setProvider(text.split(' · ')[0] ?? '')}
      data={options.map(([, option]) => option)}
      error={error}
      required
      data-autofocus
    />
  )
}
