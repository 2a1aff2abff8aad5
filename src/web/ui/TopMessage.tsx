import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { clearMessage, currentMessage, onMessage } from '#web/ui/messages.ts'
import classes from './TopMessage.module.css'

/** The bar message, fed by showNotice and showError. Its live regions are always there, so that it is read out. */
export function TopMessage() {
  const message = useSyncExternalStore(onMessage, currentMessage, currentMessage)
  const bar = message ? (
    <div className={classes.root} data-kind={message.kind}>
      {message.kind === 'notice' ? <IconCircleCheck /> : <IconAlertTriangle />}
      <span className={classes.text}>{message.text}</span>
      <IconButton label="Cerrar el mensaje" size={36} icon={<IconX />} onClick={clearMessage} />
    </div>
  ) : null
  return (
    <>
      <div role="status">{message?.kind === 'notice' ? bar : null}</div>
      <div role="alert">{message?.kind === 'error' ? bar : null}</div>
    </>
  )
}
