import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { clearMessage, currentMessage, onMessage } from '#web/ui/feedback/messages.ts'
import { frameText as t } from '#web/ui/language/spoken.ts'
import classes from './TopMessage.module.css'

/** Bar message of showNotice and showError. Its live regions stay mounted, so that screen readers announce it. */
export function TopMessage() {
  const message = useSyncExternalStore(onMessage, currentMessage, currentMessage)
  const bar = message ? (
    <div className={classes.root} data-kind={message.kind}>
      {message.kind === 'notice' ? <IconCircleCheck /> : <IconAlertTriangle />}
      <span className={classes.text} lang={message.lang}>
        {message.text}
      </span>
      <IconButton label={t('Cerrar el mensaje')} size={36} icon={<IconX />} onClick={clearMessage} />
    </div>
  ) : null
  return (
    <>
      <div role="status">{message?.kind === 'notice' ? bar : null}</div>
      <div role="alert">{message?.kind === 'error' ? bar : null}</div>
    </>
  )
}
