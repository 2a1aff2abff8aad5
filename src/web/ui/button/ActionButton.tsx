import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { useReason } from '#web/ui/button/useReason.tsx'
import classes from './ActionButton.module.css'

export interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  type?: 'button' | 'submit'
  /** Why the button is blocked, or null. A blocked button stays focusable and says why. */
  blocked?: string | null
  /** Place of the reason: beside the button, in a tooltip (also on press), or elsewhere under `reasonId`. */
  reason?: 'beside' | 'tooltip' | 'elsewhere'
  reasonId?: string
  'data-autofocus'?: boolean
  ref?: Ref<HTMLButtonElement>
}

// Mantine disables a loading button, and a disabled button loses the focus.
const neverDisabled = ({ disabled: _disabled, ...props }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...props} />
)

/** Button that is never silently disabled; while `loading` it keeps the focus and ignores presses. */
export function ActionButton(props: ActionButtonProps) {
  const { children, onClick, type = 'button', blocked, reason = 'beside', reasonId, ...rest } = props
  const ownId = useId()
  const id = reasonId ?? ownId
  const inTooltip = useReason(reason === 'tooltip' ? blocked : null)
  const button = (
    <Button
      {...rest}
      type={type}
      renderRoot={neverDisabled}
      aria-disabled={blocked || rest.loading ? true : undefined}
      aria-busy={rest.loading ? true : undefined}
      aria-describedby={blocked ? id : undefined}
      onClick={event => {
        if (blocked || rest.loading) event.preventDefault()
        else onClick?.(event)
      }}
      {...(blocked && reason === 'tooltip' ? inTooltip.button : {})}
    >
      {children}
    </Button>
  )
  if (blocked === undefined || reason === 'elsewhere') return button
  const why = blocked ? (
    <span id={id} className={reason === 'tooltip' ? 'vh' : 'small dim'}>
      {blocked}
    </span>
  ) : null
  // Blocked or not, the button keeps its place in the tree: remounting it would lose the focus.
  if (reason === 'tooltip')
    return (
      <>
        {why}
        <Tooltip label={inTooltip.label} {...inTooltip.tooltip} disabled={!blocked || inTooltip.tooltip.disabled}>
          {button}
        </Tooltip>
      </>
    )
  return (
    <span className={blocked ? classes.root : classes.free}>
      {why}
      {button}
    </span>
  )
}
