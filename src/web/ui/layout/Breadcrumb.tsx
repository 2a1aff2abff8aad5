import { IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import classes from './Breadcrumb.module.css'

export interface Crumb {
  label: string
  /** Omitted for the last crumb. */
  href?: string
}
export interface BreadcrumbProps {
  homeHref: string
  crumbs: readonly Crumb[]
}

/** Breadcrumb of the screen; the first crumb is always 'Home' (LAYOUT-14). */
export function Breadcrumb({ homeHref, crumbs }: BreadcrumbProps) {
  const all: Crumb[] = [{ label: 'Home', href: homeHref }, ...crumbs]
  return (
    <nav aria-label={t('Migas')}>
      <ol className={classes.root}>
        {all.map((crumb, index) => (
          <Fragment key={index}>
            {index > 0 ? (
              <li aria-hidden="true">
                <IconChevronRight size={16} />
              </li>
            ) : null}
            <li className={index === all.length - 1 ? classes.last : undefined}>
              {crumb.href && (index < all.length - 1 || all.length === 1) ? (
                <UiLink href={crumb.href}>{t(crumb.label)}</UiLink>
              ) : (
                <span aria-current={index === all.length - 1 ? 'page' : undefined}>{t(crumb.label)}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
