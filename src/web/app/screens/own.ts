import { IconBell, IconCalendarEvent, IconHome, IconSunrise } from '@tabler/icons-react'
import { invitableKinds, roles } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

/** The start and what is the user's own. */
export const ownScreens = {
  start: mainScreen({
    path: '/',
    page: 'StartPage',
    load: () => import('#web/start/StartPage.tsx'),
    may: 'session.own',
    title: msg('Inicio'),
    english: true,
    menu: { PROVIDER: { Icon: IconHome }, AUDIT: { Icon: IconHome }, ENTITY: { Icon: IconHome } },
  }),
  morning: mainScreen({
    path: '/manana',
    page: 'MorningPage',
    load: () => import('#web/start/morning/MorningPage.tsx'),
    may: 'session.own',
    title: msg('Hoja del día'),
    FoundIcon: IconSunrise,
  }),
  notifications: mainScreen({
    path: '/notifications',
    page: 'NotificationsPage',
    load: () => import('#web/notification/NotificationsPage.tsx'),
    may: 'notification.read',
    title: msg('Notificaciones'),
    english: true,
    FoundIcon: IconBell,
  }),
  ownData: mainScreen({
    path: '/own-data',
    page: 'OwnDataPage',
    load: () => import('#web/participant/OwnDataPage.tsx'),
    may: 'session.own',
    title: msg('Mis datos'),
    english: true,
    // CCI has no data and no documentation (D50).
    own: invitableKinds,
  }),
  ownDocumentation: mainScreen({
    path: '/own-documentation',
    page: 'OwnDocumentationPage',
    load: () => import('#web/document/documentation/OwnDocumentationPage.tsx'),
    may: 'session.own',
    title: msg('Mi documentación'),
    english: true,
    own: invitableKinds,
  }),
  calendar: mainScreen({
    path: '/calendar',
    address: (of: { month?: string; kind?: string; view?: string } = {}) => withFilters('/calendar', of),
    page: 'CalendarPage',
    load: () => import('#web/participant/calendar/CalendarPage.tsx'),
    may: 'calendar.own',
    title: msg('Calendario'),
    FoundIcon: IconCalendarEvent,
  }),
  security: mainScreen({
    path: '/security',
    page: 'SecurityPage',
    load: () => import('#web/identity/user/SecurityPage.tsx'),
    may: 'session.own',
    title: msg('Seguridad'),
    english: true,
    own: roles,
  }),
}
