import classes from './Segments.module.css'

export interface Segment {
  value: string
  label: string
  count?: number
}
export interface SegmentsProps {
  segments: readonly Segment[]
  value: string
  onChange: (value: string) => void
  label: string
}

/** Choice between a few options, each with its count. */
export function Segments({ segments, value, onChange, label }: SegmentsProps) {
  return (
    <fieldset className={classes.root} aria-label={label}>
      {segments.map(segment => (
        <button
          key={segment.value}
          type="button"
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          {segment.label}
          {segment.count === undefined ? null : <b>{segment.count}</b>}
        </button>
      ))}
    </fieldset>
  )
}
