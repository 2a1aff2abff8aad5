import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { type MainScreen, maySee, type OpenScreen } from '#web/app/screen.ts'
import { allScreens, mainScreens, pathsOf } from '#web/app/screens.ts'
import { SignInPage } from '#web/identity/auth/SignInPage.tsx'
import { isCompletedHere, isConnected } from '#web/session/storage.ts'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { FailedAddressPage, FailedPage } from '#web/shell/FailedPage.tsx'
import { Forbidden } from '#web/shell/Forbidden.tsx'
import { MainLayout } from '#web/shell/MainLayout.tsx'
import { UnknownAddressPage } from '#web/shell/NotFoundPage.tsx'
import { pagePart } from '#web/shell/parts.ts'
import { drawIn } from '#web/ui/language/spoken.ts'
import { usePageLanguage } from '#web/ui/language/usePageLanguage.ts'

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: UnknownAddressPage,
})

const pageOf = ({ load, page }: OpenScreen | MainScreen) =>
  load ? lazyRouteComponent(pagePart(load) as never, page as never) : SignInPage

/** The page of a screen outside the frame. */
function opened(screen: OpenScreen) {
  const Page = pageOf(screen)
  const Opened = () => {
    const english = screen.english === true
    drawIn({ frame: english, screen: english })
    usePageLanguage()
    return <Page />
  }
  return 'preload' in Page ? Object.assign(Opened, { preload: Page.preload }) : Opened
}

/** The page of a screen for those who may see it; the router preloads it like the page itself. */
function admitted(screen: MainScreen) {
  const Page = pageOf(screen)
  const Admitted = () => {
    // The screen that was shown before may be drawn until this one is ready.
    drawIn({ frame: true, screen: screen.english === true })
    return maySee(screen, actorOf(useMe())) ? <Page /> : <Forbidden />
  }
  return 'preload' in Page ? Object.assign(Admitted, { preload: Page.preload }) : Admitted
}

/** Every route under the main layout needs a connected user whose onboarding was sent (ROUTE-01, AUTH-22, AUTH-23). */
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: MainLayout,
  beforeLoad: ({ location }) => {
    if (!isConnected() || !isCompletedHere()) {
      throw redirect({ to: paths.signIn(), search: { next: location.href } as never })
    }
  },
})

const openRoutes = allScreens
  .filter(screen => screen.layout === 'open')
  .flatMap(screen => {
    const component = opened(screen)
    return pathsOf(screen).map(path => createRoute({ getParentRoute: () => root, path, component }))
  })

const mainRoutes = mainScreens.flatMap(screen => {
  const component = admitted(screen)
  return pathsOf(screen).map(path =>
    createRoute({ getParentRoute: () => main, path, component, errorComponent: FailedPage }),
  )
})

const tree = root.addChildren([...openRoutes, main.addChildren(mainRoutes)])

export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: 'intent',
    defaultErrorComponent: FailedAddressPage,
    scrollRestoration: true,
    // Filters stay readable in the URL: every value is a plain string.
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: search => {
      const query = new URLSearchParams(
        Object.entries(search)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      ).toString()
      return query ? `?${query}` : ''
    },
  })
}
