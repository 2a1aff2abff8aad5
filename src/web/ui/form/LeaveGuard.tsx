import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import classes from '../dialog/Modals.module.css'

export interface LeaveGuardProps {
  opened: boolean
  onStay: () => void
  onDiscard: () => void
  /** Lets the user save before leaving. */
  onSave?: () => void
  saving?: boolean
  /** Description of the changes; a general sentence by default. */
  children?: ReactNode
}

/** Asks before the user leaves a form with unsaved changes. */
export function LeaveGuard({ opened, onStay, onDiscard, onSave, saving, children }: LeaveGuardProps) {
  return (
    <Dialog role="alertdialog" opened={opened} onClose={onStay} title={t('Hay cambios sin guardar')} locked={saving}>
      <p>{children ?? t('Si sale ahora, lo que ha escrito se perderá.')}</p>
      <div className={classes.foot}>
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {t('Descartar')}
        </Button>
        <span className="grow" />
        <Button data-autofocus variant={onSave ? 'default' : 'filled'} onClick={onStay}>
          {t('Seguir aquí')}
        </Button>
        {onSave ? (
          <ActionButton variant="filled" loading={saving} onClick={onSave}>
            {t('Guardar y salir')}
          </ActionButton>
        ) : null}
      </div>
    </Dialog>
  )
}
