import { Button, CopyButton, Textarea } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './integration.module.css'

type Props = { title: string; label: string; text: string; children: ReactNode; kept: string; onKept: () => void }

/** A key or a secret, which is never shown again: the window closes only when its reader says that it is kept. */
export function ShownOnce({ title, label, text, children, kept, onKept }: Props) {
  return (
    <Dialog opened onClose={onKept} title={title} role="alertdialog" size={600} locked>
      <div className="stack">
        <p>{children}</p>
        <Textarea
          label={label}
          value={text}
          readOnly
          autosize
          classNames={{ input: `mono ${classes.secret}` }}
          onFocus={event => event.currentTarget.select()}
        />
        <Message kind="warning">No se volverá a mostrar. Guárdelo donde solo lo lea su sistema.</Message>
        <div className="row wrap">
          <CopyButton value={text} timeout={4000}>
            {({ copied, copy }) => (
              <Button leftSection={copied ? <IconCheck /> : <IconCopy />} onClick={copy} data-autofocus>
                {copied ? 'Copiado' : 'Copiar'}
              </Button>
            )}
          </CopyButton>
          <Button variant="filled" onClick={onKept}>
            {kept}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
