import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { isAccredited } from '#domain/participant/participant.ts'
import { editMoveOf, requestTypeLabels, requestTypeOf } from '#domain/report-request/report-request.ts'
import { requestActions } from '#domain/report-request/request-actions.ts'
import { renewalNote } from '#domain/report-request/request-note.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { EditRequestForm } from '#web/report-request/EditRequestForm.tsx'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { listed } from '#web/ui/language/spoken.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Threads } from '#web/validation/clarification/Threads.tsx'

/** The edit of a request: correcting a REJECTED one, renewing a LAPSED one, or why it cannot be edited (D11). */
export function EditRequest({ id, title }: { id: string; title: string }) {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    ...queryOptions(readValidation, { params: { id } }),
    // A refetch does not change the form under edit.
    refetchOnWindowFocus: false,
  })
  const [unsent, setUnsent] = useState<string[]>([])
  const home = listAddress(homeOf(me.role.key))
  const back = { href: home, label: t('Volver a la lista') }
  if (error) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <ErrorState
          title={t('No se ha podido abrir la solicitud')}
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      </>
    )
  }
  if (!data) {
    return (
      <>
        <PageHeader title={title} back={back} />
        <LoadingMask visible />
      </>
    )
  }
  const status = data.status as ReportRequestStatus
  const type = requestTypeOf(status)
  const accredited = isAccredited(data.auditAccreditedUntil, me.today)
  const refusal = requestActions({ status, evaluatorAccredited: accredited, renewal: data.renewal }, me.role.key)[
    editMoveOf(status)
  ]
  return (
    <>
      <PageHeader
        title={title}
        subtitle={refusal ? null : t`${t(requestTypeLabels[type])} de la solicitud de «${data.service}»`}
        back={back}
      />
      {refusal ? (
        <Refused request={data} reason={sentence(refusal)} isEvaluator={!accredited} home={home} />
      ) : (
        <div className="stack">
          {unsent.length > 0 ? <Unsent key={`unsent-${data.version}`} request={data} names={unsent} /> : null}
          <EditRequestForm key={`form-${data.version}`} request={data} type={type} onUnsent={setUnsent} />
        </div>
      )}
      <Threads validation={data} />
    </>
  )
}

/** Saved, but not back to CCI (VAL-11). Takes the focus, since the submit button is far below. */
function Unsent({ request: { status }, names }: { request: ValidationWire; names: string[] }) {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    message.current?.focus()
  }, [])
  return (
    <Message
      kind="warning"
      ref={message}
      tabIndex={-1}
      title={t`La solicitud sigue ${status ? t(statusLabels[status]).toLowerCase() : t('igual')}`}
    >{t`Se ha guardado lo que cambió, pero no ha vuelto al CCI: falta sustituir ${listed(names)}. Cuando lo haga, envíela otra vez.`}</Message>
  )
}

type RefusedProps = { request: ValidationWire; reason: string; isEvaluator: boolean; home: string }

/** The request cannot be edited: the reason and a link onwards (REP-12, ERR-18). */
function Refused({ request, reason, isEvaluator, home }: RefusedProps) {
  const status = request.status && t(statusLabels[request.status])
  const renewal = renewalNote(request)
  return (
    <EmptyState
      title={reason}
      text={
        isEvaluator
          ? t('El evaluador de una solicitud enviada no se cambia: envíe una nueva con otro evaluador.')
          : t`El estado de la solicitud de «${request.service}» es «${status}»: solo se corrige una rechazada o se renueva una caducada.` +
            (renewal ? ` ${renewal}.` : '')
      }
      action={
        <span className="row wrap">
          <UiLink href={home}>{t('Volver a la lista')}</UiLink>
          {request.renewableFrom ? (
            <UiLink href={paths.renewReport(request.id)}>{t('Renovar antes de que caduque')}</UiLink>
          ) : null}
          <UiLink href={paths.viewDocumentation(request.genericEntityId, request.id, 'AUDIT_REPORT')}>
            {t('Ver sus documentos')}
          </UiLink>
        </span>
      }
    />
  )
}
