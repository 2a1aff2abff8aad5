import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Thread } from '#web/validation/clarification/Thread.tsx'

/** A thread over the screen that asks for it. */
export function ThreadWindow({ thread, onClose }: { thread: ClarificationWire | null; onClose: () => void }) {
  return (
    <Dialog opened={thread !== null} onClose={onClose} title={thread?.subject ?? ''} size={720}>
      {thread ? <Thread id={thread.id} /> : null}
    </Dialog>
  )
}
