// First import: it applies before any schema is made.
import '#web/app/jitless.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { t } from '#domain/language/translate.ts'
import { ApiError, whenSessionEnds } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { makeRouter } from '#web/main/router.tsx'
import { forgetAnswers } from '#web/session/forget.ts'
import { depart } from '#web/session/leave.ts'
import { whenLeftElsewhere } from '#web/session/other-tabs.ts'
import { knownMe } from '#web/session/useMe.ts'
import { clearOnLeaving, focusOnArrival } from '#web/shell/arrival.ts'
import { RouterAnchor } from '#web/shell/RouterAnchor.tsx'
import { chooseHighlighted } from '#web/ui/button/chooseHighlighted.ts'
import { LinkProvider } from '#web/ui/button/UiLink.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { ThemeProvider } from '#web/ui/theme/ThemeProvider.tsx'

const client = new QueryClient({
  defaultOptions: {
    // An offline browser fails at once instead of pausing: a paused write would be lost with the tab.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // The server's errors are final; only a lost connection is retried.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
})
const router = makeRouter(client)
focusOnArrival(router)
clearOnLeaving(router)
document.addEventListener('keydown', chooseHighlighted, true)

// An ended session leads to sign-in and back to the same screen.
whenSessionEnds(() => {
  const { href, pathname } = router.state.location
  forgetAnswers(client)
  if (pathname.startsWith('/auth/sign-in') || pathname === '/sign-in') return
  void router.navigate({ to: paths.signIn(), search: { next: href } as never }).then(() => {
    showError(t('Su sesión ha terminado. Vuelva a entrar y seguirá donde estaba.'))
  })
})

// A duplicated tab has the session that the other tab ended.
whenLeftElsewhere(sessionId => {
  if (knownMe(client)?.sessionId === sessionId) void depart(client, to => router.navigate({ to }))
})

/** Calls `onShown` when the first screen stands, before it is painted. */
function Shown({ onShown, children }: { onShown?: () => void; children: ReactNode }) {
  useLayoutEffect(() => onShown?.(), [onShown])
  return children
}

/** Shows the portal at the address of the page; `onShown` is called when its first screen stands. */
export async function startApp(root: HTMLElement, onShown?: () => void): Promise<void> {
  // Loaded before it is drawn, so that no empty page comes between the entry form and the screen.
  if (onShown) await router.load()
  createRoot(root).render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <LinkProvider component={RouterAnchor}>
          <Shown onShown={onShown}>
            <RouterProvider router={router} />
          </Shown>
        </LinkProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
