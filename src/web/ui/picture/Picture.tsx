import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './picture.module.css'

type Drawn = { width: number; height: number; body: ReactNode }

type PictureProps = {
  /** What is drawn, in a few words. */
  label: string
  /** All that the picture shows, for those who cannot see it. */
  text: readonly string[]
  legend: string
  draw: (width: number) => Drawn
}

/** A picture as wide as its place, with its text (EXP-26). The table under it holds the same. */
export function Picture({ label, text, legend, draw }: PictureProps) {
  const { ref, width } = useElementSize()
  const id = useId()
  const drawn = width > 0 ? draw(Math.floor(width)) : null
  return (
    <figure className={`${classes.root} ${drawn ? '' : classes.waits}`} ref={ref}>
      {drawn ? (
        <svg
          role="img"
          aria-label={label}
          aria-describedby={id}
          viewBox={`-1 -1 ${drawn.width + 2} ${drawn.height + 2}`}
          style={{ '--width': `${drawn.width + 2}px` } as CSSProperties}
        >
          {drawn.body}
        </svg>
      ) : null}
      <figcaption className={classes.legend}>{legend}</figcaption>
      <div className="vh" id={id}>
        {text.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </figure>
  )
}

/** A rank in a circle, full for what is shared. */
export function RankMark({ x, y, rank, isShared }: { x: number; y: number; rank: number; isShared: boolean }) {
  return (
    <g className={classes.rank} data-shared={isShared || undefined}>
      <circle cx={x} cy={y} r={11} />
      <text x={x} y={y + 4.5}>
        {rank}
      </text>
    </g>
  )
}
