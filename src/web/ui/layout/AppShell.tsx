import { Drawer } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { TopMessage } from '#web/ui/feedback/TopMessage.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { LegalFooter, type LegalFooterProps } from '#web/ui/layout/LegalFooter.tsx'
import { SkipLink } from '#web/ui/layout/SkipLink.tsx'
import { NarrowMenuContext, ShellContext } from '#web/ui/layout/shell.ts'
import { Logo, Mark } from '#web/ui/theme/assets/Logo.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'
import classes from './AppShell.module.css'

export interface AppShellProps {
  /** A NavMenu; without it the frame has no side menu and no menu buttons. */
  menu?: ReactNode
  homeHref: string
  breadcrumb?: ReactNode
  search?: ReactNode
  bell?: ReactNode
  userMenu?: ReactNode
  footer: LegalFooterProps
  /** The page is Spanish and the frame is not; screen readers hear it. */
  isSpanish?: boolean
  children: ReactNode
}

/**
 * Frame of the signed-in screens: side menu (264 px, folded 68 px and remembered, always folded below 1200, a drawer
 * below 768), top bar of 64 px with the bar message below, page, footer. Fills the viewport.
 */
export function AppShell(props: AppShellProps) {
  const { menu, homeHref, breadcrumb, search, bell, userMenu, footer, isSpanish = false, children } = props
  const [folded, setFolded] = useLocalStorage({
    key: 'almotacen-menu-plegado',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [narrowWanted, setNarrowWanted] = useState(false)
  const room = narrowWanted ? '(min-width: 1600px)' : '(min-width: 1200px)'
  const wide = useMediaQuery(room, true, { getInitialValueInEffect: false }) ?? true
  const [drawer, setDrawer] = useState(false)
  const mini = folded || !wide
  const inNav = useMemo(() => ({ mini, onFollow: () => {} }), [mini])
  const inDrawer = useMemo(() => ({ mini: false, onFollow: () => setDrawer(false) }), [])
  const homeLabel = `${productName()}, Home`
  const unfold = () => (wide ? setFolded(!folded) : setDrawer(true))

  return (
    <div className={classes.root} data-mini={mini || undefined} data-no-menu={menu ? undefined : true}>
      <SkipLink />
      {menu ? (
        <nav className={classes.nav} aria-label={t('Menú principal')}>
          <UiLink href={homeHref} className={classes.brand} aria-label={homeLabel}>
            {mini ? <Mark /> : <Logo />}
          </UiLink>
          <div className={classes.menu}>
            <ShellContext value={inNav}>{menu}</ShellContext>
          </div>
          <div className={classes.fold}>
            {mini ? (
              <IconButton label={t('Desplegar el menú')} icon={<IconLayoutSidebarLeftExpand />} onClick={unfold} />
            ) : (
              <button type="button" className={classes.foldButton} onClick={unfold}>
                <IconLayoutSidebarLeftCollapse />
                {t('Plegar el menú')}
              </button>
            )}
          </div>
        </nav>
      ) : null}
      <div className={classes.main}>
        <div className={classes.top}>
          <header className={classes.bar}>
            {menu ? (
              <span className={classes.burger}>
                <IconButton
                  label={t('Menú')}
                  icon={<IconMenu2 />}
                  aria-expanded={drawer}
                  aria-haspopup="dialog"
                  onClick={() => setDrawer(true)}
                />
              </span>
            ) : null}
            <UiLink href={homeHref} className={menu ? classes.brandPhone : classes.brandAlone} aria-label={homeLabel}>
              <Logo height={menu ? 28 : 34} />
            </UiLink>
            <div className={classes.crumbs}>{breadcrumb}</div>
            <div className={classes.tools}>
              {search}
              {bell}
              {userMenu}
            </div>
          </header>
          <TopMessage />
        </div>
        <p className="vh" role="status">
          {isSpanish ? t('Esta página está en español') : null}
        </p>
        <main id="contenido" tabIndex={-1} className={classes.page} lang={isSpanish ? 'es' : undefined}>
          <NarrowMenuContext value={setNarrowWanted}>{children}</NarrowMenuContext>
        </main>
        <LegalFooter {...footer} className={classes.legal} />
      </div>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        size={300}
        title={<Logo height={30} />}
        classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <nav aria-label={t('Menú principal')}>
          <ShellContext value={inDrawer}>{menu}</ShellContext>
        </nav>
      </Drawer>
    </div>
  )
}
