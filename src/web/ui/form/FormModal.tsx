import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import classes from '../dialog/Modals.module.css'

export interface FormModalProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  onSubmit: () => void
  submitLabel: string
  /** While sending: the button shows a spinner, a second submit does nothing, and the window cannot close. */
  loading: boolean
  /** Error of the last attempt, or null. */
  submitError: string | null
  /** Null leaves only the submit button. */
  cancelLabel?: string | null
  size?: number | string
  /** With unsaved changes, closing asks first. */
  dirty?: boolean
  danger?: boolean
}

/** Form in a window: fields, error of the last attempt, cancel and submit. */
export function FormModal(props: FormModalProps) {
  const { opened, onClose, title, children, onSubmit, submitLabel, loading, submitError } = props
  const [leaving, setLeaving] = useState(false)
  const close = () => {
    if (loading) return
    if (props.dirty) setLeaving(true)
    else onClose()
  }
  return (
    <>
      <Dialog opened={opened} onClose={close} title={title} size={props.size} locked={loading}>
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            event.stopPropagation()
            if (!loading) onSubmit()
          }}
        >
          <div className="stack">
            {children}
            {submitError ? (
              <Message kind="error" live>
                {submitError}
              </Message>
            ) : null}
          </div>
          <div className={classes.foot}>
            {props.cancelLabel === null ? null : <Button onClick={close}>{props.cancelLabel ?? t('Cancelar')}</Button>}
            <ActionButton type="submit" variant="filled" color={props.danger ? 'red' : undefined} loading={loading}>
              {submitLabel}
            </ActionButton>
          </div>
        </form>
      </Dialog>
      <LeaveGuard
        opened={leaving}
        onStay={() => setLeaving(false)}
        onDiscard={() => {
          setLeaving(false)
          onClose()
        }}
      />
    </>
  )
}
