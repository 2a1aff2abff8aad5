import type { ReactNode } from 'react'
import classes from './FileLine.module.css'

/** The files of a modal window, one per line. */
export function FileLines({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

type Props = { title: ReactNode; notes?: ReactNode[]; state?: ReactNode; actions?: ReactNode }

/** A file: name, details, state and actions. */
export function FileLine({ title, notes = [], state, actions }: Props) {
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <b>{title}</b>
        {notes.map((note, index) =>
          note ? (
            <span key={index} className="small dim">
              {note}
            </span>
          ) : null,
        )}
      </div>
      <div>{state}</div>
      <div className={classes.actions}>{actions}</div>
    </li>
  )
}

/** The subject of a file window. It takes the initial focus, so that a screen reader starts at the first file. */
export function FileSubtitle({ children }: { children: ReactNode }) {
  return (
    <p className={`dim ${classes.subtitle}`} tabIndex={-1} data-autofocus>
      {children}
    </p>
  )
}

export const fileTabs = classes.tabs
