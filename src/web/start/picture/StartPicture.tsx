import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import classes from './picture.module.css'

/** The picture of a start: beside 'Ahora' where there is room, and folded on a phone (EXP-04). */
export function StartPicture({ title, children }: { title: string; children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false
  const [opened, setOpened] = useState<boolean | null>(null)
  const isOpen = opened ?? !isPhone
  return (
    <details className={classes.root} open={isOpen} onToggle={event => setOpened(event.currentTarget.open)}>
      <summary>
        <h2 className="label">{title}</h2>
      </summary>
      <div className={classes.body}>{isOpen ? children : null}</div>
    </details>
  )
}
