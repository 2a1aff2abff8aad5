import classes from './RuledBars.module.css'

export interface RuledBar {
  key: string
  label: string
  value: number
  /** A needle on the rule, beyond the bar. */
  mark?: number | null
  /** The values in words. */
  text: string
}

/** Bars on a graduated rule. The numbers are in the text of each; a table beside says them all. */
export function RuledBars({ bars, label }: { bars: readonly RuledBar[]; label: string }) {
  const max = Math.max(1, ...bars.flatMap(({ value, mark }) => [value, mark ?? 0]))
  return (
    <ol className={classes.root} aria-label={label}>
      {bars.map(({ key, label: name, value, mark, text }) => (
        <li key={key}>
          <span className={classes.name}>{name}</span>
          <span className={classes.rule} aria-hidden="true">
            <i style={{ width: `${(100 * value) / max}%` }} />
            {mark === null || mark === undefined ? null : <b style={{ left: `${(100 * mark) / max}%` }} />}
          </span>
          <span className={classes.text}>{text}</span>
        </li>
      ))}
    </ol>
  )
}
