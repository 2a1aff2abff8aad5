import { Menu } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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

/**
 * Breadcrumb of the screen; the first crumb is always 'Home' (LAYOUT-14). Where the crumbs do not fit, those between the
 * first and the last are in a menu (EXP-13).
 */
export function Breadcrumb({ homeHref, crumbs }: BreadcrumbProps) {
  return (
    <nav aria-label={t('Migas')}>
      <Crumbs key={crumbs.map(({ label }) => label).join()} homeHref={homeHref} crumbs={crumbs} />
    </nav>
  )
}

function Crumbs({ homeHref, crumbs }: BreadcrumbProps) {
  const [list, fits] = useFits()
  const [last, ...between] = crumbs.toReversed()
  const hidden = fits ? [] : between.toReversed()
  return (
    <ol ref={list} className={classes.root} data-folded={!fits || undefined}>
      <li>
        <UiLink href={homeHref} aria-current={last ? undefined : 'page'}>
          Home
        </UiLink>
      </li>
      {hidden.length > 0 ? (
        <After>
          <Hidden crumbs={hidden} />
        </After>
      ) : (
        between
          .toReversed()
          .map(({ label, href }) => (
            <After key={label}>{href ? <UiLink href={href}>{t(label)}</UiLink> : <span>{t(label)}</span>}</After>
          ))
      )}
      {last ? (
        <After>
          <span aria-current="page">{t(last.label)}</span>
        </After>
      ) : null}
    </ol>
  )
}

function After({ children }: { children: ReactNode }) {
  return (
    <li>
      <IconChevronRight size={16} aria-hidden="true" />
      {children}
    </li>
  )
}

function Hidden({ crumbs }: Pick<BreadcrumbProps, 'crumbs'>) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes.more} aria-label={t('Migas que no caben')}>
          …
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {crumbs.map(({ label, href }) =>
          href ? (
            <Menu.Item key={label} component={UiLink} href={href}>
              {t(label)}
            </Menu.Item>
          ) : (
            <Menu.Label key={label}>{t(label)}</Menu.Label>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Whether a line of things that do not shrink fits into its place; where it did not, it must have its width again. */
function useFits() {
  const ref = useRef<HTMLOListElement>(null)
  const needed = useRef(0)
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth + 1) needed.current = Math.max(needed.current, element.scrollWidth)
      setFits(element.clientWidth + 1 >= needed.current)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, fits] as const
}
