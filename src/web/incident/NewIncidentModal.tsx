import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { choosesProvider, incidentErrors, incidentRefusal } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { notices, sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { keepEditDraft, NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { DetailField } from '#web/incident/DetailField.tsx'
import { incidentDraftName } from '#web/incident/form/incidentDraft.ts'
import { ParticularFields } from '#web/incident/form/ParticularFields.tsx'
import { changedParticulars, particularErrors, typedParticulars } from '#web/incident/form/particulars.ts'
import { refreshIncidents } from '#web/incident/refresh.ts'
import { ProviderSelect } from '#web/participant/ProviderSelect.tsx'
import { draftName } from '#web/session/draftKey.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { showNotice } from '#web/ui/feedback/messages.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const noParticulars = typedParticulars(null)
const empty = { providerId: '', title: '', detail: '' }
type Field = keyof typeof empty
const fields = Object.keys(empty) as Field[]
const idOf = (field: Field) => `incidencia-${field}`

type Props = {
  opened: boolean
  onClose: () => void
  /** The preset provider, when the user raises it from a provider's page. */
  about?: { id: string; name: string } | undefined
}

/**
 * 'Nueva incidencia' (INC-01): a provider's is about itself; an entity and CCI choose the provider (FORM-61). CCI
 * continues to the form, where it attaches the documents before the incident opens (FORM-55).
 */
export function NewIncidentModal({ opened, onClose, about }: Props) {
  const me = useMe()
  const opens = useMay('incident.manage')
  const chooses = choosesProvider(me.role.key)
  const client = useQueryClient()
  const navigate = useNavigate()
  const edit = useEdit({
    version: NO_VERSION,
    saved: empty,
    draft: draftName('incident-window', me.userId, about?.id),
  })
  const { values, dirty } = edit
  const [errors, setErrors] = useState<FieldErrors>({})
  const [incomplete, setIncomplete] = useState(false)
  const [particulars, setParticulars] = useState(noParticulars)
  const [more, setMore] = useState(false)
  const draft = { ...values, providerId: about?.id ?? (chooses ? values.providerId : me.idGenericEntity) }

  const show = (found: FieldErrors) => {
    setErrors(found)
    const first = fields.find(field => found[field])
    if (first) focusField(idOf(first))
  }
  const raising = useMutation({
    mutationFn: () => call(raiseIncident, { body: { ...draft, ...changedParticulars(particulars, noParticulars) } }),
    onSuccess: async () => {
      await refreshIncidents(client)
      close()
      showNotice(notices.incidentRaised)
    },
    onError: error => {
      if (error instanceof ApiError) show(error.fields)
    },
  })
  const close = () => {
    edit.begin(NO_VERSION, empty)
    setErrors({})
    setIncomplete(false)
    setParticulars(noParticulars)
    setMore(false)
    raising.reset()
    onClose()
  }
  const submit = () => {
    const refusal = incidentRefusal(draft, me.role.key)
    raising.reset()
    setIncomplete(refusal === 'incidentIncomplete')
    const wrong = particularErrors(particulars)
    show({ ...incidentErrors(draft), ...wrong })
    if (refusal || Object.keys(wrong).length > 0) return
    if (!opens) return raising.mutate()
    const { providerId, title, detail } = draft
    keepEditDraft(incidentDraftName(me.userId, providerId), {
      version: NO_VERSION,
      base: {},
      values: { title, detail },
    })
    close()
    void navigate({ to: paths.openIncident(providerId, null, 'w'), ignoreBlocker: true })
  }
  const set = (field: Field) => (value: string) => {
    edit.change({ [field]: value })
    if (errors[field]) setErrors({ ...errors, [field]: '' })
    setIncomplete(false)
  }
  const failure = raising.error ? messageOf(raising.error) : null

  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={t('Nueva incidencia')}
      size={580}
      onSubmit={submit}
      submitLabel={opens ? t('Continuar') : t('Enviar incidencia')}
      loading={raising.isPending}
      submitError={incomplete ? sentence('incidentIncomplete') : failure}
      dirty={dirty}
    >
      <LeaveQuestion unfinished={opened && dirty} />
      {chooses && !about ? (
        <ProviderSelect
          id={idOf('providerId')}
          value={values.providerId}
          onChange={id => set('providerId')(id ?? '')}
          error={errors.providerId}
          // Others could not read the incident.
          admitted
        />
      ) : (
        <p className="dim">{t`Sobre ${(about?.name ?? (me.commercialName || me.nameGenericEntity)).replace(/\.$/, '')}.`}</p>
      )}
      <TextInput
        id={idOf('title')}
        label={t('Título')}
        autoComplete="off"
        value={values.title}
        error={errors.title}
        onChange={event => set('title')(event.currentTarget.value)}
      />
      <DetailField id={idOf('detail')} value={values.detail} onChange={set('detail')} error={errors.detail} />
      {opens ? null : more ? (
        <ParticularFields
          providerId={draft.providerId}
          values={particulars}
          onChange={setParticulars}
          errors={errors}
        />
      ) : (
        <div>
          <Button size="xs" variant="subtle" onClick={() => setMore(true)}>
            {t('Añadir gravedad, servicios y horas')}
          </Button>
        </div>
      )}
    </FormModal>
  )
}
