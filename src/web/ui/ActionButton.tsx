import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'
import classes from './ActionButton.module.css'

export interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  type?: 'button' | 'submit'
  /** Why it cannot be used now; null when it can. It stays focusable and says why. */
  blocked?: string | null
  /** Where the reason stands: beside the button, in a tooltip, or written elsewhere under `reasonId`. */
  reason?: 'beside' | 'tooltip' | 'elsewhere'
  reasonId?: string
}

/** A button that is never silently disabled. */
export function ActionButton(props: ActionButtonProps) {
  const { children, onClick, type = 'button', blocked, reason = 'beside', reasonId, ...rest } = props
  const ownId = useId()
  const id = reasonId ?? ownId
  const button = (
    <Button
      {...rest}
      type={type}
      aria-disabled={blocked ? true : undefined}
      aria-describedby={blocked ? id : undefined}
      onClick={event => {
        if (blocked || rest.loading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </Button>
  )
  if (!blocked || reason === 'elsewhere') return button
  if (reason === 'tooltip')
    return (
      <>
        <Tooltip label={blocked}>{button}</Tooltip>
        <span id={id} className="vh">
          {blocked}
        </span>
      </>
    )
  return (
    <span className={classes.root}>
      <span id={id} className="small dim">
        {blocked}
      </span>
      {button}
    </span>
  )
}
