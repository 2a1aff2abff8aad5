import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { FILE_ENDINGS } from '#domain/document/file-types.ts'
import { checkLabels } from '#domain/document/precheck/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { usePrechecks } from '#web/document/precheck/usePrechecks.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './OwnerHints.module.css'

type Props = {
  /** The version that was uploaded, and the name of its document. */
  file: string
  document: string
  onPick: (file: File) => void
  /** Leaves it as it is. */
  onLeave: () => void
}

/** What its owner may want to see before CCI does, right after the upload (DESK-17). A hint: the file stays as it is. */
export function OwnerHints({ file, document, onPick, onLeave }: Props) {
  const { data } = usePrechecks(file)
  const input = useRef<HTMLInputElement>(null)
  const checks = (data?.checks ?? []).filter(({ outcome }) => outcome === 'LOOK')
  if (checks.length === 0) return null
  return (
    <Message kind="warning" title={t`Antes de que lo vea el CCI: «${document}»`} live>
      <ul className={classes.list}>
        {checks.map(({ code, text }) => (
          <li key={code}>
            <b>{t(checkLabels[code])}.</b> {text}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button size="xs" leftSection={<IconUpload />} onClick={() => input.current?.click()}>
          {t('Subir otro')}
          <span className="vh"> {t`de ${document}`}</span>
        </Button>
        <Button size="xs" variant="subtle" onClick={onLeave}>
          {t('Dejarlo así')}
          <span className="vh">: {document}</span>
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_ENDINGS.join(',')}
        onChange={event => {
          const picked = event.currentTarget.files?.[0]
          if (picked) onPick(picked)
          event.currentTarget.value = ''
        }}
      />
    </Message>
  )
}
