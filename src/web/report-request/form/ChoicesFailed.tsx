import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

/** The options of a field failed to load; the rest of the form stays. */
export function ChoicesFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Message kind="error">
      <p>{messageOf(error)}</p>
      <Button size="xs" leftSection={<IconRefresh />} onClick={onRetry}>
        {t('Reintentar')}
      </Button>
    </Message>
  )
}
