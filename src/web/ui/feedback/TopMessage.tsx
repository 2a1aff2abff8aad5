import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { clearMessage, currentMessage, onMessage } from '#web/ui/feedback/messages.ts'
import classes from './TopMessage.module.css'

/** Bar message of showNotice and showError. Its live regions stay mounted, so that screen readers announce it. */
export function TopMessage() {
  const message = useSyncExternalStore(onMessage, currentMessage, currentMessage)
  const box = useRef<HTMLDivElement>(null)
  useMessageEnd(message !== null, box)
  const bar = message ? (
    <div ref={box} className={classes.root} data-kind={message.kind}>
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

/** While a message shows, `--message-end` is its lower edge in px; toasts stay below it. */
function useMessageEnd(stands: boolean, box: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const bar = box.current
    if (!stands || !bar) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--message-end', `${bar.getBoundingClientRect().bottom}px`)
    const observer = new ResizeObserver(measure)
    observer.observe(bar)
    window.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', measure)
      style.removeProperty('--message-end')
    }
  }, [stands, box])
}
