import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentence } from '#domain/messages.ts'
import type { FieldErrors } from '#domain/refusal.ts'
import { sendRequest } from '#domain/report-request/contract.ts'
import { requestErrors, requestFiles } from '#domain/report-request/report-request.ts'
import { call } from '#web/api.ts'
import { ConceptField, conceptError } from '#web/report-request/ConceptField.tsx'
import { accreditedEvaluators, EvaluatorSelect } from '#web/report-request/EvaluatorSelect.tsx'
import { LiveRequest } from '#web/report-request/LiveRequest.tsx'
import { partId, RequestFiles, requestParts } from '#web/report-request/RequestFiles.tsx'
import { RequestFrame } from '#web/report-request/RequestFrame.tsx'
import { refreshRequests } from '#web/report-request/refresh.ts'
import { draftKey, useRequestDraft } from '#web/report-request/requestDraft.ts'
import { ServiceSelect } from '#web/report-request/ServiceSelect.tsx'
import { useLiveRequest } from '#web/report-request/useLiveRequest.ts'
import { useRequestFiles } from '#web/report-request/useRequestFiles.ts'
import { useSending } from '#web/report-request/useSending.ts'
import { homeOf } from '#web/session/destination.ts'
import { useMe } from '#web/session/useMe.ts'
import { useLeaving } from '#web/shell/useLeaving.ts'
import { showError, showNotice } from '#web/ui/messages.ts'
import { Section } from '#web/ui/Section.tsx'

const nothing = { service: '', evaluator: '', concept: '' }
const ids = { service: 'solicitud-servicio', evaluator: 'solicitud-evaluador', concept: 'solicitud-concepto' }

/** A new request of a provider: service, evaluator, concept and the two files (REP-03, FORM-52, LIM-22). */
export function NewRequestForm({ providerId }: { providerId: string }) {
  const me = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { maxFileBytes } = me.settings
  const { draft, ...kept } = useRequestDraft(draftKey(me.userId, providerId), nothing)
  const files = useRequestFiles(maxFileBytes)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [summary, setSummary] = useState(sentence('requestIncomplete'))
  const [sent, setSent] = useState(false)
  const sending = useSending(
    travel =>
      call(sendRequest, {
        body: {
          genericEntityId: providerId,
          idServiceCatalog: draft.service,
          idAudit: draft.evaluator,
          concept: draft.concept,
        },
        files: files.files,
        ...travel,
      }),
    () => {
      kept.forget()
      setSent(true)
    },
    failure => {
      if (failure.fields) {
        setErrors(failure.fields)
        setSummary(failure.message)
        setAttempt(count => count + 1)
      } else if (failure.kind === 'cancelled') showNotice(failure.message)
      else if (failure.kind === 'other') showError(failure.message)
      // An accreditation that ended meanwhile is no longer to be offered.
      void client.invalidateQueries({ queryKey: accreditedEvaluators.queryKey })
    },
  )
  const live = useLiveRequest(providerId, draft.service, draft.evaluator, sending.failure?.standing)
  const chosenFiles = requestParts.some(part => files.chosen[part])
  const leaving = useLeaving((kept.dirty || chosenFiles || sending.sending) && !sent)

  useEffect(() => {
    if (!sent) return
    void refreshRequests(client)
    void navigate({ to: homeOf(me.role.key) }).then(() =>
      showNotice('Solicitud enviada. El CCI la verificará y le avisará del resultado.'),
    )
  }, [sent, client, navigate, me.role.key])

  const mended = (field: string) => {
    const { [field]: _gone, ...rest } = errors
    setErrors(rest)
    if (sending.failure) sending.reset()
  }
  const submit = () => {
    const missing = requestErrors({
      idServiceCatalog: draft.service,
      idAudit: draft.evaluator,
      concept: draft.concept,
      has: { report: Boolean(files.chosen.report), spreadsheet: Boolean(files.chosen.spreadsheet) },
    })
    const tooLong = conceptError(draft.concept)
    if (tooLong) missing.concept = tooLong
    for (const part of requestParts) {
      const refusal = files.chosen[part]?.refusal
      if (refusal) missing[part] = refusal
    }
    setErrors(missing)
    setSummary(sentence('requestIncomplete'))
    setAttempt(attempt + 1)
    if (Object.keys(missing).length === 0) sending.start()
  }

  return (
    <RequestFrame
      steps={[
        { field: 'idServiceCatalog', id: ids.service, label: 'Servicio', done: draft.service !== '' },
        { field: 'idAudit', id: ids.evaluator, label: 'Evaluador', done: draft.evaluator !== '' },
        { field: 'concept', id: ids.concept, label: 'Concepto', done: draft.concept.trim() !== '' },
        ...requestParts.map(part => ({
          field: part,
          id: partId(part),
          label: requestFiles[part],
          done: files.files[part] !== undefined,
        })),
      ]}
      note="El CCI verifica los dos documentos y el evaluador queda avisado. La calificación aparecerá en la página de inicio."
      errors={errors}
      sentence={summary}
      attempt={attempt}
      restored={kept.restored}
      onStartOver={kept.reset}
      savedAt={kept.savedAt}
      leaving={leaving}
      onDiscard={() => {
        sending.cancel()
        kept.forget()
      }}
      sending={sending.sending}
      submitLabel="Enviar solicitud"
      blocked={null}
      onSubmit={submit}
      onCancel={sending.sending ? sending.cancel : () => void navigate({ to: homeOf(me.role.key) })}
    >
      <Section title="Qué se verifica" kind="serif">
        <div className="fields">
          <ServiceSelect
            id={ids.service}
            value={draft.service}
            error={errors.idServiceCatalog}
            readOnly={sending.sending}
            onChange={service => {
              kept.change({ service })
              mended('idServiceCatalog')
            }}
          />
          <EvaluatorSelect
            id={ids.evaluator}
            value={draft.evaluator}
            error={errors.idAudit}
            readOnly={sending.sending}
            onChange={evaluator => {
              kept.change({ evaluator })
              mended('idAudit')
            }}
          />
          <LiveRequest request={live} refused={sending.failure?.kind === 'exists'} />
          <ConceptField
            id={ids.concept}
            value={draft.concept}
            error={errors.concept}
            readOnly={sending.sending}
            onChange={concept => {
              kept.change({ concept })
              mended('concept')
            }}
          />
        </div>
      </Section>
      <Section title="Documentos" kind="serif">
        <RequestFiles
          files={{
            ...files,
            pick(part, file) {
              files.pick(part, file)
              mended(part)
            },
          }}
          maxFileBytes={maxFileBytes}
          errors={errors}
          progress={sending.progress}
          onCancel={sending.cancel}
        />
      </Section>
    </RequestFrame>
  )
}
