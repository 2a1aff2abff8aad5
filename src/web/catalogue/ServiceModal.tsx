import { Autocomplete, Textarea } from '@mantine/core'
import { useState } from 'react'
import { serviceErrors } from '#domain/catalogue/catalogue.ts'
import type { ServiceWire } from '#domain/catalogue/contract.ts'
import { readService, saveService } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { sentence } from '#domain/messages.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import { TEXT_MAX } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { savingFailure } from '#web/catalogue/failure.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

export interface ServiceModalProps {
  /** The edited service, 'new' for a new one, null while the window is closed. */
  service: ServiceWire | 'new' | null
  /** The types in use, offered as suggestions. */
  types: readonly string[]
  onClose: () => void
}

const ids = { type: 'servicio-tipo', description: 'servicio-descripcion' } as const
const valuesOf = (service: ServiceWire | null) => ({
  type: service?.type ?? '',
  description: service?.description ?? '',
})

/** Adds or edits a service: both fields are needed (SRV-02, FORM-47, ROLE-09). */
export function ServiceModal({ service, types, onClose }: ServiceModalProps) {
  // A new form for each opening; it stays while the window closes.
  const [shown, setShown] = useState(service)
  const [opening, setOpening] = useState(0)
  if (service !== null && service !== shown) {
    setShown(service)
    setOpening(opening + 1)
  }
  if (shown === null) return null
  return (
    <ServiceForm
      key={opening}
      opened={service !== null}
      service={shown === 'new' ? null : shown}
      types={types}
      onClose={() => {
        onClose()
        setShown(null)
      }}
    />
  )
}

type FormProps = { opened: boolean; service: ServiceWire | null; types: readonly string[]; onClose: () => void }

function ServiceForm({ opened, service, types, onClose }: FormProps) {
  const edit = useEdit({ version: service?.version ?? NO_VERSION, saved: valuesOf(service) })
  const { values, dirty } = edit
  const [errors, setErrors] = useState<FieldErrors>({})
  const [summary, setSummary] = useState<string | null>(null)

  const show = (fields: FieldErrors, text: string) => {
    setErrors(fields)
    setSummary(text)
    const first = (['type', 'description'] as const).find(field => fields[field])
    if (first) focusField(ids[first])
  }
  const saving = useListWrite({
    mutationFn: async () => {
      if (!service) return { wire: await call(saveService, { body: values }), taken: false }
      const { id } = service
      return edit.save({
        attempt: (body, version) => call(saveService, { body: { id, version, ...body } }),
        valuesOf,
        read: () => call(readService, { params: { id } }),
      })
    },
    onSuccess: saved => {
      if (!saved || saved.taken) return
      showToast({ title: service ? 'Servicio guardado' : 'Servicio añadido', text: saved.wire.description })
      onClose()
    },
    onError: error => {
      if (isProposed(error)) {
        showNotice(messageOf(error))
        return onClose()
      }
      show(error instanceof ApiError ? error.fields : {}, savingFailure(error))
    },
    // All requests of the service show its name.
  })
  const submit = () => {
    const fields = serviceErrors(values)
    if (Object.keys(fields).length > 0) return show(fields, sentence('emptyLines'))
    setErrors({})
    setSummary(null)
    saving.mutate()
  }
  const change = (field: keyof typeof ids, value: string) => {
    edit.change({ [field]: value })
    setErrors({ ...errors, [field]: '' })
  }
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={service ? 'Editar servicio' : 'Añadir servicio'}
      onSubmit={submit}
      submitLabel="Guardar"
      loading={saving.isPending}
      submitError={summary}
      dirty={dirty}
    >
      <LeaveQuestion unfinished={opened && dirty} />
      <Autocomplete
        id={ids.type}
        label="Tipo"
        description="Agrupa los servicios en las listas."
        data={types.toSorted(compareSpanish)}
        maxLength={TEXT_MAX}
        value={values.type}
        error={errors.type}
        onChange={value => change('type', value)}
        // Moves the focus without opening the list, which would cover the fields beneath.
        openOnFocus={false}
        data-autofocus
      />
      <Textarea
        id={ids.description}
        label="Descripción"
        description={
          service
            ? 'Es su nombre: cambia también en las solicitudes que ya se enviaron.'
            : 'Es su nombre en las solicitudes y calificaciones.'
        }
        autosize
        minRows={1}
        maxLength={TEXT_MAX}
        value={values.description}
        error={errors.description}
        onChange={event => change('description', event.currentTarget.value)}
      />
      {edit.window}
    </FormModal>
  )
}
