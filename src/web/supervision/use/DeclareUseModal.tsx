import { NativeSelect, Select } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { declareUse } from '#domain/supervision/use/contract.ts'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { criticalities, criticalLabels, USE_NOTE_MAX } from '#domain/supervision/use/use.ts'
import { isRating } from '#domain/values/rating.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useCatalogues } from '#web/catalogue/useCatalogues.ts'
import { ProviderSelect } from '#web/participant/ProviderSelect.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { LevelSelects } from '#web/supervision/use/LevelSelects.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = { opened: boolean; onClose: () => void }

const blank = {
  provider: null as string | null,
  service: null as string | null,
  critical: 'NOT_ASSESSED' as Criticality,
  requiredScore: '',
  since: null as string | null,
  note: '',
}
const ids = { provider: 'uso-proveedor', service: 'uso-servicio' } as const

/** Declares that the bank uses a service of a provider (LEVEL-01). */
export function DeclareUseModal({ opened, onClose }: Props) {
  const [opening, setOpening] = useState(0)
  return opened ? (
    <DeclareForm
      key={opening}
      onClose={() => {
        setOpening(opening + 1)
        onClose()
      }}
    />
  ) : null
}

function DeclareForm({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<FieldErrors>({})
  const { services, loading } = useCatalogues(true)
  const change = (changes: Partial<typeof blank>) => setValues({ ...values, ...changes })
  const declaring = useListWrite({
    mutationFn: (of: { providerId: string; serviceId: string }) =>
      call(declareUse, {
        body: {
          ...of,
          critical: values.critical,
          requiredScore: values.requiredScore || undefined,
          since: values.since ?? undefined,
          note: values.note,
        },
      }),
    onSuccess: use => {
      showToast({ title: 'Servicio declarado', text: `${use.service}: ${use.words}` })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const wrong: FieldErrors = {
      ...(values.provider ? {} : { provider: 'Elija un proveedor' }),
      ...(values.service ? {} : { service: 'Elija un servicio' }),
      ...(values.requiredScore === '' || isRating(values.requiredScore)
        ? {}
        : { requiredScore: 'Elija un nivel en cada dimensión' }),
    }
    setErrors(wrong)
    if (wrong.provider) return focusField(ids.provider)
    if (wrong.service) return focusField(ids.service)
    const { provider, service } = values
    if (provider && service && Object.keys(wrong).length === 0) {
      declaring.mutate({ providerId: provider, serviceId: service })
    }
  }
  const dirty = JSON.stringify(values) !== JSON.stringify(blank)
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Declarar servicio utilizado"
      onSubmit={submit}
      submitLabel="Declarar"
      loading={declaring.isPending}
      submitError={declaring.error ? messageOf(declaring.error) : null}
      dirty={dirty}
      size={680}
    >
      <LeaveQuestion unfinished={dirty} />
      <ProviderSelect
        id={ids.provider}
        value={values.provider}
        onChange={provider => change({ provider })}
        error={errors.provider}
        autofocus
      />
      <Select
        id={ids.service}
        label="Servicio"
        placeholder="Elija un servicio"
        searchable
        data={services}
        nothingFoundMessage={loading ? 'Cargando…' : 'Nada coincide'}
        value={values.service}
        onChange={service => change({ service })}
        error={errors.service}
      />
      <NativeSelect
        label="Función esencial o importante"
        value={values.critical}
        onChange={event => change({ critical: event.currentTarget.value as Criticality })}
        data={criticalities.map(value => ({ value, label: criticalLabels[value] }))}
      />
      <LevelSelects
        label="Nivel exigido"
        value={values.requiredScore}
        onChange={requiredScore => change({ requiredScore })}
        error={errors.requiredScore}
      />
      <p className="small dim">Sin nivel, toma el de su política.</p>
      <DateField label="Lo utiliza desde" value={values.since} onChange={since => change({ since })} />
      <CountedTextarea
        label="Nota"
        autosize
        minRows={2}
        value={values.note}
        onChange={note => change({ note })}
        count={characterCount(values.note)}
        max={USE_NOTE_MAX}
        error={errors.note}
      />
    </FormModal>
  )
}
