import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues as EditedFacts } from '#domain/conflict/conflict.ts'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { readAsSentence } from '#domain/document/read-as.ts'
import { t } from '#domain/language/translate.ts'
import { editRequest } from '#domain/report-request/contract.ts'
import { type RequestType, requestFiles } from '#domain/report-request/report-request.ts'
import { editOutcome, mustBeReplaced, type RequestPart } from '#domain/report-request/request-files.ts'
import { readValidation, type ValidationWire } from '#domain/validation/contract.ts'
import { isUnderReview, statusLabels } from '#domain/validation/validation.ts'
import { call } from '#web/api/api.ts'
import { DocumentPreview, type PreviewedFile } from '#web/document/DocumentPreview.tsx'
import classes from '#web/report-request/EditRequestForm.module.css'
import { ConceptField } from '#web/report-request/form/ConceptField.tsx'
import { ReportDateField } from '#web/report-request/form/ReportDateField.tsx'
import { type Original, partId, RequestFiles, requestParts } from '#web/report-request/form/RequestFiles.tsx'
import type { RequestDraft } from '#web/report-request/form/requestDraft.ts'
import { useRequestForm } from '#web/report-request/form/useRequestForm.ts'
import { RequestFrame } from '#web/report-request/RequestFrame.tsx'
import { refreshRequests } from '#web/report-request/refresh.ts'
import { WhatToReplace } from '#web/report-request/WhatToReplace.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

const conceptId = 'solicitud-concepto'
const reportDateId = 'solicitud-fecha-informe'

const textOf = ({ concept, reportDate }: ValidationWire): RequestDraft => ({
  service: '',
  evaluator: '',
  concept,
  reportDate: reportDate ?? '',
})

export interface EditRequestFormProps {
  request: ValidationWire
  type: RequestType
  /** Saved, but rejected originals remain and keep it from CCI: their names. */
  onUnsent: (names: string[]) => void
}

/** Corrects or renews a request: its state and reasons, the files kept or replaced, the concept (REP-10, REP-11). */
export function EditRequestForm({ request, type, onUnsent }: EditRequestFormProps) {
  const client = useQueryClient()
  const [viewed, setViewed] = useState<PreviewedFile | null>(null)

  const documentOf = (part: RequestPart) =>
    request.catalogDocuments.find(document => document.documentCatalogName === requestFiles[part] && document.file)
  const form = useRequestForm({
    subject: request.id,
    version: request.version,
    // A renewal brings another report.
    initial: { ...textOf(request), ...(type === 'RENEWAL' ? { reportDate: '' } : {}) },
    asked: () => ({ idServiceCatalog: request.idServiceCatalog, idAudit: request.idAudit }),
    stands: part => documentOf(part) !== undefined,
    send: (_draft, files, travel, save) => {
      const params = { id: request.id }
      const originalFiles = requestParts.flatMap(part => (files[part] ? [] : (documentOf(part)?.file ?? [])))
      return save({
        facts: ({ concept, reportDate }) => ({
          ...requestFactsOf(request),
          concept,
          reportDate: reportDate && dayText(reportDate),
        }),
        attempt: ({ concept, reportDate }, version) => {
          // A newer version has other originals; those that are not replaced stay.
          const originals = version === request.version ? { originalFiles } : {}
          const body = { validationId: request.id, concept, reportDate, ...originals, version }
          return call(editRequest, { params, body, files, ...travel })
        },
        valuesOf: textOf,
        read: () => call(readValidation, { params }),
      })
    },
    arrived: async answer => {
      if (isUnderReview(answer.status)) return true
      onUnsent(standing.map(name => t`«${name}»`))
      await refreshRequests(client)
      return false
    },
    notice: t('Solicitud enviada de nuevo. El CCI la verificará y le avisará del resultado.'),
  })
  const { draft, errors, files, sending } = form
  const edited = requestParts.map(part => {
    const status = documentOf(part)?.status ?? null
    const replaced = files.files[part] !== undefined
    return { part, status, replaced, stands: !replaced && mustBeReplaced(type, status) }
  })
  const goesToCci = isUnderReview(editOutcome(type, edited))
  const standing = edited.filter(document => document.stands).map(({ part }) => requestFiles[part])
  const originals = Object.fromEntries(
    requestParts.flatMap(part => {
      const document = documentOf(part)
      return document ? [[part, originalOf(document, type, setViewed)]] : []
    }),
  )

  return (
    <RequestFrame
      steps={[
        { field: 'concept', id: conceptId, label: t('Concepto'), done: draft.concept.trim() !== '' },
        ...edited.map(({ part, status, replaced, stands }) => ({
          field: part,
          id: partId(part),
          label: t(requestFiles[part]),
          done: replaced || (status !== null && !stands),
        })),
      ]}
      note={t('Lo que se sustituye no se pierde: queda en el histórico de cada documento.')}
      {...form.frame}
      submitLabel={goesToCci ? t('Enviar solicitud') : t('Guardar sin enviar')}
      blocked={form.changed ? null : t('Todavía no ha cambiado nada.')}
    >
      <WhatToReplace request={request} standing={standing} />
      <DescriptionList
        ledger
        facts={[
          { label: t('SERVICIO'), value: request.service },
          {
            label: t('EVALUADOR'),
            value: (
              <>
                {request.audit ?? '—'}
                {request.auditAccreditedUntil ? (
                  <span className="small dim">
                    {' '}
                    {t`· acreditado hasta el ${dayText(request.auditAccreditedUntil)}`}
                  </span>
                ) : null}
              </>
            ),
          },
          { label: t('ESTADO'), value: <RequestState request={request} /> },
        ]}
      />
      <div className={classes.space} />
      <ConceptField id={conceptId} {...form.field('concept', 'concept')} />
      <ReportDateField id={reportDateId} {...form.field('reportDate', 'reportDate')} />
      <Section title={t('Documentos')} kind="serif">
        <RequestFiles
          files={files}
          maxFileBytes={form.maxFileBytes}
          errors={errors}
          progress={sending.progress}
          onCancel={sending.cancel}
          originals={originals}
          title={t('Arrastre aquí los archivos nuevos')}
        />
      </Section>
      <DocumentPreview file={viewed} onClose={() => setViewed(null)} />
      {form.conflict}
    </RequestFrame>
  )
}

/** The request in the wording of the server's differences. */
function requestFactsOf({ concept, catalogDocuments }: ValidationWire): EditedFacts {
  const named = requestParts.map(part => {
    const document = catalogDocuments.find(each => each.documentCatalogName === requestFiles[part])
    return [part, document?.name ?? '']
  })
  return { concept, ...Object.fromEntries(named) }
}

function RequestState({ request: { status, decidedAt, expiredAt } }: { request: ValidationWire }) {
  if (!status) return null
  return (
    <span className="row wrap">
      <StateBadge state={status} label={t(statusLabels[status])} />
      {expiredAt ? (
        <span className="small dim">
          <Words of={t('La calificación caducó el {0}')}>
            <RelativeTime value={expiredAt} />
          </Words>
        </span>
      ) : decidedAt ? (
        <span className="small dim">
          <Words of={t('el {0}')}>
            <RelativeTime value={decidedAt} />
          </Words>
        </span>
      ) : null}
    </span>
  )
}

/** A document's current state in this edit. */
function originalOf(document: DocumentWire, type: RequestType, onView: (file: PreviewedFile) => void): Original {
  const name = document.name ?? document.documentCatalogName
  const state = mustBeReplaced(type, document.status)
    ? editOutcome(type, [{ status: document.status, replaced: false }])
    : document.status
  return {
    name,
    badge: state ? <StateBadge small state={state} label={t(documentStatusLabels[state])} /> : null,
    keeps: !mustBeReplaced(type, document.status),
    readAs: readAsSentence(document),
    onView: () => onView({ id: document.id ?? '', title: document.documentCatalogName, name }),
  }
}
