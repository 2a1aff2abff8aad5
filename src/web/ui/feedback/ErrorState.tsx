import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import classes from '../layout/Blank.module.css'

export interface ErrorStateProps {
  /** The error. */
  title?: string
  /** The cause, if known. */
  text?: ReactNode
  /** Whether data were saved or lost; empty for reads. */
  saved?: ReactNode
  /** Reference to quote when asking for help. */
  reference?: string
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
}

/** Reports an error, says whether data were saved when that is in doubt, and offers a retry. */
export function ErrorState(props: ErrorStateProps) {
  const { title = t('No se ha podido cargar'), text, saved, reference } = props
  return (
    <div className={classes.root} role="alert">
      <span className={classes.icon} data-s="REJECTED">
        <IconPlugConnectedX size={40} />
      </span>
      <b>{title}</b>
      <p className="small dim">
        {text} {saved} {reference ? t`Referencia ${reference}.` : null}
      </p>
      {props.onRetry ? (
        <ActionButton
          size="xs"
          className={classes.action}
          leftSection={<IconRefresh />}
          loading={props.retrying}
          onClick={props.onRetry}
        >
          {t('Reintentar')}
        </ActionButton>
      ) : null}
      {props.action ? <div className={classes.action}>{props.action}</div> : null}
    </div>
  )
}
