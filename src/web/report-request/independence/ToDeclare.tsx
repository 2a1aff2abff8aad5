import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { isScoreOpen } from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './independence.module.css'

/** Requests read; an evaluator has fewer of them open. */
const MOST = 100

/** The requests that still have no declaration of independence, and those whose conflict CCI has not decided. */
export function ToDeclare() {
  const { idGenericEntity } = useMe()
  const { data, error, refetch } = useQuery(
    queryOptions(listValidations, { query: { type: 'AUDIT_REPORT', idAudit: idGenericEntity, size: MOST } }),
  )
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  const open = (data?.content ?? []).filter(
    ({ status, independence }) =>
      isScoreOpen(status as ReportRequestStatus) &&
      (!independence || independenceMachine.is.undecided(independence.status)),
  )
  if (open.length === 0) return null
  return (
    <Section kind="label" title={t('INDEPENDENCIA POR DECLARAR')}>
      <ul className={classes.waiting}>
        {open.map(request => (
          <Line key={request.id} of={request} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ of }: { of: ValidationWire }) {
  const { id, nameGenericEntity, service, sentAt, independence } = of
  return (
    <li>
      <div>
        <b>{nameGenericEntity}</b>
        <span className="small dim">
          {[service, sentAt && t`enviada el ${dayText(sentAt)}`].filter(Boolean).join(' · ')}
        </span>
        {independence ? (
          <span className="small">{t('Posible conflicto declarado: espera la decisión del CCI')}</span>
        ) : null}
      </div>
      <Button component={UiLink} size="xs" href={paths.declaration(id)}>
        {independence ? t('Ver la declaración') : t('Declarar')}
        <span className="vh">
          {' '}
          {t`para ${nameGenericEntity},`} {service}
        </span>
      </Button>
    </li>
  )
}
