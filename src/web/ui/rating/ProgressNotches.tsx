import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import classes from './ProgressNotches.module.css'

/** A state, DONE for filled in but not reviewed, or null for missing. */
export type Notch = BadgeState | 'DONE' | null
export interface ProgressNotchesProps {
  notches: readonly Notch[]
  /** The count in words: '3 de 5 documentos decididos'. */
  label: string
  /** CSS width; full width by default. */
  width?: number | string
  /** Thin, for many notches. */
  fine?: boolean
}

/** Progress as a graduated rule with one notch per item. */
export function ProgressNotches({ notches, label, width, fine }: ProgressNotchesProps) {
  return (
    <span className={classes.root} role="img" aria-label={label} data-fine={fine || undefined} style={{ width }}>
      {notches.map((state, index) => (
        <i key={index} data-s={state ?? undefined} />
      ))}
    </span>
  )
}

/** Notches for `done` of `total`. */
export function notchesOf(done: number, total: number, state: Notch = 'DONE'): Notch[] {
  return Array.from({ length: total }, (_, index) => (index < done ? state : null))
}
