import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { useNarrowMenu } from '#web/ui/layout/shell.ts'
import classes from './ReviewLayout.module.css'

export interface ReviewLayoutProps {
  title: ReactNode
  subtitle?: ReactNode
  back?: { href: string; label: string }
  /** A field to the right of the title. */
  aside?: ReactNode
  /** A ReviewList. */
  list: ReactNode
  listLabel: string
  /** A FileViewer. */
  preview: ReactNode
  previewLabel?: string
  decision: ReactNode
  decisionLabel?: string
  /** A FormFoot. */
  foot?: ReactNode
}

const previewId = 'vista-previa'

/** Scrolls to the chosen file where the columns are stacked. */
export function showPreview(): void {
  if (!window.matchMedia('(max-width: 767px)').matches) return
  // The file's height is still unknown; its position is not.
  requestAnimationFrame(() => document.getElementById(previewId)?.scrollIntoView({ block: 'start' }))
}

/**
 * Review layout: list, preview and decision, each with its own scroll, and a footer. Fills the viewport inside
 * AppShell; stacked below 768 px.
 */
export function ReviewLayout(props: ReviewLayoutProps) {
  useNarrowMenu()
  return (
    <div className={classes.root} data-fit>
      <div className={classes.head}>
        <div className={classes.words}>
          {props.back ? <IconButton label={props.back.label} href={props.back.href} icon={<IconArrowLeft />} /> : null}
          <div>
            <h1>{props.title}</h1>
            {props.subtitle ? <p className="dim">{props.subtitle}</p> : null}
          </div>
        </div>
        {props.aside ? <div className={classes.aside}>{props.aside}</div> : null}
      </div>
      <div className={classes.columns}>
        <section className={classes.list} aria-label={props.listLabel}>
          {props.list}
        </section>
        <section id={previewId} className={classes.preview} aria-label={props.previewLabel ?? 'Vista previa'}>
          {props.preview}
        </section>
        <section className={classes.decision} aria-label={props.decisionLabel ?? 'Decisión'}>
          {props.decision}
        </section>
      </div>
      {props.foot}
    </div>
  )
}
