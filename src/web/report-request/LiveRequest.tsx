import { useEffect, useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import { refusals } from '#domain/messages.ts'
import { requestActions } from '#domain/report-request/request-actions.ts'
import { renewalNote } from '#domain/report-request/request-note.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'

export interface LiveRequestProps {
  /** The conflicting request, when known. */
  request: ValidationWire | undefined
  /** Whether the server refused the new one. */
  refused: boolean
}

/** A live request for the same service and evaluator exists: says so and links to it (ERR-10, D37). */
export function LiveRequest({ request, refused }: LiveRequestProps) {
  const role = useMe().role.key
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Takes the focus: the pressed button is far below.
    if (refused) message.current?.scrollIntoView({ block: 'center' })
  }, [refused])
  if (!request && !refused) return null
  const sentence = refusals.requestExists.sentence
  if (!request) {
    return (
      <Message kind="error" live ref={message}>
        {sentence}
      </Message>
    )
  }
  const status = request.status as ReportRequestStatus
  const actions = requestActions({ status, evaluatorAccredited: true }, role)
  const renewal = renewalNote(request)
  const act =
    actions.edit === null ? t('Corregir la solicitud') : actions.renew === null ? t('Renovar la solicitud') : null
  return (
    <Message kind={refused ? 'error' : 'warning'} live ref={message}>
      <p>{sentence}</p>
      <p className="row wrap" style={{ marginTop: 8 }}>
        <StateBadge small state={status} label={t(statusLabels[status])} />
        {act ? <UiLink href={paths.sendReport(request.id)}>{act}</UiLink> : null}
        <UiLink href={paths.viewDocumentation(request.genericEntityId, request.id, 'AUDIT_REPORT')}>
          {t('Ver la solicitud')}
        </UiLink>
      </p>
      {renewal && role === 'PROVIDER' ? <p className="small">{renewal}.</p> : null}
    </Message>
  )
}
