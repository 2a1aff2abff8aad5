import { t } from '#domain/language/translate.ts'
import type { StatusWord } from '#domain/validation/validation.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'

type Props = {
  status: StatusWord | null
  /** When CCI decided. */
  decidedAt?: string | null
  /** Submission date, shown until there is a decision. */
  sentAt?: string | null
  small?: boolean
}

/** Status badge with its label (VAL-03 to VAL-08); a dash without a status. */
export function StatusBadge({ status, decidedAt, sentAt, small }: Props) {
  if (status === null) return <NoValue />
  const tooltip = decidedAt
    ? t`Por el CCI, ${dayText(decidedAt)} ${timeText(decidedAt)}`
    : sentAt
      ? t`Enviada el ${dayText(sentAt)}`
      : undefined
  return <StateBadge state={status} label={t(statusLabels[status])} tooltip={tooltip} small={small} />
}
