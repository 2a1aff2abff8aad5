import { useQuery } from '@tanstack/react-query'
import { listFindings } from '#domain/assessment/finding/contract.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useFindingWindows } from '#web/assessment/finding/useFindingWindows.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from '../assessment.module.css'

/** Shown here; the page of findings has all of them. */
const MOST = 25

/** What waits for the evaluator's verification, each with its files beside the decision (FIND-12). */
export function ToVerify() {
  const { data, error, refetch } = useQuery(
    queryOptions(listFindings, { query: { status: 'DONE', size: MOST, sort: 'raisedAt,asc' } }),
  )
  const { open, window } = useFindingWindows()
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return null
  const { content, counts } = data
  return (
    <Section
      kind="label"
      title={t('MEDIDAS POR VERIFICAR')}
      actions={
        <UiLink href={paths.findings()}>
          {counts.open === 0 ? t('Ver los hallazgos') : t`Ver los hallazgos (${counts.open} abiertos)`}
        </UiLink>
      }
    >
      {content.length === 0 ? (
        <p className="dim">{t('Ninguna medida espera su verificación.')}</p>
      ) : (
        <ul className={classes.waiting}>
          {content.map(finding => (
            <li key={finding.id}>
              <div>
                <b>{finding.own?.title}</b>
                <span className="small dim">
                  {[finding.providerName, finding.service, finding.controlKey].filter(Boolean).join(' · ')}
                </span>
              </div>
              <span className="small dim nowrap">{finding.doneAt ? t`Hecho el ${dayText(finding.doneAt)}` : ''}</span>
              <ActionButton size="xs" onClick={() => open('verify', finding)}>
                {t('Comprobar')}
                <span className="vh"> {finding.own?.title}</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {window}
    </Section>
  )
}
