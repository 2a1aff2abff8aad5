import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { screenAt, screens } from '#web/app/screens.ts'
import { Bell } from '#web/notification/Bell.tsx'
import { pinnedEntry } from '#web/search/saved-view/pinned.tsx'
import { useSavedViews } from '#web/search/saved-view/useSavedViews.ts'
import { destinationOf } from '#web/session/destination.ts'
import { leavePortal } from '#web/session/leave.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { SessionEnd } from '#web/session/SessionEnd.tsx'
import { Unavailable } from '#web/session/Unavailable.tsx'
import { hasUnfinishedWork } from '#web/session/useLeaving.ts'
import { actorOf, useMeQuery } from '#web/session/useMe.ts'
import { usePing } from '#web/session/usePing.ts'
import { activeEntry, counted, menuFor, ownEntries } from '#web/shell/menus.tsx'
import { NavMenu, type NavMenuProps } from '#web/shell/NavMenu.tsx'
import { PrintHead } from '#web/shell/PrintHead.tsx'
import { SearchPalette } from '#web/shell/search/SearchPalette.tsx'
import { UserMenu } from '#web/shell/UserMenu.tsx'
import { useCrumbs } from '#web/shell/useCrumbs.ts'
import { useMenuCounts } from '#web/shell/useMenuCounts.ts'
import { useSpanishScreen } from '#web/shell/useSpanishScreen.ts'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { AppShell } from '#web/ui/layout/AppShell.tsx'
import { Breadcrumb } from '#web/ui/layout/Breadcrumb.tsx'
import { useListKeys } from '#web/ui/table/useListKeys.ts'
import { productName } from '#web/ui/theme/assets/productName.ts'

/**
 * Frame of every signed-in screen: menu by role, breadcrumb, bell, user menu (LAYOUT-03 to LAYOUT-20).
 * @param lost shown instead of a screen at an unknown address
 */
export function MainLayout({ lost }: { lost?: { title: string; page: ReactNode } }) {
  const { data: me, error, refetch } = useMeQuery()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const moving = useRouterState({
    select: state => state.status === 'pending' && state.location.pathname !== state.resolvedLocation?.pathname,
  })
  const [asked, setAsked] = useState(false)
  const signOut = () => void leavePortal(client, to => navigate({ to }))
  usePing()
  useListKeys()
  const views = useSavedViews(me?.next === 'home')
  const crumbs = useCrumbs(pathname, me?.role.key ?? null)
  // 'Home' names the start already.
  const isStart = screenAt(pathname)?.screen === screens.start
  const isSpanish = useSpanishScreen(lost !== undefined)
  const mustLeave = me && me.next !== 'home' ? destinationOf(me) : null
  useEffect(() => {
    if (mustLeave) void navigate({ to: mustLeave, replace: true })
  }, [mustLeave, navigate])

  if (error && !me) return <Unavailable error={error} onRetry={() => void refetch()} />
  if (!me || mustLeave) return <LoadingMask visible />
  const role = me.role.key
  const title = t(lost?.title ?? crumbs.at(-1)?.label ?? '')
  const entries = [...menuFor(actorOf(me)), ...pinnedEntry(views)]
  return (
    <AppShell
      menu={
        me.onboarded ? <CountedMenu entries={entries} active={activeEntry(entries, pathname, crumbs)} /> : undefined
      }
      homeHref={homeOf(role)}
      breadcrumb={<Breadcrumb homeHref={homeOf(role)} crumbs={isStart ? [] : crumbs} />}
      search={<SearchPalette />}
      bell={<Bell />}
      userMenu={
        <UserMenu
          name={me.name || me.email}
          organization={me.commercialName || me.nameGenericEntity}
          entries={ownEntries(role)}
          onSignOut={() => (hasUnfinishedWork() ? setAsked(true) : signOut())}
        />
      }
      footer={legalFooter}
      isSpanish={isSpanish}
    >
      <title>{[title, productName()].filter(Boolean).join(' · ')}</title>
      <PrintHead title={title} />
      <LoadingMask visible={moving} />
      {lost ? lost.page : <Outlet />}
      <SessionEnd me={me} />
      <LeaveGuard opened={asked} onStay={() => setAsked(false)} onDiscard={signOut} />
    </AppShell>
  )
}

/** The menu, which alone changes with the numbers. */
function CountedMenu({ entries, active }: NavMenuProps) {
  const counts = useMenuCounts()
  return <NavMenu entries={counted(entries, counts)} active={active} />
}
