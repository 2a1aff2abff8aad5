import { IconBell, IconHome } from '@tabler/icons-react'
import { invitableKinds, roles } from '#domain/identity/roles.ts'
import { mainScreen } from '#web/app/screen.ts'

/** The start and what is the user's own. */
export const ownScreens = {
  start: mainScreen({
    path: '/',
    page: 'StartPage',
    load: () => import('#web/start/StartPage.tsx'),
    may: 'session.own',
    title: 'Inicio',
    menu: { PROVIDER: { Icon: IconHome }, AUDIT: { Icon: IconHome }, ENTITY: { Icon: IconHome } },
  }),
  notifications: mainScreen({
    path: '/notifications',
    page: 'NotificationsPage',
    load: () => import('#web/notification/NotificationsPage.tsx'),
    may: 'notification.read',
    title: 'Notificaciones',
    FoundIcon: IconBell,
  }),
  ownData: mainScreen({
    path: '/own-data',
    page: 'OwnDataPage',
    load: () => import('#web/participant/OwnDataPage.tsx'),
    may: 'session.own',
    title: 'Mis datos',
    // CCI has no data and no documentation (D50).
    own: invitableKinds,
  }),
  ownDocumentation: mainScreen({
    path: '/own-documentation',
    page: 'OwnDocumentationPage',
    load: () => import('#web/document/documentation/OwnDocumentationPage.tsx'),
    may: 'session.own',
    title: 'Mi documentación',
    own: invitableKinds,
  }),
  security: mainScreen({
    path: '/security',
    page: 'SecurityPage',
    load: () => import('#web/identity/user/SecurityPage.tsx'),
    may: 'session.own',
    title: 'Seguridad',
    own: roles,
  }),
}
