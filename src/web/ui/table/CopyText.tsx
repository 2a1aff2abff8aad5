import { CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import classes from './CopyText.module.css'

/** An e-mail or CIF in one line: cut where it does not fit, whole on hover, with a button that copies it. */
export function CopyText({ text }: { text: string }) {
  return (
    <span className={classes.root}>
      <span className={classes.text} title={text}>
        {text}
      </span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <IconButton
            size={36}
            label={copied ? `Copiado: ${text}` : `Copiar ${text}`}
            icon={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
            onClick={copy}
          />
        )}
      </CopyButton>
    </span>
  )
}

/** A text in one line, cut where it does not fit and whole on hover. */
export const OneLine = ({ text }: { text: string }) => (
  <span className={classes.line} title={text}>
    {text}
  </span>
)
