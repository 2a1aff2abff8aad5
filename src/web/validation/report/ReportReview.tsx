import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { requestTypeLabels } from '#domain/report-request/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { isUndecided } from '#domain/validation/review.ts'
import { isUnderReview, reviewedNote } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { TimelineButton } from '#web/audit-log/TimelineButton.tsx'
import { listAddress } from '#web/list/listAddress.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { Facts } from '#web/ui/form/Facts.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import { DecisionPane } from '#web/validation/DecisionPane.tsx'
import { DocumentPreviewPane } from '#web/validation/DocumentPreviewPane.tsx'
import { ReviewLayout } from '#web/validation/layout/ReviewLayout.tsx'
import { DeleteRequestButton } from '#web/validation/report/DeleteRequestButton.tsx'
import { ReportDocuments } from '#web/validation/report/ReportDocuments.tsx'
import { useDocumentFile } from '#web/validation/useDocumentFile.ts'
import { useReview } from '#web/validation/useReview.ts'
import classes from './ReportDocuments.module.css'

type Props = {
  validation: ValidationWire
  stepper: ReactNode
  /** Why the score step is not available (ERR-16). */
  blocked: string | null
  onContinue: () => void
}

/** 'solicitud nueva del 14/11/2026': kind and date of a request. */
export function requestText({ requestType, sentAt }: ValidationWire): string {
  const what = requestType ? requestTypeLabels[requestType].toLowerCase() : 'solicitud'
  return sentAt ? `${what} del ${dayText(sentAt)}` : what
}

/** The first step: the documents of a report, each accepted or rejected with a reason (SCO-01 to SCO-05). */
export function ReportReview({ validation, stepper, blocked, onContinue }: Props) {
  const review = useReview(validation)
  const { current, documents } = review
  const file = useDocumentFile(current)
  const open = isUnderReview(validation.status)
  const decided = documents.filter(document => document.status && !isUndecided(document.status))
  const saved = review.saving
    ? 'Guardando…'
    : review.savedAt
      ? `Guardado a las ${timeText(review.savedAt.toISOString())}`
      : null
  return (
    <>
      {review.conflict}
      <ReviewLayout
        title="Verificación de informe"
        subtitle={`${validation.nameGenericEntity} · ${requestText(validation)}`}
        back={{ href: listAddress(paths.providers()), label: 'Volver a la lista' }}
        aside={stepper}
        listLabel="Documentos del informe"
        list={
          <>
            {open ? null : (
              <div className={classes.note}>
                <Message kind="info" live>
                  {reviewedNote(validation.status)}
                </Message>
              </div>
            )}
            <ReportDocuments
              documents={documents}
              service={validation.service ?? ''}
              current={current?.documentCatalogName ?? null}
              onSelect={review.choose}
            />
            <div className={classes.about}>
              <Facts
                facts={[
                  { label: 'Evaluador', value: validation.audit ?? '—' },
                  { label: 'Concepto', value: validation.concept || '—' },
                ]}
              />
              <div className="row wrap">
                <TimelineButton kind="request" id={validation.id} name={validation.nameGenericEntity} />
                <DeleteRequestButton request={validation} />
              </div>
            </div>
          </>
        }
        preview={<DocumentPreviewPane document={current} file={file} />}
        decision={
          current ? (
            <DecisionPane
              key={`${current.documentCatalogName} ${current.file}`}
              document={current}
              file={file}
              isReport
              open={open}
              reason={review.reason}
              onReason={review.onReason}
              onDate={review.onDate}
              onAccept={review.onAccept}
              onReject={review.onReject}
              loading={false}
            />
          ) : (
            <EmptyState title="La solicitud no tiene documentos" />
          )
        }
        foot={
          <FormFoot
            progress={
              <>
                <ProgressNotches
                  notches={documents.map(({ status }) => (isUndecided(status) ? null : status))}
                  label={`${decided.length} de ${documents.length} documentos decididos`}
                  width={90}
                />
                <span className="nowrap">
                  <b>
                    {decided.length} de {documents.length}
                  </b>{' '}
                  decididos
                </span>
              </>
            }
            state={saved}
            primary={{ label: 'Continuar', rightIcon: <IconArrowRight />, blocked, onClick: onContinue }}
          />
        }
      />
      <span className="vh" role="status">
        {review.told}
      </span>
    </>
  )
}
