import { isUnderReview } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'

/** Documentation that was sent, in a list: its owner, id and status. */
type Sent = { participantId: string; documentationId: string; status: string | null }

/**
 * Target of CCI's lists: a pending item opens the verification, a decided one opens read-only with its note (DOC-20,
 * DOC-21).
 */
export function reviewHref({ participantId, documentationId, status }: Sent): string {
  return isUnderReview(status)
    ? paths.verifyDocumentation(participantId, documentationId)
    : paths.viewDocumentation(participantId, documentationId, 'DOC_MIN')
}
