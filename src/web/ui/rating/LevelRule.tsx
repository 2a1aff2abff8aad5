import type { CSSProperties } from 'react'
import classes from './LevelRule.module.css'

export interface LevelRuleProps {
  /** The marks of the scale, worst first. */
  levels: readonly string[]
  /** Place on the scale, from 0; -1 is below its first mark. Null draws nothing there. */
  before?: number | null
  now: number | null
  /** Writes the letters below the marks. */
  lettered?: boolean
}

/** A place on a scale, or the way from one to another: hollow before, full now. The text beside it says the same. */
export function LevelRule({ levels, before = null, now, lettered }: LevelRuleProps) {
  // One more mark at the left for what is below the scale.
  const at = (place: number) => ({ '--at': `${(100 * (place + 1)) / levels.length}%` }) as CSSProperties
  const moved = before !== null && now !== null && before !== now
  const bar = moved
    ? {
        way: now > before ? 'up' : 'down',
        style: { ...at(Math.min(before, now)), '--to': `${(100 * (Math.max(before, now) + 1)) / levels.length}%` },
      }
    : null
  return (
    <span className={classes.root} aria-hidden="true" data-lettered={lettered || undefined}>
      <span className={classes.rule}>
        {levels.map((level, place) => (
          <i key={level} style={at(place)}>
            {lettered ? level : null}
          </i>
        ))}
        {bar ? <span className={classes.bar} data-way={bar.way} style={bar.style as CSSProperties} /> : null}
        {before !== null && before !== now ? <span className={classes.before} style={at(before)} /> : null}
        {now === null ? null : <span className={classes.now} data-way={bar?.way} style={at(now)} />}
      </span>
    </span>
  )
}
