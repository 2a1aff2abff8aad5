import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import type { IndependenceWire } from '#domain/report-request/independence/contract.ts'
import { readIndependence } from '#domain/report-request/independence/contract.ts'
import { independenceLabels, isScoreOpen } from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { Conflict } from '#web/report-request/independence/Conflict.tsx'
import { DeclarationForm } from '#web/report-request/independence/DeclarationForm.tsx'
import { independenceBadges } from '#web/report-request/independence/words.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { dayText } from '#web/ui/time/dates.ts'

const TITLE = msg('Declaración de independencia')
const BACK = { href: paths.independence(), label: msg('Volver a las declaraciones') }

/** /independence/{validationId}: the evaluator of a request declares its independence (SEAL-01). */
export function DeclarationPage() {
  const { validationId = '' } = useParams({ strict: false }) as { validationId?: string }
  const request = useQuery(queryOptions(readValidation, { params: { id: validationId } }))
  const found = useQuery(queryOptions(readIndependence, { params: { id: validationId } }))
  const error = request.error ?? found.error
  if (!request.data || !found.data) {
    return (
      <>
        <PageHeader title={t(TITLE)} back={{ ...BACK, label: t(BACK.label) }} />
        {error ? (
          <ErrorState
            title={t('No se ha podido abrir la declaración')}
            text={messageOf(error)}
            onRetry={() => {
              void request.refetch()
              void found.refetch()
            }}
          />
        ) : (
          <Loading height={420} label={t('Cargando la declaración')} />
        )}
      </>
    )
  }
  const { nameGenericEntity, service, concept } = request.data
  return (
    <>
      <PageHeader
        title={t(TITLE)}
        subtitle={[nameGenericEntity, service, concept].filter(Boolean).join(' · ')}
        back={{ ...BACK, label: t(BACK.label) }}
      />
      <Declaration request={request.data} of={found.data} />
    </>
  )
}

function Declaration({ request, of }: { request: ValidationWire; of: IndependenceWire }) {
  const { declaration } = of
  const isOpen = isScoreOpen(request.status as ReportRequestStatus)
  const isDecided = declaration !== null && declaration.decidedAt !== null
  if (isOpen && !isDecided) return <DeclarationForm request={request} of={of} />
  if (!declaration) return <Message kind="info">{sentence('declarationClosed')}</Message>
  const { status, declaredAt, declaredBy, reason } = declaration
  return (
    <div className="stack">
      <p className="row wrap">
        <StateBadge state={independenceBadges[status]} label={t(independenceLabels[status])} />
        <span className="small dim">
          {declaredBy}
          {t`, el ${dayText(declaredAt)}`}
        </span>
      </p>
      {declaration.conflict ? <Conflict of={declaration} /> : null}
      {reason ? <p>{t`Motivo del CCI: «${reason}»`}</p> : null}
      <Message kind="info">
        {independenceMachine.is.refused(status)
          ? t('El CCI no le admite como evaluador de esta solicitud. El proveedor debe enviarla con otro.')
          : sentence(isOpen ? 'declarationDecided' : 'declarationClosed')}
      </Message>
    </div>
  )
}
