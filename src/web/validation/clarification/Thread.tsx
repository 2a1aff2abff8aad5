import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { clarificationMachine } from '#domain/states/clarification.ts'
import { clarificationKindLabels, closerLabels, outcomeLabels } from '#domain/validation/clarification/clarification.ts'
import { partyLabels } from '#domain/validation/clarification/columns.ts'
import type { ClarificationDetail } from '#domain/validation/clarification/contract.ts'
import { closeClarification, readClarification } from '#domain/validation/clarification/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import { DecideAppeal } from '#web/validation/clarification/DecideAppeal.tsx'
import { MessageForm } from '#web/validation/clarification/MessageForm.tsx'
import { ThreadAssignee } from '#web/validation/clarification/ThreadAssignee.tsx'
import { ThreadFiles } from '#web/validation/clarification/ThreadFiles.tsx'
import classes from './clarifications.module.css'

/** A thread with its messages, and what its reader may do next. */
export function Thread({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readClarification, { params: { id } }))
  if (error && !data) {
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  }
  return data ? <Loaded key={data.id} thread={data} /> : <Loading height={240} />
}

function Loaded({ thread }: { thread: ClarificationDetail }) {
  const me = useMe()
  const isOver = clarificationMachine.is.closed(thread.status)
  return (
    <div className={classes.thread}>
      <DescriptionList
        facts={[
          ...(thread.kind === 'APPEAL' ? [{ label: t('Tipo'), value: clarificationKindLabels.APPEAL }] : []),
          { label: t('Sobre'), value: <About thread={thread} /> },
          ...(thread.document ? [{ label: t('Documento'), value: thread.document.name }] : []),
          { label: t('Pregunta'), value: t(partyLabels[thread.askedBy]) },
          { label: t('Contesta'), value: t(partyLabels[thread.askedOf]) },
          ...(clarificationMachine.is.waiting(thread.status)
            ? [{ label: t('Plazo'), value: t`Hasta el ${dayText(thread.dueOn)}` }]
            : []),
          ...(thread.mayAnswer ? [{ label: t('Responsable'), value: <ThreadAssignee thread={thread} /> }] : []),
        ]}
      />
      <ol className={classes.messages} aria-label={t('Mensajes')}>
        {thread.messages.map(message => (
          <li key={message.id} className={classes.message} data-own={message.party === me.role.key || undefined}>
            <div className="row between wrap small">
              <b>{message.by}</b>
              <span className="dim">
                <RelativeTime value={message.at} withTime />
              </span>
            </div>
            <p className={classes.text}>{message.text}</p>
            <ThreadFiles thread={thread} files={message.files} />
          </li>
        ))}
      </ol>
      {thread.outcome ? (
        <Message kind="info" title={t`Reclamación ${t(outcomeLabels[thread.outcome]).toLowerCase()}`}>
          {thread.closedAt ? t`La resolvió el CCI el ${dayText(thread.closedAt)}.` : ''}
        </Message>
      ) : isOver ? (
        <Message kind="info">
          {thread.closedBy ? t(closerLabels[thread.closedBy]) : t('Cerrada')}
          {thread.closedAt ? t`, el ${dayText(thread.closedAt)}` : ''}.
        </Message>
      ) : null}
      {thread.mayAnswer || thread.mayAskMore ? <MessageForm thread={thread} /> : null}
      {thread.mayDecide ? <DecideAppeal thread={thread} /> : null}
      {thread.publishedIt && !isOver ? (
        <Message kind="info">
          {sentence('sameReviewer', { why: t('Quien publicó la calificación no decide la reclamación contra ella.') })}
        </Message>
      ) : null}
      {thread.mayClose ? <Close thread={thread} /> : null}
    </div>
  )
}

/** What a thread is about, with the way to it. */
function About({ thread }: { thread: ClarificationDetail }) {
  const { role, idGenericEntity } = useMe()
  const { participantId, validationId, type, service, participantName } = thread
  const words = service ? t`${service}, de ${participantName}` : t`Documentación de ${participantName}`
  const href =
    role.key === 'CCI'
      ? type === 'DOC_MIN'
        ? paths.verifyDocumentation(participantId, validationId)
        : paths.verifyReport(participantId, validationId)
      : type === 'DOC_MIN' && participantId === idGenericEntity
        ? paths.ownDocumentation()
        : paths.viewDocumentation(participantId, validationId, type)
  return <UiLink href={href}>{words}</UiLink>
}

function Close({ thread }: { thread: ClarificationDetail }) {
  const [asked, setAsked] = useState(false)
  const closing = useListWrite({
    mutationFn: () =>
      call(closeClarification, { params: { id: thread.id }, body: { status: 'CLOSED', version: thread.version } }),
    onSuccess: () => setAsked(false),
  })
  return (
    <>
      <div className="row">
        <ActionButton size="xs" onClick={() => setAsked(true)}>
          {t('Cerrar la aclaración')}
        </ActionButton>
      </div>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('Cerrar la aclaración')}
        consequence={t('Ya no se podrá escribir en ella; lo escrito se conserva.')}
        onConfirm={() => closing.mutate()}
        confirmLabel={t('Cerrar la aclaración')}
        loading={closing.isPending}
        submitError={closing.error ? messageOf(closing.error) : null}
      >
        <Words of={t('¿Cerrar {0}?')}>
          <b>{t`«${thread.subject}»`}</b>
        </Words>
      </ConfirmModal>
    </>
  )
}
