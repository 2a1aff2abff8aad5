import type { TooltipProps } from '@mantine/core'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Props that the reason adds to a button. */
type ButtonPart = {
  'data-mantine-stop-propagation'?: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void
  onBlur?: (event: FocusEvent<HTMLButtonElement>) => void
  onMouseLeave?: (event: MouseEvent<HTMLButtonElement>) => void
}
type Reason = { label: ReactNode; tooltip: Pick<TooltipProps, 'opened' | 'disabled'>; button: ButtonPart }

/**
 * Pressing a blocked button shows the reason in its tooltip and announces it, for touch, mouse and keyboard: touch has
 * no hover. It hides on blur, on pointer leave, on a press elsewhere, or on Escape.
 */
export function useReason(blocked: string | null | undefined, onClick?: ButtonPart['onClick']): Reason {
  // Number of presses: a new key makes screen readers announce the reason again.
  const [told, setTold] = useState<number | 'hushed'>(0)
  const pressed = useRef<Element>(null)
  const telling = typeof told === 'number' && told > 0 && !!blocked
  useEffect(() => {
    if (!telling) return
    // On a phone a pressed button may not have the focus.
    const leave = ({ target }: PointerEvent) => {
      if (!pressed.current?.contains(target as Node)) setTold(0)
    }
    document.addEventListener('pointerdown', leave, { capture: true })
    return () => document.removeEventListener('pointerdown', leave, { capture: true })
  }, [telling])
  if (!blocked) return { label: null, tooltip: {}, button: { onClick: event => onClick?.(event) } }
  return {
    label: telling ? (
      <span key={told} role="alert">
        {blocked}
      </span>
    ) : (
      blocked
    ),
    // The tooltip opened by the focus would stay open after Escape.
    tooltip: { ...(telling ? { opened: true } : {}), disabled: told === 'hushed' },
    button: {
      // The same Escape must not close a window below.
      ...(telling ? { 'data-mantine-stop-propagation': true } : {}),
      onClick: event => {
        event.preventDefault()
        pressed.current = event.currentTarget
        setTold(telling ? told + 1 : 1)
      },
      onKeyDown: event => {
        if (event.key === 'Escape' && telling) setTold('hushed')
      },
      onBlur: () => setTold(0),
      onMouseLeave: () => setTold(0),
    },
  }
}
