import { Skeleton } from '@mantine/core'
import { t } from '#domain/language/translate.ts'

export interface LoadingProps {
  /** In px, or a CSS length when a phone needs another value. */
  height: number | string
  label?: string
  /** Space above, in px. */
  mt?: number
}

/** Placeholder for loading content, with a name for screen readers. */
export function Loading({ height, label = t('Cargando'), mt }: LoadingProps) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={height} mt={mt} />
    </div>
  )
}
