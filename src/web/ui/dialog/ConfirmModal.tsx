import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './Modals.module.css'

export interface ConfirmModalProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** The question, with the name of the item in bold. */
  children: ReactNode
  /** Consequence of the action, in small text. */
  consequence?: ReactNode
  onConfirm: () => void
  confirmLabel: string
  loading: boolean
  submitError: string | null
  cancelLabel?: string
  icon?: ReactNode
  danger?: boolean
}

/** Asks before an irreversible action. The focus starts on cancel. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { opened, onClose, title, children, onConfirm, confirmLabel, loading, submitError } = props
  return (
    <Dialog role="alertdialog" opened={opened} onClose={onClose} title={title} locked={loading}>
      <div className={classes.text}>
        <div>{children}</div>
        {props.consequence ? <p className="small dim">{props.consequence}</p> : null}
        {submitError ? (
          <Message kind="error" live>
            {submitError}
          </Message>
        ) : null}
      </div>
      <div className={classes.foot}>
        <Button data-autofocus onClick={() => !loading && onClose()}>
          {props.cancelLabel ?? t('Cancelar')}
        </Button>
        <ActionButton
          variant="filled"
          color={props.danger ? 'red' : undefined}
          leftSection={props.icon}
          loading={loading}
          onClick={onConfirm}
        >
          {confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  )
}
