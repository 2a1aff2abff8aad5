import type { DocumentWire } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'

/** The state of a document, with the user and date of the decision, or that it has no file. */
export function DocumentBadge({ document, small }: { document: DocumentWire; small?: boolean }) {
  const { status, decidedAt, decidedBy, uploadedAt, required } = document
  if (status === null) return <span className="small dim">{required ? 'Sin archivo' : 'Opcional, sin archivo'}</span>
  const tooltip =
    decidedAt && decidedBy
      ? `Por ${decidedBy}, ${dayText(decidedAt)} ${timeText(decidedAt)}`
      : uploadedAt
        ? `Subido el ${dayText(uploadedAt)} ${timeText(uploadedAt)}`
        : undefined
  return (
    <StateBadge
      state={status}
      label={documentStatusLabels[status]}
      tooltip={small ? undefined : tooltip}
      small={small}
    />
  )
}
