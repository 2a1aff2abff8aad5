import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { listFindings } from '#domain/assessment/finding/contract.ts'
import {
  findingStatusLabels,
  findingTopic,
  openFindingsText,
  priorityLabels,
} from '#domain/assessment/finding/finding.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { findingBadges } from '#web/assessment/finding/badges.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DetailLine } from '#web/ui/layout/DetailPanel.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './findings.module.css'

/** Read in one go: a provider has fewer open. */
const MOST = 200

type Props = { providerId: string; provider: string }

/** '{n} hallazgos abiertos, {m} fuera de plazo', with the list behind it (FIND-11); nothing where there are none. */
export function FindingSummary({ providerId, provider }: Props) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(queryOptions(listFindings, { query: { providerId, open: 'true', size: 1 } }))
  if (!data || data.counts.open === 0) return null
  const { open, OVERDUE: late } = data.counts
  return (
    <>
      <DetailLine
        title={
          <button type="button" className={classes.file} aria-haspopup="dialog" onClick={() => setOpened(true)}>
            {openFindingsText(open, late)}
          </button>
        }
        badge={late > 0 ? <StateBadge small state={findingBadges.OVERDUE} label={findingStatusLabels.OVERDUE} /> : null}
      />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t`Hallazgos abiertos de ${provider}`} size={720}>
        {opened ? <OpenFindings providerId={providerId} /> : null}
      </Dialog>
    </>
  )
}

function OpenFindings({ providerId }: { providerId: string }) {
  const { data, error, refetch } = useQuery(
    queryOptions(listFindings, { query: { providerId, open: 'true', size: MOST, sort: 'dueOn,asc' } }),
  )
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading height={200} label={t('Cargando los hallazgos')} />
  return (
    <>
      {data.content.map(finding => (
        <DetailLine
          key={finding.id}
          title={finding.statement ?? finding.own?.title ?? findingTopic(finding.dimension)}
          badge={
            <StateBadge small state={findingBadges[finding.status]} label={t(findingStatusLabels[finding.status])} />
          }
          note={noteOf(finding)}
        />
      ))}
    </>
  )
}

const noteOf = ({ service, controlKey, domain, dimension, priority, dueOn }: FindingWire) =>
  [
    service,
    [controlKey, domain].filter(Boolean).join(', '),
    t(dimensionLabels[dimension]),
    t`prioridad ${t(priorityLabels[priority]).toLocaleLowerCase('es-ES')}`,
    dueOn ? t`prevista el ${dayText(dueOn)}` : t('sin fecha todavía'),
  ]
    .filter(Boolean)
    .join(' · ')
