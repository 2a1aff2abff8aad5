import type { OpenRow } from '#web/list/useOpenRow.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** Says why a link leads to no row of the list. */
export function MissingRow({ of: { missing } }: { of: OpenRow<unknown> }) {
  return missing === null ? null : <Message kind="error">{missing}</Message>
}
