import { useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { sendRenewal } from '#domain/report-request/renewal/contract.ts'
import { requestFiles } from '#domain/report-request/report-request.ts'
import type { RequestPart } from '#domain/report-request/request-files.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { call } from '#web/api/api.ts'
import { NO_VERSION } from '#web/conflict/editDraft.ts'
import { Rating } from '#web/list/Rating.tsx'
import { ConceptField } from '#web/report-request/form/ConceptField.tsx'
import { accreditedEvaluators, EvaluatorSelect } from '#web/report-request/form/EvaluatorSelect.tsx'
import { ReportDateField } from '#web/report-request/form/ReportDateField.tsx'
import { partId, RequestFiles, requestParts } from '#web/report-request/form/RequestFiles.tsx'
import { useRequestForm } from '#web/report-request/form/useRequestForm.ts'
import { LiveRequest } from '#web/report-request/LiveRequest.tsx'
import { RequestFrame } from '#web/report-request/RequestFrame.tsx'
import { useLiveRequest } from '#web/report-request/useLiveRequest.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { listed } from '#web/ui/language/spoken.ts'
import { Section } from '#web/ui/layout/Section.tsx'

const ids = {
  evaluator: 'renovacion-evaluador',
  concept: 'renovacion-concepto',
  reportDate: 'renovacion-fecha-informe',
}

/** The early renewal of a request: its evaluator and concept as they were, and two new files. */
export function RenewalForm({ published }: { published: ValidationWire }) {
  const { id, genericEntityId, idServiceCatalog, service, idAudit, concept } = published
  const client = useQueryClient()
  const form = useRequestForm({
    subject: `renewal-${id}`,
    version: NO_VERSION,
    initial: { service: idServiceCatalog ?? '', evaluator: idAudit ?? '', concept, reportDate: '' },
    asked: ({ evaluator }) => ({ idServiceCatalog, idAudit: evaluator }),
    send: async ({ evaluator, concept: what, reportDate }, parts, travel) => {
      const body = { idAudit: evaluator, concept: what, reportDate }
      return { wire: await call(sendRenewal, { params: { id }, body, files: parts, ...travel }), taken: false }
    },
    arrived: () => true,
    refused: failure => {
      if (failure.kind === 'other' && !failure.fields) showError(failure.message)
      // Refetches the evaluators: the accreditation may have ended.
      void client.invalidateQueries({ queryKey: accreditedEvaluators.queryKey })
    },
    notice: t('Renovación enviada. La calificación publicada sigue vigente mientras el CCI la verifica.'),
  })
  const { draft, errors, files, sending: sent } = form
  const another = draft.evaluator !== idAudit
  const live = useLiveRequest(
    genericEntityId,
    idServiceCatalog ?? '',
    another ? draft.evaluator : '',
    sent.failure?.standing,
  )

  return (
    <RequestFrame
      title={t('SU RENOVACIÓN')}
      steps={[
        { field: 'idAudit', id: ids.evaluator, label: t('Evaluador'), done: draft.evaluator !== '' },
        { field: 'concept', id: ids.concept, label: t('Concepto'), done: draft.concept.trim() !== '' },
        ...requestParts.map(part => ({
          field: part,
          id: partId(part),
          label: t(requestFiles[part]),
          done: files.files[part] !== undefined,
        })),
      ]}
      note={t(
        'Mientras el CCI la verifica, las entidades siguen viendo la calificación publicada. La nueva ocupa su lugar al publicarse.',
      )}
      {...form.frame}
      submitLabel={t('Enviar renovación')}
      blocked={null}
    >
      <DescriptionList
        ledger
        facts={[
          { label: t('SERVICIO'), value: service },
          {
            label: t('CALIFICACIÓN VIGENTE'),
            value: <Rating score={published.score} expiredAt={published.expiredAt} />,
          },
        ]}
      />
      <Section title={t('Qué se verifica')} kind="serif">
        <div className="fields">
          <EvaluatorSelect id={ids.evaluator} {...form.field('evaluator', 'idAudit')} />
          {another ? <LiveRequest request={live} refused={sent.failure?.kind === 'exists'} /> : null}
          <ConceptField id={ids.concept} {...form.field('concept', 'concept')} />
          <ReportDateField id={ids.reportDate} {...form.field('reportDate', 'reportDate')} />
        </div>
      </Section>
      <Section title={t('Documentos')} kind="serif">
        <ToSend missing={requestParts.filter(part => files.files[part] === undefined)} />
        <RequestFiles
          files={files}
          maxFileBytes={form.maxFileBytes}
          errors={errors}
          progress={sent.progress}
          onCancel={sent.cancel}
        />
      </Section>
    </RequestFrame>
  )
}

/** What is still to be given: the facts come from the published request, the two documents are new (EASE-01). */
function ToSend({ missing }: { missing: readonly RequestPart[] }) {
  const names = listed(missing.map(part => t`«${t(requestFiles[part])}»`))
  return (
    <p className="dim" role="status">
      {missing.length === 0
        ? t('No falta ningún documento. Lo demás viene de la solicitud publicada.')
        : missing.length > 1
          ? t`Lo demás viene de la solicitud publicada. Faltan por enviar: ${names}.`
          : t`Lo demás viene de la solicitud publicada. Falta por enviar: ${names}.`}
    </p>
  )
}
