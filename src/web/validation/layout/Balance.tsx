import classes from './Balance.module.css'

type Props = {
  /** How much is decided, from 0 to 1: the beam is level at 1. */
  decided: number
  /** Everything was accepted: the seal is pressed. */
  sealed: boolean
}

/** The balance that comes level as documents are decided. An ornament: the count beside it says the same. */
export function Balance({ decided, sealed }: Props) {
  return (
    <svg
      className={classes.root}
      viewBox="0 0 40 30"
      width="40"
      height="30"
      aria-hidden="true"
      data-sealed={sealed || undefined}
      style={{ '--tilt': 1 - decided }}
    >
      <path d="M20 7v19M13 28.5h14M20 26l-5 2.5h10z" />
      <g className={classes.beam}>
        <path d="M4 7h32" />
      </g>
      <g className={classes.left}>
        <path d="M4 7l-3 10h6zM1 17a3 2.4 0 0 0 6 0" />
      </g>
      <g className={classes.right}>
        <path d="M36 7l-3 10h6zM33 17a3 2.4 0 0 0 6 0" />
      </g>
      <path className={classes.seal} d="M18 2.2h4l2.8 2.8v4L22 11.8h-4L15.2 9V5z" />
    </svg>
  )
}
