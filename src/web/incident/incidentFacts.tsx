import type { IncidentWire } from '#domain/incident/contract.ts'
import { incidentFieldValues as factsInWords, incidentFieldLabels } from '#domain/incident/facts.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import type { Fact } from '#web/ui/form/DescriptionList.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

const particulars = ({ services, severity, kind, startedAt, detectedAt, endedAt }: IncidentWire) =>
  factsInWords({ services, severity, kind, startedAt, detectedAt, endedAt })

/** Author, provider, date and state. */
export function incidentFacts(incident: IncidentWire): Fact[] {
  return [
    { label: t('Estado'), value: <StateBadge state={incident.status} label={incidentStatusLabels[incident.status]} /> },
    { label: t('Proveedor'), value: incident.providerName },
    { label: t('Notificada por'), value: incident.issuerName },
    { label: t('Fecha'), value: <RelativeTime value={incident.createdAt} withTime /> },
    ...Object.entries(particulars(incident)).flatMap(([field, value]) =>
      value === '' ? [] : [{ label: incidentFieldLabels[field as keyof typeof incidentFieldLabels], value }],
    ),
    ...(incident.updatedAt > incident.createdAt
      ? [{ label: t('Último cambio'), value: <RelativeTime value={incident.updatedAt} withTime /> }]
      : []),
  ]
}
