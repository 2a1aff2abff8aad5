import { IconBell, IconChecklist, IconHome } from '@tabler/icons-react'
import { invitableKinds, roles } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

/** The parts of 'Mi cuenta'; the first is there without a name in the address. */
export type AccountPart = 'avisos' | 'idioma'

/** The start and what is the user's own. */
export const ownScreens = {
  start: mainScreen({
    path: '/',
    // The sheet of the day, which the start prints (EXP-05).
    also: ['/manana'],
    page: 'StartPage',
    load: () => import('#web/start/StartPage.tsx'),
    may: 'session.own',
    title: msg('Inicio'),
    english: true,
    // CCI's home is the queue.
    menu: {
      CCI: { Icon: IconChecklist, label: msg('Cola de verificación'), href: '/provider?q-all=1' },
      PROVIDER: { Icon: IconHome },
      AUDIT: { Icon: IconHome },
      ENTITY: { Icon: IconHome },
    },
    keywords: 'certificado renovar tareas pendiente',
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
    keywords: 'lei registro dora dirección',
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
    keywords: 'documentos certificados renovar',
    english: true,
    own: invitableKinds,
  }),
  account: mainScreen({
    path: '/account',
    /** One of its parts. */
    address: (parte?: AccountPart) => withFilters('/account', { parte }),
    // Its first name.
    also: ['/security'],
    page: 'AccountPage',
    load: () => import('#web/identity/user/AccountPage.tsx'),
    may: 'session.own',
    title: msg('Mi cuenta'),
    keywords: 'seguridad idioma language inglés correo avisos contraseña',
    english: true,
    own: roles,
  }),
}
