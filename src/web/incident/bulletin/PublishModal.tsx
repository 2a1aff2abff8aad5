import { Checkbox, MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { BULLETIN_TEXT_MAX, bulletinTextErrors, nextPhases, phaseLabels } from '#domain/incident/bulletin/bulletin.ts'
import type { BulletinWire, ProposalWire } from '#domain/incident/bulletin/contract.ts'
import { publishBulletin, readReach } from '#domain/incident/bulletin/contract.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { severities, severityLabels } from '#domain/incident/particulars.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useProviderServices } from '#web/incident/bulletin/useProviderServices.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = {
  incident: IncidentWire
  last: BulletinWire | undefined
  proposal: ProposalWire | null
  onClose: () => void
}

const optionsOf = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>) =>
  keys.map(value => ({ value, label: labels[value] }))

/** 'Avisar a las entidades': the next bulletin about an incident (AFFECT-03 to AFFECT-07). */
export function PublishModal({ incident, last, proposal, onClose }: Props) {
  const phases = nextPhases(incident.bulletinPhase ?? null, incident.status)
  const known = useProviderServices(incident.providerId)
  const standing = last?.services ?? incident.services
  const [phase, setPhase] = useState<BulletinWire['phase']>(phases[0] ?? 'INITIAL')
  const [severity, setSeverity] = useState<BulletinWire['severity'] | null>(last?.severity ?? incident.severity)
  const [services, setServices] = useState(standing.map(({ id }) => id))
  const [widely, setWidely] = useState(last?.audience === 'FOLLOWERS')
  const [text, setText] = useState(proposal?.text ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  const audience = widely ? 'FOLLOWERS' : 'USERS'
  const reach = useQuery(
    queryOptions(readReach, { params: { id: incident.id }, query: { services: services.join(','), audience } }),
  )
  const saving = useListWrite({
    mutationFn: (chosen: BulletinWire['severity']) =>
      call(publishBulletin, {
        params: { id: incident.id },
        body: { phase, severity: chosen, text, services, audience },
      }),
    onSuccess: ({ told = '' }) => {
      showToast({
        title: 'Comunicado publicado',
        text: `Entidades avisadas: ${told}.`,
      })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const wrong: FieldErrors = {
      ...bulletinTextErrors(text.trim()),
      ...(severity ? {} : { severity: 'Elija la gravedad' }),
    }
    setErrors(wrong)
    if (severity && Object.keys(wrong).length === 0) saving.mutate(severity)
  }
  const isNamed = Object.values(errors).some(Boolean)
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Avisar a las entidades"
      onSubmit={submit}
      submitLabel="Publicar comunicado"
      loading={saving.isPending}
      submitError={saving.error && !isNamed ? messageOf(saving.error) : null}
      dirty={text !== (proposal?.text ?? '')}
      size={680}
    >
      <Message kind="info">
        Llega a las entidades que utilizan lo afectado, con sus propias palabras: nunca el título, el detalle ni quién
        notificó la incidencia. Una vez publicado no cambia; lo corrige el siguiente.
      </Message>
      {proposal ? <p className="small dim">El texto es el que propone el proveedor. Puede cambiarlo.</p> : null}
      <div className="row wrap">
        <Select
          label="Fase"
          allowDeselect={false}
          data={optionsOf(phases, phaseLabels)}
          value={phase}
          onChange={value => value && setPhase(value)}
        />
        <Select
          label="Gravedad"
          placeholder="Elija"
          data={optionsOf(severities, severityLabels)}
          value={severity}
          onChange={setSeverity}
          error={errors.severity}
          required
        />
      </div>
      <MultiSelect
        label="Servicios afectados"
        description="Sin ninguno, se avisa a quien utilice cualquiera del proveedor."
        placeholder={services.length > 0 ? undefined : 'Cualquiera'}
        data={[
          ...new Map(
            [...standing.map(({ id, name }) => ({ value: id, label: name })), ...known].map(each => [each.value, each]),
          ).values(),
        ]}
        value={services}
        onChange={setServices}
        error={errors.services}
        searchable
      />
      <Checkbox
        label="Avisar también a las que siguen al proveedor"
        checked={widely}
        onChange={event => setWidely(event.currentTarget.checked)}
      />
      <p role="status" className="small dim">
        {reach.data ? `Llegará a ${reach.data.told} entidades.` : 'Contando las entidades…'}
      </p>
      <CountedTextarea
        label="Comunicado"
        autosize
        minRows={4}
        value={text}
        onChange={value => {
          setText(value)
          setErrors({ ...errors, text: '' })
        }}
        count={characterCount(text)}
        max={BULLETIN_TEXT_MAX}
        error={errors.text}
        required
      />
    </FormModal>
  )
}
