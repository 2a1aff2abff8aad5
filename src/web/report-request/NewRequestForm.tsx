import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import { sendRequest, sendRequests } from '#domain/report-request/contract.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'
import { call } from '#web/api/api.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { ConceptField } from '#web/report-request/form/ConceptField.tsx'
import { accreditedEvaluators, EvaluatorSelect } from '#web/report-request/form/EvaluatorSelect.tsx'

import { OtherServices } from '#web/report-request/form/OtherServices.tsx'
import { ReportDateField } from '#web/report-request/form/ReportDateField.tsx'

import { partId, RequestFiles, requestParts } from '#web/report-request/form/RequestFiles.tsx'
import { othersOf } from '#web/report-request/form/requestDraft.ts'
import { ServiceSelect } from '#web/report-request/form/ServiceSelect.tsx'
import { useRequestForm } from '#web/report-request/form/useRequestForm.ts'
import { LiveRequest } from '#web/report-request/LiveRequest.tsx'
import { RequestFrame } from '#web/report-request/RequestFrame.tsx'
import { useLiveRequest } from '#web/report-request/useLiveRequest.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { Section } from '#web/ui/layout/Section.tsx'

const nothing = { service: '', evaluator: '', concept: '', reportDate: '' }
const ids = {
  service: 'solicitud-servicio',
  evaluator: 'solicitud-evaluador',
  concept: 'solicitud-concepto',
  reportDate: 'solicitud-fecha-informe',
}

/** The provider of the request, and whether CCI sends it (REP-02). */
const words = {
  own: {
    title: msg('SU SOLICITUD'),
    note: msg(
      'El CCI verifica los dos documentos y el evaluador queda avisado. La calificación aparecerá en la página de inicio.',
    ),
    notice: msg('Solicitud enviada. El CCI la verificará y le avisará del resultado.'),
  },
  forProvider: {
    title: msg('LA SOLICITUD'),
    note: msg('La solicitud pasa a la cola del CCI, que verifica los dos documentos, y el evaluador queda avisado.'),
    notice: msg('Solicitud enviada. Está en la cola, por verificar.'),
  },
} as const

export interface NewRequestFormProps {
  providerId: string
  /** Whether CCI sends it. */
  forProvider?: boolean
}

/** A provider's new request: service, evaluator, concept and the two files (REP-03, FORM-52, LIM-22). */
export function NewRequestForm({ providerId, forProvider = false }: NewRequestFormProps) {
  const { title, note, notice } = words[forProvider ? 'forProvider' : 'own']
  const client = useQueryClient()
  const sentCount = useRef(1)
  const form = useRequestForm({
    subject: providerId,
    version: NO_VERSION,
    initial: nothing,
    asked: ({ service, evaluator }) => ({ idServiceCatalog: service, idAudit: evaluator }),
    send: async ({ service, evaluator, concept, reportDate, others }, files, travel) => {
      const all = [service, ...othersOf({ others })]
      const body = { genericEntityId: providerId, idAudit: evaluator, concept, reportDate }
      sentCount.current = all.length
      if (all.length === 1) {
        const wire = await call(sendRequest, { body: { ...body, idServiceCatalog: service }, files, ...travel })
        return { wire, taken: false }
      }
      const { requests } = await call(sendRequests, { body: { ...body, services: all }, files, ...travel })
      return { wire: requests[0]!, taken: false }
    },
    arrived: () => true,
    refused: failure => {
      // An existing live request is shown next to the choice.
      if (failure.kind === 'other' && !failure.fields) showError(failure.message)
      // Refetches the evaluators: the accreditation may have ended.
      void client.invalidateQueries({ queryKey: accreditedEvaluators.queryKey })
    },
    notice: () => (sentCount.current > 1 ? t`${sentCount.current} solicitudes: ${t(notice)}` : t(notice)),
  })
  const { draft, errors, files, sending } = form
  const live = useLiveRequest(providerId, draft.service, draft.evaluator, sending.failure?.standing)

  return (
    <RequestFrame
      steps={[
        { field: 'idServiceCatalog', id: ids.service, label: t('Servicio'), done: draft.service !== '' },
        { field: 'idAudit', id: ids.evaluator, label: t('Evaluador'), done: draft.evaluator !== '' },
        { field: 'concept', id: ids.concept, label: t('Concepto'), done: draft.concept.trim() !== '' },
        ...requestParts.map(part => ({
          field: part,
          id: partId(part),
          label: t(requestFiles[part]),
          done: files.files[part] !== undefined,
        })),
      ]}
      title={t(title)}
      note={t(note)}
      {...form.frame}
      submitLabel={t('Enviar solicitud')}
      blocked={null}
    >
      <Section title={t('Qué se verifica')} kind="serif">
        <div className="fields">
          <ServiceSelect
            id={ids.service}
            {...form.field('service', 'idServiceCatalog')}
            onChange={service =>
              form.change(
                {
                  service,
                  others: othersOf(draft)
                    .filter(other => other !== service)
                    .join(' '),
                },
                'idServiceCatalog',
              )
            }
          />
          <OtherServices
            providerId={providerId}
            service={draft.service}
            value={othersOf(draft)}
            refused={sending.failure?.refused ?? null}
            readOnly={sending.sending}
            onChange={others => form.change({ others: others.join(' ') }, 'services')}
          />
          <EvaluatorSelect id={ids.evaluator} {...form.field('evaluator', 'idAudit')} />
          <LiveRequest request={live} refused={sending.failure?.kind === 'exists'} />
          <ConceptField id={ids.concept} {...form.field('concept', 'concept')} />
          <ReportDateField id={ids.reportDate} {...form.field('reportDate', 'reportDate')} />
        </div>
      </Section>
      <Section title={t('Documentos')} kind="serif">
        <RequestFiles
          files={files}
          maxFileBytes={form.maxFileBytes}
          errors={errors}
          progress={sending.progress}
          onCancel={sending.cancel}
        />
      </Section>
    </RequestFrame>
  )
}
