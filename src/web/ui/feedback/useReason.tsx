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

/** What a button with a reason adds to itself. */
type ButtonPart = {
  'data-mantine-stop-propagation'?: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void
  onBlur?: (event: FocusEvent<HTMLButtonElement>) => void
  onMouseLeave?: (event: MouseEvent<HTMLButtonElement>) => void
}
type Reason = { label: ReactNode; tooltip: Pick<TooltipProps, 'opened' | 'disabled'>; button: ButtonPart }

/**
 * A press on a button that cannot be used shows why in its tooltip and reads it out, by finger, mouse and key alike: a
 * finger has no hover. It goes with the focus or the pointer, with a press elsewhere, or with Escape.
 */
export function useReason(blocked: string | null | undefined, onClick?: ButtonPart['onClick']): Reason {
  // How often it was pressed: said again, it is read out again.
  const [told, setTold] = useState<number | 'hushed'>(0)
  const pressed = useRef<Element>(null)
  const telling = typeof told === 'number' && told > 0 && !!blocked
  useEffect(() => {
    if (!telling) return
    // On a phone a button that is pressed need not have the focus.
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
    // What the focus had opened would stay open after Escape.
    tooltip: { ...(telling ? { opened: true } : {}), disabled: told === 'hushed' },
    button: {
      // A window beneath does not close with the same Escape.
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
