import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { sentence } from '#domain/messages.ts'
import type { FieldErrors } from '#domain/refusal.ts'
import { editRequest } from '#domain/report-request/contract.ts'
import { type RequestType, requestErrors, requestFiles } from '#domain/report-request/report-request.ts'
import { editOutcome, mustBeReplaced, type RequestPart } from '#domain/report-request/request-files.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { isUnderReview, statusLabels } from '#domain/validation/validation.ts'
import { call } from '#web/api.ts'
import { DocumentPreview, type PreviewedFile } from '#web/document/upload/DocumentPreview.tsx'
import { ConceptField, conceptError } from '#web/report-request/ConceptField.tsx'
import classes from '#web/report-request/EditRequestForm.module.css'
import { type Original, partId, RequestFiles, requestParts } from '#web/report-request/RequestFiles.tsx'
import { RequestFrame } from '#web/report-request/RequestFrame.tsx'
import { refreshRequests } from '#web/report-request/refresh.ts'
import { draftKey, useRequestDraft } from '#web/report-request/requestDraft.ts'
import { useRequestFiles } from '#web/report-request/useRequestFiles.ts'
import { useSending } from '#web/report-request/useSending.ts'
import { homeOf } from '#web/session/destination.ts'
import { useMe } from '#web/session/useMe.ts'
import { useLeaving } from '#web/shell/useLeaving.ts'
import { dayText } from '#web/ui/dates.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Message } from '#web/ui/Message.tsx'
import { showError, showNotice } from '#web/ui/messages.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Section } from '#web/ui/Section.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'

const conceptId = 'solicitud-concepto'

export interface EditRequestFormProps {
  request: ValidationWire
  type: RequestType
  /** It was saved, but an original that stays keeps it from CCI: the names of those. */
  onUnsent: (names: string[]) => void
}

/** Corrects or renews a request: what stands and why, what is kept or replaced, and the concept (REP-10, REP-11). */
export function EditRequestForm({ request, type, onUnsent }: EditRequestFormProps) {
  const me = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { maxFileBytes } = me.settings
  const initial = { service: '', evaluator: '', concept: request.concept }
  const { draft, ...kept } = useRequestDraft(draftKey(me.userId, request.id), initial)
  const files = useRequestFiles(maxFileBytes)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [attempt, setAttempt] = useState(0)
  const [summary, setSummary] = useState(sentence('requestIncomplete'))
  const [viewed, setViewed] = useState<PreviewedFile | null>(null)
  const [sent, setSent] = useState(false)

  const documentOf = (part: RequestPart) =>
    request.catalogDocuments.find(document => document.documentCatalogName === requestFiles[part] && document.file)
  const edited = requestParts.map(part => {
    const status = documentOf(part)?.status ?? null
    const replaced = files.files[part] !== undefined
    return { part, status, replaced, stands: !replaced && mustBeReplaced(type, status) }
  })
  const goesToCentre = isUnderReview(editOutcome(type, edited))
  const standing = edited.filter(document => document.stands).map(({ part }) => requestFiles[part])

  const sending = useSending(
    travel =>
      call(editRequest, {
        params: { id: request.id },
        body: {
          validationId: request.id,
          concept: draft.concept,
          originalFiles: requestParts.flatMap(part => (files.files[part] ? [] : (documentOf(part)?.file ?? []))),
        },
        files: files.files,
        ...travel,
      }),
    async answer => {
      kept.forget()
      if (isUnderReview(answer.status)) return setSent(true)
      onUnsent(standing.map(name => `«${name}»`))
      await refreshRequests(client)
    },
    failure => {
      if (failure.fields) {
        setErrors(failure.fields)
        setSummary(failure.message)
        setAttempt(count => count + 1)
      } else if (failure.kind === 'cancelled') showNotice(failure.message)
      else showError(failure.message)
    },
  )
  const chosenFiles = requestParts.some(part => files.chosen[part])
  const leaving = useLeaving((kept.dirty || chosenFiles || sending.sending) && !sent)

  useEffect(() => {
    if (!sent) return
    void refreshRequests(client)
    void navigate({ to: homeOf(me.role.key) }).then(() =>
      showNotice('Solicitud enviada de nuevo. El CCI la verificará y le avisará del resultado.'),
    )
  }, [sent, client, navigate, me.role.key])

  const mended = (field: string) => {
    const { [field]: _gone, ...rest } = errors
    setErrors(rest)
  }
  const submit = () => {
    const missing = requestErrors({
      idServiceCatalog: request.idServiceCatalog,
      idAudit: request.idAudit,
      concept: draft.concept,
      has: {
        report: Boolean(files.chosen.report ?? documentOf('report')),
        spreadsheet: Boolean(files.chosen.spreadsheet ?? documentOf('spreadsheet')),
      },
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
  const originals = Object.fromEntries(
    requestParts.flatMap(part => {
      const document = documentOf(part)
      return document ? [[part, originalOf(document, type, setViewed)]] : []
    }),
  )

  return (
    <RequestFrame
      steps={[
        { field: 'concept', id: conceptId, label: 'Concepto', done: draft.concept.trim() !== '' },
        ...edited.map(({ part, status, replaced, stands }) => ({
          field: part,
          id: partId(part),
          label: requestFiles[part],
          done: replaced || (status !== null && !stands),
        })),
      ]}
      note="Lo que se sustituye no se pierde: queda en el histórico de cada documento."
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
      submitLabel={goesToCentre ? 'Enviar solicitud' : 'Guardar sin enviar'}
      blocked={kept.dirty || chosenFiles ? null : 'Todavía no ha cambiado nada.'}
      onSubmit={submit}
      onCancel={sending.sending ? sending.cancel : () => void navigate({ to: homeOf(me.role.key) })}
    >
      <Facts
        ledger
        facts={[
          { label: 'SERVICIO', value: request.service },
          {
            label: 'EVALUADOR',
            value: (
              <>
                {request.audit}
                {request.auditAccreditedUntil ? (
                  <span className="small dim"> · acreditado hasta el {dayText(request.auditAccreditedUntil)}</span>
                ) : null}
              </>
            ),
          },
          { label: 'ESTADO', value: <RequestState request={request} /> },
        ]}
      />
      <div className={classes.space} />
      <ConceptField
        id={conceptId}
        value={draft.concept}
        error={errors.concept}
        readOnly={sending.sending}
        onChange={concept => {
          kept.change({ concept })
          mended('concept')
        }}
      />
      <Section title="Documentos" kind="serif">
        <div className="stack">
          {standing.length > 0 ? (
            <Message kind="warning" title={`Falta sustituir ${standing.map(name => `«${name}»`).join(' y ')}`}>
              Mientras no lo haga, la solicitud no vuelve al CCI: se guarda lo que cambie y sigue{' '}
              {request.status && statusLabels[request.status].f.toLowerCase()}.
            </Message>
          ) : null}
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
            originals={originals}
            title="Arrastre aquí los archivos nuevos"
          />
        </div>
      </Section>
      <DocumentPreview file={viewed} onClose={() => setViewed(null)} />
    </RequestFrame>
  )
}

function RequestState({ request: { status, decidedAt, expiredAt } }: { request: ValidationWire }) {
  if (!status) return null
  return (
    <span className="row wrap">
      <StateBadge state={status} label={statusLabels[status].f} />
      {expiredAt ? (
        <span className="small dim">
          La calificación caducó el <RelativeTime value={expiredAt} />
        </span>
      ) : decidedAt ? (
        <span className="small dim">
          el <RelativeTime value={decidedAt} />
        </span>
      ) : null}
    </span>
  )
}

/** A document as it stands: its state in this edit, and why CCI rejected it. */
function originalOf(document: DocumentWire, type: RequestType, onView: (file: PreviewedFile) => void): Original {
  const name = document.name ?? document.documentCatalogName
  const state = mustBeReplaced(type, document.status)
    ? editOutcome(type, [{ status: document.status, replaced: false }])
    : document.status
  return {
    name,
    badge: state ? <StateBadge small state={state} label={documentStatusLabels[state]} /> : null,
    note: document.rejectedReason ? (
      <span className={classes.reason}>El CCI lo rechazó: «{document.rejectedReason}»</span>
    ) : null,
    keeps: !mustBeReplaced(type, document.status),
    onView: () => onView({ id: document.id ?? '', title: document.documentCatalogName, name }),
  }
}
