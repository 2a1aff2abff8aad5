import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { messageOf } from '#web/api.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** The choices of a field could not be read; the rest of the form is kept. */
export function ChoicesFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Message kind="error">
      <p>{messageOf(error)}</p>
      <Button size="xs" leftSection={<IconRefresh />} onClick={onRetry}>
        Reintentar
      </Button>
    </Message>
  )
}
