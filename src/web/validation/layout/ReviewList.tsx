import type { ReactNode } from 'react'
import classes from './ReviewList.module.css'

export interface ReviewItem {
  key: string
  title: string
  fileName?: string
  badge: ReactNode
  /** To the right of the badge: 'Caduca el 30/06/2027'. */
  note?: ReactNode
}
export interface ReviewListProps {
  title: string
  stateTitle?: string
  items: readonly ReviewItem[]
  current: string | null
  onSelect: (key: string) => void
}

/** The numbered list of ReviewLayout. */
export function ReviewList({ title, stateTitle = 'ESTADO', items, current, onSelect }: ReviewListProps) {
  return (
    <>
      <div className={classes.head}>
        <h2 className="label">{title}</h2>
        <span className="label" aria-hidden="true">
          {stateTitle}
        </span>
      </div>
      <ol>
        {items.map((item, index) => (
          <li key={item.key} className={classes.item} data-current={item.key === current || undefined}>
            <button
              type="button"
              aria-current={item.key === current ? 'true' : undefined}
              onClick={() => onSelect(item.key)}
            >
              <span className={classes.number} aria-hidden="true">
                {index + 1}
              </span>
              <span className="grow">
                <b>{item.title}</b>
                {item.fileName ? <span className={`small dim ${classes.file}`}>{item.fileName}</span> : null}
                <span className={classes.foot}>
                  {item.badge}
                  {item.note ? <span className="small dim">{item.note}</span> : null}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
