import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { t } from '#domain/language/translate.ts'
import classes from '#web/document/BackHeader.module.css'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { PageHeader, type PageHeaderProps } from '#web/ui/layout/PageHeader.tsx'

export type BackHeaderProps = Omit<PageHeaderProps, 'back'> & {
  /** The list to go back to when this is the first screen of the visit. */
  listHref: string
}

/**
 * A page head with a back arrow (DOC-19). It leads to the previous screen, including its page and filters (ROUTE-34).
 */
export function BackHeader({ listHref, ...header }: BackHeaderProps) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const arrow = { label: t('Volver'), icon: <IconArrowLeft /> }
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
