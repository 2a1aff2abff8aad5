import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listAssessments } from '#domain/assessment/contract.ts'
import { t } from '#domain/language/translate.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { StatusBadge } from '#web/list/StatusBadge.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './assessment.module.css'

/** Requests and evaluations read; an evaluator has fewer of both open. */
const MOST = 100

/** The requests that wait for a score and have no evaluation yet. */
export function ToAssess() {
  const requests = useQuery(
    queryOptions(readOverview, {
      params: { kind: 'PROVIDER' },
      query: { size: MOST, sort: 'sentAt,desc', status: 'PENDING' },
    }),
  )
  const assessments = useQuery(queryOptions(listAssessments, { query: { size: MOST } }))
  const error = requests.error ?? assessments.error
  if (error) {
    return (
      <ErrorState
        text={messageOf(error)}
        onRetry={() => {
          void requests.refetch()
          void assessments.refetch()
        }}
      />
    )
  }
  if (!requests.data || !assessments.data) return null
  const begun = new Set(assessments.data.content.map(({ validationId }) => validationId))
  const waiting = requests.data.content.flatMap(({ validationId, ...row }) =>
    validationId !== null && !begun.has(validationId) && reportRequestMachine.is.assessable(row.status)
      ? [{ ...row, validationId }]
      : [],
  )
  if (waiting.length === 0) return null
  return (
    <Section kind="label" title={t('POR EMPEZAR')}>
      <ul className={classes.waiting}>
        {waiting.map(row => (
          <li key={row.validationId}>
            <div>
              <b>{row.details.commercialName || row.provider}</b>
              <span className="small dim">
                {[row.service, row.details.concept, row.details.sentAt && t`enviada el ${dayText(row.details.sentAt)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <StatusBadge status={row.status} small />
            <Button component={UiLink} size="xs" href={paths.assessment(row.validationId)}>
              {t('Evaluar')}
              <span className="vh">
                {' '}
                {row.provider}, {row.service}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
