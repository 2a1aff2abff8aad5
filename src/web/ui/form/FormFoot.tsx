import { type ReactNode, useId } from 'react'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import classes from './FormFoot.module.css'

export interface FootAction {
  label: string
  /** Omitted for a submit button. */
  onClick?: () => void
  type?: 'button' | 'submit'
  loading?: boolean
  /** Why the button is blocked; shown at the left. */
  blocked?: string | null
  leftIcon?: ReactNode
  rightIcon?: ReactNode
}
export interface FormFootProps {
  /** 'Borrador guardado a las 09:41'. */
  state?: ReactNode
  /** Progress notches with their text. */
  progress?: ReactNode
  secondary?: FootAction | null
  primary: FootAction
}

/** Sticky foot of a form: missing fields, save state, secondary and primary action. */
export function FormFoot({ state, progress, secondary, primary }: FormFootProps) {
  const id = useId()
  const blocked = primary.blocked
  return (
    <div className={classes.root} data-foot>
      <div className={classes.inner}>
        <div className={classes.left}>
          {progress}
          {blocked ? (
            <span id={id} className="small dim">
              {blocked}
            </span>
          ) : (
            <span className="small dim" role="status">
              {state}
            </span>
          )}
        </div>
        <div className={classes.right}>
          {blocked && state ? (
            <span className={`small dim ${classes.state}`} role="status">
              {state}
            </span>
          ) : null}
          {secondary ? <Action action={secondary} /> : null}
          <Action action={primary} filled reasonId={id} />
        </div>
      </div>
    </div>
  )
}

function Action({ action, filled, reasonId }: { action: FootAction; filled?: boolean; reasonId?: string }) {
  return (
    <ActionButton
      variant={filled ? 'filled' : 'default'}
      type={action.type}
      loading={action.loading}
      leftSection={action.leftIcon}
      rightSection={action.rightIcon}
      blocked={action.blocked}
      reason={reasonId ? 'elsewhere' : 'tooltip'}
      reasonId={reasonId}
      onClick={action.onClick}
    >
      {action.label}
    </ActionButton>
  )
}
