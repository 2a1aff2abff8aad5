import { useQuery } from '@tanstack/react-query'
import { countIncidents } from '#domain/incident/contract.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { queryOptions } from '#web/api/api.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import classes from './IncidentList.module.css'

const statuses = Object.keys(incidentStatusLabels) as IncidentStatus[]

/** Counts by state of the incidents visible to the user (INC-02). */
export function IncidentSummary() {
  const { data } = useQuery(queryOptions(countIncidents))
  return (
    <ul className={classes.summary} aria-label={t('Incidencias por estado')}>
      {statuses.map(status => (
        <li key={status}>
          <StateBadge state={status} label={incidentStatusLabels[status]} /> <b>{data?.[status] ?? '—'}</b>
        </li>
      ))}
    </ul>
  )
}
