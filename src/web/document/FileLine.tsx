import type { ReactNode } from 'react'
import classes from './FileLine.module.css'

/** Files of a modal window, one a line. */
export function FileLines({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

type Props = { title: ReactNode; notes?: ReactNode[]; state?: ReactNode; actions?: ReactNode }

/** A file: its name, what is known of it, its state, and what can be done with it. */
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

/** What a window of files is about; the focus starts here, so that the files are read from the first. */
export function FileSubtitle({ children }: { children: ReactNode }) {
  return (
    <p className={`dim ${classes.subtitle}`} tabIndex={-1} data-autofocus>
      {children}
    </p>
  )
}

export const fileTabs = classes.tabs
