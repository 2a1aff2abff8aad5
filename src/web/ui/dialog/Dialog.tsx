import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { useTopEscape } from '#web/ui/dialog/useTopEscape.ts'
import { hidePlainToasts } from '#web/ui/feedback/toast.ts'
import { partLanguage } from '#web/ui/language/spoken.ts'
import classes from './Modals.module.css'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** 'alertdialog' asks for a decision and has no close icon. */
  role?: 'dialog' | 'alertdialog'
  /** px; 560 by default, 480 for an alertdialog. */
  size?: number | string
  /** For reading a file: fills a small screen. */
  reading?: boolean
  /** The dialog cannot be closed now. */
  locked?: boolean
}

/** Frame of every modal window. Traps the focus and returns it on close. */
export function Dialog({ opened, onClose, title, children, role = 'dialog', size, reading, locked }: DialogProps) {
  const id = useId()
  const alert = role === 'alertdialog'
  const small = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  useTopEscape(opened, () => {
    if (!locked) onClose()
  })
  useEffect(() => {
    if (opened) hidePlainToasts()
  }, [opened])
  // Mantine always writes role="dialog". A ref that changed on each render would move the focus back to the first
  // field.
  const asRole = useCallback(
    (node: HTMLDivElement | null) => {
      node?.setAttribute('role', role)
      // The focus goes to this field without scrolling to it.
      node?.querySelector('[data-autofocus]')?.scrollIntoView({ block: 'center' })
    },
    [role],
  )
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size ?? (alert ? 480 : 560)}
      centered
      fullScreen={reading && small}
      closeOnClickOutside={!alert && !locked}
      closeOnEscape={false}
      id={id}
    >
      <Modal.Overlay />
      <Modal.Content ref={asRole} lang={partLanguage()} className={reading ? classes.reading : undefined}>
        <div className={classes.head}>
          <Modal.Title>{title}</Modal.Title>
        </div>
        <Modal.Body>{children}</Modal.Body>
        {/* Last in order, so that the focus starts on the first field. */}
        {alert ? null : <Modal.CloseButton className={classes.close} aria-label={t('Cerrar')} disabled={locked} />}
      </Modal.Content>
    </Modal.Root>
  )
}
