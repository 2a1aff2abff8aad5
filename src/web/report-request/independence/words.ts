import { t } from '#domain/language/translate.ts'
import type { IndependenceSummary } from '#domain/report-request/independence/contract.ts'
import { independenceLabels } from '#domain/report-request/independence/independence.ts'
import type { IndependenceStatus } from '#domain/states/independence.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'

/** The colours of the states of a declaration: those of the documents. */
export const independenceBadges: Readonly<Record<IndependenceStatus, BadgeState>> = {
  DECLARED: 'ACCEPTED',
  CONFLICT: 'PENDING',
  ADMITTED: 'ACCEPTED',
  REFUSED: 'REJECTED',
}

/** A declaration as it is read beside a score, with CCI's reason if it gave one. */
export const independenceNote = ({ status, reason }: IndependenceSummary): string =>
  t`Independencia: ${lowered(t(independenceLabels[status]))}${reason ? t`: «${reason}»` : ''}`

const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`
