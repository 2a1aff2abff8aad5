import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { t } from '#domain/language/translate.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { UNDO_SECONDS } from '#domain/notification/undo/undo.ts'
import { call, messageOf } from '#web/api/api.ts'
import { UndoButton } from '#web/notification/undo/UndoButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { hideToast, showToast } from '#web/ui/feedback/toast.ts'

/** An act that was done: the id that its undo names, and what the toast says. */
type Done = { id: string; title: string; text?: string }

/**
 * Says that something was done and offers to undo it. Undoing reloads what is on the screen, because an act shows in
 * more lists than its own.
 */
export function useUndo() {
  const client = useQueryClient()
  const takeBack = useCallback(
    async ({ id, title }: Pick<Done, 'id' | 'title'>, hide: () => void) => {
      try {
        await call(undo, { body: { id } })
        showToast({ title: t('Deshecho'), text: t`«${title}»: todo está como antes.` })
      } catch (error) {
        showError(messageOf(error))
      }
      hide()
      await client.invalidateQueries()
    },
    [client],
  )
  /** The button alone, for a toast of the caller. */
  const undoButton = useCallback(
    (done: Pick<Done, 'id' | 'title'>, hide: () => void) => <UndoButton onUndo={() => takeBack(done, hide)} />,
    [takeBack],
  )
  const tellDone = useCallback(
    ({ id, title, text }: Done) => {
      const toast: string = showToast({
        title,
        text: (
          <>
            {text}
            {undoButton({ id, title }, () => hideToast(toast))}
          </>
        ),
        seconds: UNDO_SECONDS,
      })
    },
    [undoButton],
  )
  return { tellDone, undoButton }
}
