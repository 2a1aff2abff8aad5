import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { listDocumentCatalogues } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { raiseIncident, readIncident, saveIncident } from '#domain/incident/contract.ts'
import { incidentFacts as factsOf } from '#domain/incident/facts.ts'
import type { ChosenStatus } from '#domain/incident/incident.ts'
import {
  chosenStatuses,
  hasOpenText,
  incidentErrors,
  incidentRefusal,
  incidentStatusLabels,
  isDocumented,
  isYetToOpen,
  normaliseIncident,
  saveLabel,
  shownStatus,
  statusSent,
  takesFiles,
} from '#domain/incident/incident.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { type Outcome, useConflict } from '#web/conflict/useConflict.tsx'
import { hasTrouble } from '#web/document/upload/upload-queue.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { DetailField } from '#web/incident/DetailField.tsx'
import { IncidentFiles } from '#web/incident/IncidentFiles.tsx'
import { IncidentUploads } from '#web/incident/IncidentUploads.tsx'
import { incidentDraftName, readIncidentDraft, type Words, writeIncidentDraft } from '#web/incident/incidentDraft.ts'
import { incidentFacts } from '#web/incident/incidentFacts.tsx'
import { refreshIncidents } from '#web/incident/refresh.ts'
import { useIncidentFiles } from '#web/incident/useIncidentFiles.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { useLeaving } from '#web/shell/useLeaving.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { ErrorSummary } from '#web/ui/form/ErrorSummary.tsx'
import { Facts } from '#web/ui/form/Facts.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './IncidentForm.module.css'

const ids = { title: 'incidencia-titulo', detail: 'incidencia-detalle' }
const labels = { title: 'Título', detail: 'Detalle' }

const wordsOf = ({ title, detail }: Words): Words => ({ title, detail })

/** The documents that the catalogue requires of an incident (D53). */
const catalogue = queryOptions(listDocumentCatalogues, { query: { type: 'ISSUE' } })

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
  const me = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const draftName = incidentDraftName(me.userId, providerId)
  const status = incident?.status ?? null
  const opens = isYetToOpen(status)

  // The version at the start of the edit: a refetch may already contain another user's text.
  const [base, setBase] = useState(incident)
  const [typed, setTyped] = useState<Words>(() => (incident ? wordsOf(incident) : readIncidentDraft(draftName)))
  const [touched, setTouched] = useState<ChosenStatus | null>(null)
  const chosen = touched ?? shownStatus(status)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [raised, setRaised] = useState<IncidentWire | null>(null)
  // Raised; opens as soon as its files are uploaded (D53).
  const [opening, setOpening] = useState(false)
  const [arrived, setArrived] = useState('')
  const { maxFileBytes } = me.settings
  const files = useIncidentFiles({
    incidentId: incident?.id ?? null,
    maxFileBytes,
    onChanged: () => refreshIncidents(client),
    onArrived: name => setArrived(`Subido: ${name}`),
  })
  const asked = useQuery(catalogue)
  const entries = asked.data?.content.flatMap(({ docList }) => docList) ?? []
  const attached = incident?.documents ?? []
  const documented = isDocumented(
    entries.map(entry => entry.documentCatalogName),
    [...files.held.keys(), ...files.arrived, ...attached.map(document => document.documentCatalogName)],
  )
  const sent = statusSent(status, chosen)
  const writable = hasOpenText(status, sent)
  const words = writable || !incident ? typed : wordsOf(incident)
  const draft = { providerId, ...words }

  const conflict = useConflict()
  const saving = useMutation({
    mutationFn: async (): Promise<Outcome<IncidentWire>> => {
      const { title, detail } = normaliseIncident(draft)
      if (!incident || !base) return { sent: await call(raiseIncident, { body: { providerId, title, detail } }) }
      // Sends only changed fields; the others keep their saved values.
      const body = {
        status: sent,
        ...(title === base.title ? {} : { title }),
        ...(detail === base.detail ? {} : { detail }),
      }
      const params = { id: incident.id }
      return conflict.send({
        version: base.version,
        base: factsOf(base),
        attempt: version => call(saveIncident, { params, body: { ...body, version } }),
      })
    },
    onSuccess: async outcome => {
      if (!outcome) return
      const { taken } = outcome
      const saved = outcome.sent ?? (await call(readIncident, { params: { id: incident!.id } }))
      const key = { params: { id: saved.id }, query: { providerId } }
      client.setQueryData(queryOptions(readIncident, key).queryKey, saved)
      setBase(saved)
      if (taken) {
        const given = Object.fromEntries(taken.differences.map(({ field, now }) => [field, now]))
        setTyped(now => ({ title: given.title ?? now.title, detail: given.detail ?? now.detail }))
        if (given.status) setTouched(null)
        return refreshIncidents(client)
      }
      setTyped(wordsOf(saved))
      setTouched(null)
      const waits = isYetToOpen(saved.status)
      if (!waits) {
        const text = `Queda ${incidentStatusLabels[saved.status].toLowerCase()}.`
        showToast({ title: 'Incidencia guardada', text })
      }
      if (!incident) {
        writeIncidentDraft(draftName, { title: '', detail: '' })
        setRaised(saved)
        setOpening(waits)
      }
      return refreshIncidents(client)
    },
    onError: error => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        setErrors(error.fields)
        setAttempt(count => count + 1)
      } else showError(messageOf(error))
    },
  })

  // Moves to the incident's own URL once it exists; pending files upload from there.
  useEffect(() => {
    if (!raised) return
    void navigate({ to: paths.openIncident(raised.providerId, raised.id, 'w'), replace: true, ignoreBlocker: true })
  }, [raised, navigate])

  const arriving = files.held.size > 0 || files.sending
  const failed = hasTrouble(files.uploads)
  useEffect(() => {
    if (!opening || !incident || arriving || !(documented || failed)) return
    setOpening(false)
    if (documented) saving.mutate()
    else showError('La incidencia queda pendiente: suba los archivos que faltan y pulse «Abrir incidencia».')
  }, [opening, incident, arriving, documented, failed, saving.mutate])

  const reworded = base !== null && writable && (words.title !== base.title || words.detail !== base.detail)
  const changed = base
    ? reworded || (!opens && sent !== undefined)
    : words.title !== '' || words.detail !== '' || files.held.size > 0
  const leaving = useLeaving(changed || files.sending || opening)

  const change = (field: keyof Words) => (value: string) => {
    const next = { ...words, [field]: value }
    setTyped(next)
    if (!incident) writeIncidentDraft(draftName, next)
    if (errors[field]) setErrors({ ...errors, [field]: '' })
  }
  const submit = () => {
    const refusal = incidentRefusal(draft, me.role.key)
    setErrors(incidentErrors(draft))
    setAttempt(attempt + 1)
    if (!refusal) saving.mutate()
  }
  const wrong = (['title', 'detail'] as const).flatMap(field =>
    errors[field] ? [{ field: ids[field], label: labels[field], message: errors[field] }] : [],
  )
  const blocked = () => {
    if (files.sending) return 'Espere a que terminen de subirse los archivos.'
    if (!opens) return changed ? null : 'No hay cambios que guardar.'
    if (!asked.data) return 'Aún no se sabe qué documentos hacen falta.'
    return documented ? null : sentence('incidentDocumentsMissing')
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!saving.isPending && !opening && blocked() === null) submit()
      }}
    >
      <ErrorSummary
        attempt={attempt}
        errors={wrong}
        title={sentence(incidentRefusal(draft, me.role.key) ?? 'invalid')}
      />
      {incident ? <Facts facts={incidentFacts(incident)} /> : null}
      <Section title="Incidencia" kind="serif">
        <div className="stack">
          <div className="fields">
            <TextInput
              id={ids.title}
              label={labels.title}
              autoComplete="off"
              value={words.title}
              error={errors.title}
              readOnly={saving.isPending || !writable}
              onChange={event => change('title')(event.currentTarget.value)}
            />
            <DetailField
              id={ids.detail}
              value={words.detail}
              error={errors.detail}
              readOnly={saving.isPending || !writable}
              onChange={change('detail')}
            />
          </div>
          {writable ? null : <p className="dim">Una incidencia cerrada no se corrige: elija «Abierta» para hacerlo.</p>}
          {opens ? null : (
            <Select
              className={classes.status}
              label="Estado"
              allowDeselect={false}
              data={chosenStatuses.map(value => ({ value, label: incidentStatusLabels[value] }))}
              value={chosen}
              onChange={setTouched}
            />
          )}
        </div>
      </Section>
      <Section title="Documentos" kind="serif">
        {!takesFiles(status) ? (
          <div className="stack">
            <IncidentFiles documents={attached} />
            <p className="dim">Una incidencia cerrada conserva los archivos con los que se cerró.</p>
          </div>
        ) : asked.error ? (
          <ErrorState text={messageOf(asked.error)} onRetry={() => void asked.refetch()} />
        ) : asked.data ? (
          <IncidentUploads entries={entries} attached={attached} files={files} maxFileBytes={maxFileBytes} />
        ) : (
          <Loading height={120} />
        )}
        <p className="vh" role="status">
          {arrived}
        </p>
      </Section>
      <FormFoot
        secondary={{ label: 'Volver', onClick: () => void navigate({ to: listAddress(paths.manageIncidents()) }) }}
        primary={{
          label: saveLabel(status),
          type: 'submit',
          loading: saving.isPending || opening,
          blocked: blocked(),
        }}
      />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={() => {
          if (!incident) writeIncidentDraft(draftName, { title: '', detail: '' })
          leaving.leave()
        }}
      >
        {files.sending ? 'Hay archivos subiéndose. Si sale ahora, no llegarán.' : undefined}
      </LeaveGuard>
      {conflict.window}
    </form>
  )
}
