import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './TwoSteps.module.css'

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, account, onKept }: { codes: string[]; account: string; onKept: () => void }) {
  const [copied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(t`Códigos de recuperación de ${account}\n\n${text}`)}`
  return (
    <div className="stack">
      <p>
        {t(
          'Si pierde el teléfono o la llave, entre con uno de estos códigos. Cada uno sirve una sola vez. Guárdelos donde solo usted los encuentre.',
        )}
      </p>
      <Message kind="warning">{t('No se volverán a mostrar.')}</Message>
      <ol className={classes.codes} aria-label={t('Códigos de recuperación')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row wrap">
        <Button
          size="xs"
          leftSection={<IconCopy />}
          onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
        >
          {copied ? t('Copiados') : t('Copiar')}
        </Button>
        <Button
          size="xs"
          component="a"
          href={file}
          download="codigos-de-recuperacion.txt"
          leftSection={<IconDownload />}
        >
          {t('Descargar')}
        </Button>
      </div>
      <Button variant="filled" onClick={onKept}>
        {t('Los he guardado')}
      </Button>
    </div>
  )
}
