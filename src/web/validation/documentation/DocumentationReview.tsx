import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { kindLabels } from '#domain/invitation/invitation.ts'
import { sentence } from '#domain/messages.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { type DocumentationStatus, documentationMachine } from '#domain/states/documentation.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { changeValidation } from '#domain/validation/contract.ts'
import { declaredOf } from '#domain/validation/paper.ts'
import type { ReviewProgress } from '#domain/validation/review.ts'
import { decideFinish, documentsUnderReview, isRejected, reviewProgress } from '#domain/validation/review.ts'
import { reviewedNote, statusLabels } from '#domain/validation/validation.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { useMe } from '#web/session/useMe.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { portalNow } from '#web/ui/time/clock.ts'
import { dayOf, dayText, relativeText } from '#web/ui/time/dates.ts'
import { Threads } from '#web/validation/clarification/Threads.tsx'
import { useDecideAnyway } from '#web/validation/clarification/useDecideAnyway.tsx'
import { DecidedCount, DocumentReview, savedText } from '#web/validation/DocumentReview.tsx'
import { DocumentBadge } from '#web/validation/decision/DocumentBadge.tsx'
import { TaskBar } from '#web/validation/desk/TaskBar.tsx'
import { AccreditationField } from '#web/validation/documentation/AccreditationField.tsx'
import { CompanyTypeField } from '#web/validation/documentation/CompanyTypeField.tsx'
import { ReviewList } from '#web/validation/layout/ReviewList.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'
import { reviewScope } from '#web/validation/useDocumentChange.ts'
import { useReview } from '#web/validation/useReview.ts'
import { useTellFinished } from '#web/validation/useTellFinished.tsx'
import classes from './DocumentationReview.module.css'

const lists: Record<InvitableKind, string> = {
  PROVIDER: paths.providers(),
  ENTITY: paths.entities(),
  AUDIT: paths.evaluators(),
}
const kindPaths = { PROVIDER: 'provider', ENTITY: 'entity', AUDIT: 'audit' } as const

type Props = {
  validation: ValidationWire
  /** Whether CCI can decide; otherwise the screen is read-only (DOC-21). */
  open: boolean
}

/** The documents of a participant with their decisions, and 'Finalizar' (DOC-14 to DOC-17). */
export function DocumentationReview({ validation, open }: Props) {
  const { role: kind, nameGenericEntity, sentAt } = validation
  const review = useReview(validation)
  const { current, documents } = review
  const { data: participant } = useQuery(
    queryOptions(readParticipant, { params: { kind: kindPaths[kind], id: validation.genericEntityId } }),
  )
  const sent = sentAt ? `enviada el ${dayText(sentAt)}, ${relativeText(dayOf(new Date(sentAt)), portalNow())}` : null
  return (
    <DocumentReview
      review={review}
      isReport={false}
      open={open}
      declared={participant ? declaredOf(participant, null) : []}
      empty={<EmptyState title="No se pide ningún documento" text="Puede finalizar la verificación." />}
      title="Verificación de documentación"
      subtitle={[nameGenericEntity, kindLabels[kind], sent].filter(Boolean).join(' · ')}
      back={{ href: listAddress(lists[kind]), label: 'Volver a la lista' }}
      aside={
        participant && kind === 'PROVIDER' ? (
          <CompanyTypeField provider={participant} />
        ) : participant && kind === 'AUDIT' ? (
          <AccreditationField key={participant.id} evaluator={participant} />
        ) : null
      }
      listLabel="Documentación requerida"
      list={
        <>
          {open ? null : (
            <div className={classes.note}>
              <Message kind="info">{reviewedNote(validation.status)}</Message>
            </div>
          )}
          {open ? <TaskBar kind="documentation" id={validation.id} inset /> : null}
          <ReviewList
            title="DOCUMENTACIÓN REQUERIDA"
            current={current?.documentCatalogName ?? null}
            onSelect={review.choose}
            items={documents.map(document => ({
              key: document.documentCatalogName,
              title: document.documentCatalogName,
              fileName: document.name ?? undefined,
              badge: <DocumentBadge small document={document} />,
              note: document.file && !isRejected(document.status) ? expiryNote(document.expiredAt) : null,
            }))}
          />
          <div className={classes.threads}>
            <Threads validation={validation} />
          </div>
        </>
      }
      foot={
        open ? (
          <Finish validation={validation} accreditedUntil={participant?.expiredAt ?? null} saved={savedText(review)} />
        ) : null
      }
    />
  )
}

const expiryNote = (day: string | null) => (day ? `Caduca el ${dayText(day)}` : 'Sin fecha')

type FinishProps = { validation: ValidationWire; accreditedUntil: string | null; saved: string | null }

/** The progress, the missing decisions, and the result of finishing (ERR-14, ERR-15, D10). */
function Finish({ validation, accreditedUntil, saved }: FinishProps) {
  const { role } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const tellFinished = useTellFinished()
  const documents = documentsUnderReview(validation.catalogDocuments)
  const progress = reviewProgress(documents)
  const evaluator = validation.role === 'AUDIT' ? { accreditedUntil } : null
  const status = validation.status as DocumentationStatus | null
  const decision = decideFinish(status, documents, evaluator, role.key)
  const finish = useMutation({
    scope: reviewScope(validation.id),
    mutationFn: () => call(changeValidation, { params: { id: validation.id }, body: { status: 'ACCEPTED' } }),
    onSuccess: async answer => {
      const word = answer.status ? statusLabels[answer.status].toLowerCase() : 'verificada'
      await navigate({ to: listAddress(lists[validation.role]) })
      void refreshReview(client)
      await tellFinished({
        validationId: validation.id,
        title: `Documentación ${word}`,
        text: `${validation.nameGenericEntity} ha recibido el aviso.`,
        canUndo: documentationMachine.is.rejected(answer.status),
      })
    },
    onError: error => {
      showError(messageOf(error))
      void refreshReview(client)
    },
  })
  const anyway = useDecideAnyway(validation.id)
  const outcome =
    decision.ok && decision.to
      ? `Al finalizar quedará ${statusLabels[decision.to].toLowerCase()} y el participante lo sabrá.`
      : null
  return (
    <>
      <FormFoot
        progress={
          <DecidedCount decided={progress.decided} total={progress.total} notches={notchesOf(documents)} width={180} />
        }
        state={[outcome, saved].filter(Boolean).join(' ')}
        primary={{
          label: 'Finalizar',
          loading: finish.isPending || anyway.isPending,
          blocked: decision.ok ? null : [sentence(decision.reason), missingText(progress)].filter(Boolean).join('. '),
          onClick: () => anyway.confirm(() => finish.mutate()),
        }}
      />
      {anyway.window}
    </>
  )
}

const whys = {
  undecided: '',
  undated: ' (sin fecha de caducidad)',
  absent: ' (sin archivo)',
  lapsed: ' (ha caducado y no hay otra versión)',
}

/** The number of names before the rest is only counted. */
const NAMED = 2

function missingText({ missing }: ReviewProgress): string {
  if (missing.length === 0) return ''
  const names = missing.slice(0, NAMED).map(({ name, why }) => `${name}${whys[why]}`)
  const rest = missing.length - names.length
  return `Faltan: ${names.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}.`
}

function notchesOf(documents: ReturnType<typeof documentsUnderReview>) {
  return documents
    .filter(document => document.required || document.status !== null)
    .map(document => (reviewProgress([document]).decided === 1 ? document.status : null))
}
