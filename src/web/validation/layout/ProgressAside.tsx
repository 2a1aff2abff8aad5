import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { type Notch, ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import classes from './ProgressAside.module.css'

export interface ProgressPart {
  key: string
  label: string
  done: number
  total: number
  /** Whether the part contains an error. */
  wrong?: boolean
  href?: string
  onClick?: () => void
  current?: boolean
}
export interface ProgressAsideProps {
  title: string
  done: number
  total: number
  /** One flag per item; derived from `done` when absent. */
  notches: readonly Notch[]
  /** The counted noun: 'datos y documentos'. */
  noun: string
  parts: readonly ProgressPart[]
  note?: ReactNode
}

/** The progress of a long form: count, notches, and links to its parts. Below 900 px only the count. */
export function ProgressAside({ title, done, total, notches, noun, parts, note }: ProgressAsideProps) {
  return (
    <aside className={classes.root} aria-label={title}>
      <p className={`label ${classes.title}`}>{title}</p>
      <p className={classes.big}>
        <b>{done}</b>
        <span>{t`de ${total}`}</span>
      </p>
      <ProgressNotches fine notches={notches} label={t`${done} de ${total} ${noun}`} />
      <ol className={classes.parts}>
        {parts.map(part => (
          <li key={part.key} aria-current={part.current ? 'true' : undefined}>
            <a
              href={part.href ?? '#'}
              onClick={event => {
                if (!part.onClick) return
                event.preventDefault()
                part.onClick()
              }}
            >
              <span data-s={part.wrong ? 'REJECTED' : part.done === part.total ? 'DONE' : undefined}>
                {part.wrong ? <IconCircleX /> : part.done === part.total ? <IconCircleCheck /> : <IconCircleDashed />}
              </span>
              {part.label}
              {part.wrong ? <span className="vh"> {t('(por corregir)')}</span> : null}
              <small>{t`${part.done} de ${part.total}`}</small>
            </a>
          </li>
        ))}
      </ol>
      {note ? <p className={`small dim ${classes.note}`}>{note}</p> : null}
    </aside>
  )
}

/** A form and its ProgressAside. */
export function WithAside({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.two}>
      <div>{children}</div>
      {aside}
    </div>
  )
}
