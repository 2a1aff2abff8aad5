import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { readParticipant } from '#domain/participant/contract.ts'
import { requestTypeLabels } from '#domain/report-request/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { declaredOf } from '#domain/validation/paper.ts'
import { isUndecided } from '#domain/validation/review.ts'
import { isUnderReview, reviewedNote } from '#domain/validation/validation.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { TimelineButton } from '#web/audit-log/TimelineButton.tsx'
import { listAddress } from '#web/list/listAddress.ts'
import { useUndo } from '#web/notification/undo/useUndo.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { Threads } from '#web/validation/clarification/Threads.tsx'
import { DecidedCount, DocumentReview, savedText } from '#web/validation/DocumentReview.tsx'
import { TaskBar } from '#web/validation/desk/TaskBar.tsx'
import { DeleteRequestButton } from '#web/validation/report/DeleteRequestButton.tsx'
import { ReportDate } from '#web/validation/report/ReportDate.tsx'
import { ReportDocuments } from '#web/validation/report/ReportDocuments.tsx'
import { StandingRating } from '#web/validation/report/StandingRating.tsx'
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

/** Offers to undo the user's decision that rejected the request. */
function useTellRejected({ id, status, nameGenericEntity }: ValidationWire, decidedHere: boolean): void {
  const { tellDone } = useUndo()
  const before = useRef(status)
  useEffect(() => {
    const wasOpen = isUnderReview(before.current)
    before.current = status
    if (!wasOpen || !decidedHere || !reportRequestMachine.is.rejected(status)) return
    tellDone({ id, title: 'Solicitud rechazada', text: `${nameGenericEntity} ha recibido el aviso.` })
  }, [id, status, nameGenericEntity, decidedHere, tellDone])
}

/** The first step: the documents of a report, each accepted or rejected with a reason (SCO-01 to SCO-05). */
export function ReportReview({ validation, stepper, blocked, onContinue }: Props) {
  const review = useReview(validation)
  const { current, documents } = review
  const { data: participant } = useQuery(
    queryOptions(readParticipant, { params: { kind: 'provider', id: validation.genericEntityId } }),
  )
  const open = isUnderReview(validation.status)
  useTellRejected(validation, review.savedAt !== null)
  const decided = documents.filter(document => document.status && !isUndecided(document.status))
  return (
    <DocumentReview
      review={review}
      isReport
      open={open}
      declared={participant ? declaredOf(participant, { service: validation.service }) : []}
      empty={<EmptyState title="La solicitud no tiene documentos" />}
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
          {open ? <TaskBar kind="report" id={validation.id} inset /> : null}
          <ReportDocuments
            documents={documents}
            service={validation.service ?? ''}
            current={current?.documentCatalogName ?? null}
            onSelect={review.choose}
          />
          <div className={classes.about}>
            <DescriptionList
              facts={[
                { label: 'Evaluador', value: validation.audit ?? '—' },
                { label: 'Concepto', value: validation.concept || '—' },
              ]}
            />
            <ReportDate key={validation.reportDate ?? ''} request={validation} />
            <div className="row wrap">
              <TimelineButton kind="request" id={validation.id} name={validation.nameGenericEntity} />
              <DeleteRequestButton request={validation} />
            </div>
          </div>
          <div className={classes.standing}>
            <Threads validation={validation} />
          </div>
          {validation.renews ? (
            <StandingRating
              id={validation.renews.validationId}
              renewalId={validation.id}
              idProvider={validation.genericEntityId}
            />
          ) : null}
        </>
      }
      foot={
        <FormFoot
          progress={
            <DecidedCount
              decided={decided.length}
              total={documents.length}
              notches={documents.map(({ status }) => (isUndecided(status) ? null : status))}
              width={90}
            />
          }
          state={savedText(review)}
          primary={{ label: 'Continuar', rightIcon: <IconArrowRight />, blocked, onClick: onContinue }}
        />
      }
    />
  )
}
