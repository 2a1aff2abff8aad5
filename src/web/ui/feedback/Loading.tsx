import { Skeleton } from '@mantine/core'

export interface LoadingProps {
  /** In px, or a CSS length where it is another on a phone. */
  height: number | string
  label?: string
  /** Room above, in px. */
  mt?: number
}

/** The place of something that is on its way, and what it is for those who do not see it. */
export function Loading({ height, label = 'Cargando', mt }: LoadingProps) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={height} mt={mt} />
    </div>
  )
}
