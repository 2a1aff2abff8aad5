import { Loader } from '@mantine/core'
import { IconDownload, IconFileText, IconFileUnknown } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { t } from '#domain/language/translate.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import classes from './FileViewer.module.css'

interface ViewerFrameProps {
  name: string
  /** Between the name and the download. */
  tools?: ReactNode
  onDownload?: () => void
  /** Below the scrolling part. */
  foot?: ReactNode
  ref?: Ref<HTMLDivElement>
  onKeyDown?: (event: KeyboardEvent) => void
  /** The content reaches the edges. */
  flush?: boolean
  children: ReactNode
}

/** A file's name, its tools and its content, which scrolls. */
export function ViewerFrame({ name, tools, onDownload, foot, ref, onKeyDown, flush, children }: ViewerFrameProps) {
  return (
    <div className={classes.root}>
      <div className={classes.tools} role="toolbar" aria-label={t`Visor de ${name}`}>
        <span className={classes.name}>
          <IconFileText aria-hidden="true" />
          <b title={name}>{name}</b>
        </span>
        <span className={classes.buttons}>
          {tools}
          {onDownload ? (
            <IconButton size={40} label={t`Descargar ${name}`} icon={<IconDownload />} onClick={onDownload} />
          ) : null}
        </span>
      </div>
      <section
        ref={ref}
        className={classes.tray}
        data-flush={flush || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the document scrolls and takes keys
        tabIndex={0}
        aria-label={name}
        onKeyDown={onKeyDown}
      >
        {children}
      </section>
      {foot}
    </div>
  )
}

export function Wait() {
  return (
    <div className={classes.wait} role="status">
      <Loader />
      <span className="vh">{t('Abriendo el archivo')}</span>
    </div>
  )
}

export function NoPreview({ text }: { text: string }) {
  return (
    <div className={classes.none}>
      <IconFileUnknown size={40} aria-hidden="true" />
      <b>{t('Sin vista previa')}</b>
      <p className="small dim">{text}</p>
    </div>
  )
}
