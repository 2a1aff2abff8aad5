import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { FeedState } from '#web/participant/calendar/FeedState.tsx'
import { useFeed } from '#web/participant/calendar/useFeed.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import classes from './calendar.module.css'

export interface SubscribeDialogProps {
  opened: boolean
  onClose: () => void
  /** Where the address can be ended later. */
  account: string
}

/** A personal address to read the calendar from another program; it is shown once (RENEW-21). */
export function SubscribeDialog({ opened, onClose, account }: SubscribeDialogProps) {
  const feed = useFeed({ enabled: opened })
  const [copied, setCopied] = useState(false)
  const close = () => {
    setCopied(false)
    feed.forget()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('Suscribirse al calendario')}>
      <div className="stack">
        {feed.address ? (
          <>
            <p>
              {t('Copie esta dirección en su programa de calendario, como calendario por suscripción o desde una URL.')}
            </p>
            <code className={classes.address}>{feed.address}</code>
            <Message kind="warning">
              <Words
                of={t(
                  'No se volverá a mostrar. Quien la tenga puede leer qué caduca: no la comparta. Puede anularla en {0}.',
                )}
              >
                <UiLink href={account}>{t('Mi cuenta')}</UiLink>
              </Words>
            </Message>
            <div className="row wrap">
              <Button
                variant="filled"
                leftSection={<IconCopy />}
                onClick={() => void navigator.clipboard?.writeText(feed.address!).then(() => setCopied(true))}
              >
                {copied ? t('Copiada') : t('Copiar la dirección')}
              </Button>
              <Button onClick={close}>{t('Cerrar')}</Button>
            </div>
          </>
        ) : (
          <>
            <p>
              {t(
                'Con una dirección personal, su programa de calendario (Outlook, Google Calendar u otro) muestra qué caduca y lo actualiza solo. Contiene lo que usted puede leer aquí, y nada más.',
              )}
            </p>
            <FeedState feed={feed.state} />
            {feed.state ? (
              <p className="small dim">{t('Si pide otra dirección, la anterior deja de funcionar.')}</p>
            ) : null}
            {feed.failure ? <Message kind="error">{feed.failure}</Message> : null}
            <div className="row wrap">
              <ActionButton variant="filled" loading={feed.making} onClick={feed.make}>
                {feed.state ? t('Pedir otra dirección') : t('Pedir la dirección')}
              </ActionButton>
            </div>
          </>
        )}
      </div>
      {feed.proof}
    </Dialog>
  )
}
