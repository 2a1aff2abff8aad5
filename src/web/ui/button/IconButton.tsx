import { Tooltip } from '@mantine/core'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { useReason } from '#web/ui/button/useReason.tsx'
import classes from './IconButton.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  /** Renders a link. */
  href?: string
  /** Why the button is blocked; it stays focusable and says why on press. */
  blocked?: string | null
  /** 44 px by default, 40 in a table row, 28 for a mark in a cell. */
  size?: 28 | 36 | 40 | 44
  count?: number
  ref?: Ref<HTMLButtonElement>
}

/** Square button with an icon only. */
export function IconButton({ label, icon, href, blocked, size = 44, count, onClick, ref, ...rest }: IconButtonProps) {
  const reason = useReason(blocked, onClick)
  const shared = { className: classes.root, 'data-size': size, 'aria-label': blocked ? `${label}. ${blocked}` : label }
  const inside = (
    <>
      {icon}
      {count ? (
        <span className={classes.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </>
  )
  return (
    <Tooltip label={reason.label ?? label} events={{ hover: true, focus: true, touch: false }} {...reason.tooltip}>
      {href && !blocked ? (
        <UiLink href={href} {...shared}>
          {inside}
        </UiLink>
      ) : (
        <button
          type="button"
          {...rest}
          {...shared}
          {...reason.button}
          ref={ref}
          aria-disabled={blocked ? true : undefined}
        >
          {inside}
        </button>
      )}
    </Tooltip>
  )
}
