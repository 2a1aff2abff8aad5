import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import classes from './picture.module.css'

/** The picture of a start: beside 'Ahora' where there is room, and folded on a phone, where it loads once it is opened (EXP-04). */
export function StartPicture({ title, children }: { title: string; children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false }) ?? false
  const [opened, setOpened] = useState<boolean | null>(null)
  const isOpen = opened ?? !isPhone
  return (
    <details className={classes.root} open={isOpen} onToggle={event => setOpened(event.currentTarget.open)}>
      <summary>
        <h2 className="label">{title}</h2>
      </summary>
      <div className={classes.body}>{isOpen ? <Suspense>{children}</Suspense> : null}</div>
    </details>
  )
}
