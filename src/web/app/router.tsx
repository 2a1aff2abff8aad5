import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { SignInPage } from '#web/identity/auth/SignInPage.tsx'
import { isCompleted, isConnected } from '#web/identity/session/storage.ts'
import { FailedAddressPage, FailedPage } from '#web/shell/FailedPage.tsx'
import { MainLayout } from '#web/shell/MainLayout.tsx'
import { UnknownAddressPage } from '#web/shell/NotFoundPage.tsx'
import { partOf } from '#web/shell/parts.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: UnknownAddressPage })

const part = (load: () => Promise<unknown>, name: string) => lazyRouteComponent(partOf(load) as never, name as never)

/** Screens without a session, or before the onboarding is sent; exempt from the guard (AUTH-24). */
const open = (path: string, load: () => Promise<unknown>, name: string) =>
  createRoute({ getParentRoute: () => root, path, component: part(load, name) })

/** Every route under the main layout needs a connected user whose onboarding was sent (ROUTE-01, AUTH-22, AUTH-23). */
const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: MainLayout,
  beforeLoad: ({ location }) => {
    if (!isConnected() || !isCompleted()) {
      throw redirect({ to: paths.signIn(), search: { next: location.href } as never })
    }
  },
})
const screen = (path: string, load: () => Promise<unknown>, name: string) =>
  createRoute({ getParentRoute: () => main, path, component: part(load, name), errorComponent: FailedPage })

// Users must be able to leave when the portal is down, so this screen loads with the first bundle.
const signIn = (path: string) => createRoute({ getParentRoute: () => root, path, component: SignInPage })
const reset = () => import('#web/identity/auth/ResetPasswordPage.tsx')
const sendReport = () => import('#web/report-request/SendReportPage.tsx')

/** Route tree, with paths as the specification writes them (ROUTE-02 to ROUTE-32). */
const tree = root.addChildren([
  signIn('/auth/sign-in'),
  signIn('/sign-in'),
  open('/auth/change-password', () => import('#web/identity/auth/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
  open('/auth/second-factor', () => import('#web/identity/auth/SecondFactorPage.tsx'), 'SecondFactorPage'),
  open('/auth/single-sign-on', () => import('#web/identity/auth/SignOnReturnPage.tsx'), 'SignOnReturnPage'),
  open('/auth/reset-password', reset, 'ResetPasswordPage'),
  open('/reset-password', reset, 'ResetPasswordPage'),
  open('/auth/mandatory-data', () => import('#web/participant/onboarding/MandatoryDataPage.tsx'), 'MandatoryDataPage'),
  open('/demo/correo', () => import('#web/notification/demo/DemoMailPage.tsx'), 'DemoMailPage'),
  main.addChildren([
    screen('/', () => import('#web/start/StartPage.tsx'), 'StartPage'),
    screen('/provider', () => import('#web/participant/ProvidersPage.tsx'), 'ProvidersPage'),
    screen('/provider-comparison', () => import('#web/participant/comparison/ComparisonPage.tsx'), 'ComparisonPage'),
    screen('/entity', () => import('#web/participant/EntitiesPage.tsx'), 'EntitiesPage'),
    screen('/audit', () => import('#web/participant/EvaluatorsPage.tsx'), 'EvaluatorsPage'),
    screen('/notifications', () => import('#web/notification/NotificationsPage.tsx'), 'NotificationsPage'),
    screen('/own-data', () => import('#web/participant/OwnDataPage.tsx'), 'OwnDataPage'),
    screen(
      '/own-documentation',
      () => import('#web/document/documentation/OwnDocumentationPage.tsx'),
      'OwnDocumentationPage',
    ),
    screen('/security', () => import('#web/identity/user/SecurityPage.tsx'), 'SecurityPage'),
    screen(
      '/editUser/$idGenericEntity/$role',
      () => import('#web/participant/EditParticipantPage.tsx'),
      'EditParticipantPage',
    ),
    screen('/user-management', () => import('#web/identity/user/UsersPage.tsx'), 'UsersPage'),
    screen('/view-users', () => import('#web/identity/user/UsersOverviewPage.tsx'), 'UsersOverviewPage'),
    screen('/incidences', () => import('#web/incident/IncidentsPage.tsx'), 'IncidentsPage'),
    screen('/incidences/incidences-CCI', () => import('#web/incident/ManageIncidentsPage.tsx'), 'ManageIncidentsPage'),
    screen('/incidences/open-incidence/$key', () => import('#web/incident/OpenIncidentPage.tsx'), 'OpenIncidentPage'),
    screen(
      '/documentation-data-configuration',
      () => import('#web/catalogue/ConfigurationPage.tsx'),
      'ConfigurationPage',
    ),
    screen('/access-security', () => import('#web/identity/access/AccessSecurityPage.tsx'), 'AccessSecurityPage'),
    screen('/service-configuration', () => import('#web/catalogue/ServicesPage.tsx'), 'ServicesPage'),
    screen('/stadistic-login', () => import('#web/identity/login-statistics/StatisticsPage.tsx'), 'StatisticsPage'),
    screen('/access-invitation', () => import('#web/invitation/InvitationsPage.tsx'), 'InvitationsPage'),
    screen(
      '/documentation-verification/$key',
      () => import('#web/validation/documentation/DocumentationVerificationPage.tsx'),
      'DocumentationVerificationPage',
    ),
    screen(
      '/documentation-view/$key',
      () => import('#web/document/documentation/DocumentationViewPage.tsx'),
      'DocumentationViewPage',
    ),
    screen(
      '/report-verification/$key',
      () => import('#web/validation/report/ReportVerificationPage.tsx'),
      'ReportVerificationPage',
    ),
    screen('/send-report', sendReport, 'SendReportPage'),
    screen('/send-report/$validationId', sendReport, 'SendReportPage'),
    screen(
      '/send-report-cci/$idGenericEntity',
      () => import('#web/report-request/SendReportForProviderPage.tsx'),
      'SendReportForProviderPage',
    ),
  ]),
])

export function makeRouter(_client: QueryClient) {
  return createRouter({
    routeTree: tree,
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
