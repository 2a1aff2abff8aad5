import type { Severity } from '#domain/incident/particulars.ts'
import { severityLabels } from '#domain/incident/particulars.ts'
import { t } from '#domain/language/translate.ts'
import { type BadgeState, StateBadge } from '#web/ui/feedback/StateBadge.tsx'

const looks: Record<Severity, BadgeState> = { LOW: 'CLOSED', MEDIUM: 'PENDING', HIGH: 'LAPSED', CRITICAL: 'REJECTED' }

/** The severity as colour, icon and word. */
export function SeverityBadge({ severity }: { severity: Severity }) {
  return <StateBadge state={looks[severity]} label={t`Gravedad ${severityLabels[severity].toLowerCase()}`} small />
}
