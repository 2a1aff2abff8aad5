import { isUnderReview } from '#domain/validation/validation.ts'
import { paths } from '#web/paths.ts'

/** A documentation that was sent, in a list: whose it is, which, and how it stands. */
type Sent = { participantId: string; documentationId: string; status: string | null }

/** Where CCI's lists lead to: what waits is verified, what was decided is read, with the note that says so (DOC-20, DOC-21). */
export function reviewHref({ participantId, documentationId, status }: Sent): string {
  return isUnderReview(status)
    ? paths.verifyDocumentation(participantId, documentationId)
    : paths.viewDocumentation(participantId, documentationId, 'DOC_MIN')
}
