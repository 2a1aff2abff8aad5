import { Select, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { lacksFinal } from '#domain/incident/bulletin/bulletin.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import type { ChosenStatus } from '#domain/incident/incident.ts'
import {
  chosenStatuses,
  hasOpenText,
  incidentErrors,
  incidentRefusal,
  incidentStatusLabels,
  isYetToOpen,
  saveLabel,
  shownStatus,
  statusSent,
} from '#domain/incident/incident.ts'
import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { paths } from '#web/app/paths.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { DetailField } from '#web/incident/DetailField.tsx'
import { IncidentDocumentsSection } from '#web/incident/form/IncidentDocumentsSection.tsx'
import { incidentDraftName } from '#web/incident/form/incidentDraft.ts'
import { ParticularFields } from '#web/incident/form/ParticularFields.tsx'
import { changedParticulars, particularErrors, typedParticulars } from '#web/incident/form/particulars.ts'
import { type IncidentDocuments, useIncidentDocuments } from '#web/incident/form/useIncidentDocuments.ts'
import { useIncidentSaving, type Words, wordsOf } from '#web/incident/form/useIncidentSaving.ts'
import { incidentFacts } from '#web/incident/incidentFacts.tsx'
import { listAddress } from '#web/list/listAddress.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMe } from '#web/session/useMe.ts'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { ErrorSummary } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './IncidentForm.module.css'

const ids = { title: 'incidencia-titulo', detail: 'incidencia-detalle' }
const labels = { title: msg('Título'), detail: msg('Detalle') }
type Field = keyof typeof labels

export interface IncidentFormProps {
  providerId: string
  /** Null for a new one. */
  incident: IncidentWire | null
}

/**
 * CCI opens a pending or new incident with its documents, corrects its text, closes it and reopens it (INC-04, INC-09
 * to INC-12).
 */
export function IncidentForm({ providerId, incident }: IncidentFormProps) {
  const navigate = useNavigate()
  const documents = useIncidentDocuments(incident)
  const form = useIncidentForm(providerId, incident, documents)
  const { errors, blocked, leaving } = form
  const status = incident?.status ?? null
  const { sending } = documents.files
  const wrong = (['title', 'detail'] as const).flatMap(field =>
    errors[field] ? [{ field: ids[field], label: t(labels[field]), message: errors[field] }] : [],
  )
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!form.saving && !form.opening && blocked === null) form.submit()
      }}
    >
      <ErrorSummary attempt={form.attempt} errors={wrong} title={sentence(form.refusal ?? 'invalid')} />
      {incident ? <DescriptionList facts={incidentFacts(incident)} /> : null}
      <TextSection form={form} withStatus={!isYetToOpen(status)} />
      <Section title={t('Datos de la incidencia')} kind="serif">
        <ParticularFields
          providerId={providerId}
          values={form.particulars}
          onChange={form.setParticulars}
          errors={errors}
          readOnly={form.saving || !form.writable}
        />
      </Section>
      <IncidentDocumentsSection status={status} documents={documents} />
      <FormFoot
        secondary={{ label: t('Volver'), onClick: () => void navigate({ to: listAddress(paths.manageIncidents()) }) }}
        primary={{
          label: saveLabel(status),
          type: 'submit',
          loading: form.saving || form.opening,
          blocked,
        }}
      />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={() => {
          form.forget()
          leaving.leave()
        }}
      >
        {sending ? t('Hay archivos subiéndose. Si sale ahora, no llegarán.') : undefined}
      </LeaveGuard>
      {form.window}
    </form>
  )
}

type Form = ReturnType<typeof useIncidentForm>

/** The text and status of the form, its errors, and its saving. */
function useIncidentForm(providerId: string, incident: IncidentWire | null, documents: IncidentDocuments) {
  const me = useMe()
  const status = incident?.status ?? null
  const edit = useEdit<Words>({
    version: incident?.version ?? NO_VERSION,
    saved: wordsOf(incident),
    draft: incident ? undefined : incidentDraftName(me.userId, providerId),
  })
  const [touched, setTouched] = useState<ChosenStatus | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const chosen = touched ?? shownStatus(status)
  const sent = statusSent(status, chosen)
  const writable = hasOpenText(status, sent)
  const words = writable || !incident ? edit.values : wordsOf(incident)
  const [standing, setStanding] = useState(() => typedParticulars(incident))
  const [particulars, setParticulars] = useState(standing)
  const facts = changedParticulars(particulars, standing)
  const draft = { providerId, ...words }
  const refusal = incidentRefusal(draft, me.role.key)
  const refuse = (fields: FieldErrors) => {
    setErrors(fields)
    setAttempt(count => count + 1)
  }
  const { save, ...saving } = useIncidentSaving({
    providerId,
    incident,
    edit,
    words,
    sent,
    documents,
    particulars: facts,
    onParticularsSaved: wire => {
      setStanding(typedParticulars(wire))
      setParticulars(typedParticulars(wire))
    },
    onStatusSaved: () => setTouched(null),
    onRefused: refuse,
  })
  const { held, sending } = documents.files
  const reworded = writable && (words.title !== edit.base.title || words.detail !== edit.base.detail)
  const changed =
    reworded ||
    (writable && Object.keys(facts).length > 0) ||
    (incident ? !isYetToOpen(status) && sent !== undefined : held.size > 0)
  return {
    ...saving,
    words,
    particulars,
    setParticulars,
    errors,
    attempt,
    refusal,
    writable,
    chosen,
    choose: setTouched,
    window: edit.window,
    forget: edit.forget,
    leaving: useLeaving(changed || sending || saving.opening),
    blocked:
      incidentMachine.is.closed(sent) && lacksFinal(incident?.bulletinPhase ?? null)
        ? sentence('finalBulletinMissing')
        : blockedBy(status, changed, documents),
    change: (field: Field) => (value: string) => {
      edit.change({ [field]: value })
      if (errors[field]) setErrors({ ...errors, [field]: '' })
    },
    submit() {
      const wrong = particularErrors(particulars)
      refuse({ ...incidentErrors(draft), ...wrong })
      if (!refusal && Object.keys(wrong).length === 0) save()
    },
  }
}

function blockedBy(status: IncidentWire['status'] | null, changed: boolean, documents: IncidentDocuments) {
  if (documents.files.sending) return t('Espere a que terminen de subirse los archivos.')
  if (!isYetToOpen(status)) return changed ? null : t('No hay cambios que guardar.')
  if (!documents.known) return t('Aún no se sabe qué documentos hacen falta.')
  return documents.documented ? null : sentence('incidentDocumentsMissing')
}

function TextSection({ form, withStatus }: { form: Form; withStatus: boolean }) {
  const { words, errors, writable, saving, change } = form
  const readOnly = saving || !writable
  return (
    <Section title={t('Incidencia')} kind="serif">
      <div className="stack">
        <div className="fields">
          <TextInput
            id={ids.title}
            label={t(labels.title)}
            autoComplete="off"
            value={words.title}
            error={errors.title}
            readOnly={readOnly}
            onChange={event => change('title')(event.currentTarget.value)}
          />
          <DetailField
            id={ids.detail}
            value={words.detail}
            error={errors.detail}
            readOnly={readOnly}
            onChange={change('detail')}
          />
        </div>
        {writable ? null : (
          <p className="dim">{t('Una incidencia cerrada no se corrige: elija «Abierta» para hacerlo.')}</p>
        )}
        {withStatus ? (
          <Select
            className={classes.status}
            label={t('Estado')}
            allowDeselect={false}
            data={chosenStatuses.map(value => ({ value, label: incidentStatusLabels[value] }))}
            value={form.chosen}
            onChange={form.choose}
          />
        ) : null}
      </div>
    </Section>
  )
}
