import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import classes from '#web/document/BackHeader.module.css'
import { IconButton } from '#web/ui/feedback/IconButton.tsx'
import { PageHeader, type PageHeaderProps } from '#web/ui/layout/PageHeader.tsx'

export type BackHeaderProps = Omit<PageHeaderProps, 'back'> & {
  /** The list, when this is the first screen of the visit. */
  listHref: string
}

/**
 * The head of a page with a back arrow (DOC-19): it leads to where one came from, whose address holds its page and
 * filters (ROUTE-34).
 */
export function BackHeader({ listHref, ...header }: BackHeaderProps) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const arrow = { label: 'Volver', icon: <IconArrowLeft /> }
  return (
    <div className={classes.root}>
      {canGoBack ? (
        <IconButton {...arrow} onClick={() => router.history.back()} />
      ) : (
        <IconButton {...arrow} href={listHref} />
      )}
      <PageHeader {...header} />
    </div>
  )
}
