import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { raiseIncident, readIncident, saveIncident } from '#domain/incident/contract.ts'
import { incidentFieldValues } from '#domain/incident/facts.ts'
import { incidentStatusLabels, isYetToOpen, normaliseIncident, type statusSent } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { ApiError, call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import type { Edit, Saved } from '#web/conflict/useEdit.ts'
import { hasTrouble } from '#web/document/upload/upload-queue.ts'
import type { changedParticulars } from '#web/incident/form/particulars.ts'
import type { IncidentDocuments } from '#web/incident/form/useIncidentDocuments.ts'
import { refreshIncidents } from '#web/incident/refresh.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** What is typed of an incident, and the status that it had, in words. */
export type Words = { title: string; detail: string; status: string }

export const wordsOf = (incident: IncidentWire | null): Words => ({
  title: '',
  detail: '',
  status: '',
  ...(incident ? incidentFieldValues({ title: incident.title, detail: incident.detail, status: incident.status }) : {}),
})

type Saving = {
  providerId: string
  incident: IncidentWire | null
  edit: Edit<Words>
  words: Words
  sent: ReturnType<typeof statusSent>
  documents: IncidentDocuments
  /** The optional facts that changed, as a call sends them. */
  particulars: ReturnType<typeof changedParticulars>
  onParticularsSaved: (wire: IncidentWire) => void
  onStatusSaved: () => void
  onRefused: (fields: FieldErrors) => void
}

/** Raises a new incident, or saves the changes of one; a raised one opens as soon as it has its files (D53). */
export function useIncidentSaving(form: Saving) {
  const { providerId, incident, edit, words, sent } = form
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: async (): Promise<Saved<IncidentWire>> => {
      const { title, detail } = normaliseIncident({ providerId, ...words })
      if (!incident) {
        return {
          wire: await call(raiseIncident, { body: { providerId, title, detail, ...form.particulars } }),
          taken: false,
        }
      }
      // Sends only changed fields; the others keep their saved values.
      const body = {
        status: sent,
        ...(title === edit.base.title ? {} : { title }),
        ...(detail === edit.base.detail ? {} : { detail }),
        ...form.particulars,
      }
      const params = { id: incident.id }
      return edit.save({
        attempt: (_values, version) => call(saveIncident, { params, body: { ...body, version } }),
        valuesOf: wordsOf,
        read: () => call(readIncident, { params }),
      })
    },
    onSuccess: saved => {
      if (!saved) return
      const { wire, taken } = saved
      form.onParticularsSaved(wire)
      const key = { params: { id: wire.id }, query: { providerId } }
      client.setQueryData(queryOptions(readIncident, key).queryKey, wire)
      if (!taken || wordsOf(wire).status !== edit.base.status) form.onStatusSaved()
      if (!taken && !isYetToOpen(wire.status)) {
        const text = t`Queda ${incidentStatusLabels[wire.status].toLowerCase()}.`
        showToast({ title: t('Incidencia guardada'), text })
      }
      if (!incident) {
        edit.begin(wire.version, wordsOf(wire))
        opening.begin(wire)
      }
      return refreshIncidents(client)
    },
    onError: error => {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.onRefused(error.fields)
      else showError(messageOf(error))
    },
  })
  const opening = useOpening(incident, form.documents, saving.mutate)
  return { save: () => saving.mutate(), saving: saving.isPending, opening: opening.waits }
}

/** A raised incident moves to its own URL; its files upload from there, and then it opens. */
function useOpening(incident: IncidentWire | null, { files, documented }: IncidentDocuments, open: () => void) {
  const navigate = useNavigate()
  const [raised, setRaised] = useState<IncidentWire | null>(null)
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (!raised) return
    void navigate({ to: paths.openIncident(raised.providerId, raised.id, 'w'), replace: true, ignoreBlocker: true })
  }, [raised, navigate])

  const arriving = files.held.size > 0 || files.sending
  const failed = hasTrouble(files.uploads)
  useEffect(() => {
    if (!waits || !incident || arriving || !(documented || failed)) return
    setWaits(false)
    if (documented) open()
    else showError(t('La incidencia queda pendiente: suba los archivos que faltan y pulse «Abrir incidencia».'))
  }, [waits, incident, arriving, documented, failed, open])
  return {
    waits,
    begin(saved: IncidentWire) {
      setRaised(saved)
      setWaits(isYetToOpen(saved.status))
    },
  }
}
