import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

/** Title that the specification writes in capitals. Write the text in capitals. */
export function CapsTitle({ children, level = 2, id }: { children: ReactNode; level?: 1 | 2 | 3; id?: string }) {
  const Heading = `h${level}` as const
  return (
    <Heading className={classes.caps} id={id}>
      {children}
    </Heading>
  )
}
