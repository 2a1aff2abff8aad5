import { IconChartBar, IconMail } from '@tabler/icons-react'
import { mainScreen } from '#web/app/screen.ts'

/** What CCI configures, invites and counts. */
export const settingScreens = {
  configuration: mainScreen({
    path: '/documentation-data-configuration',
    page: 'ConfigurationPage',
    load: () => import('#web/catalogue/ConfigurationPage.tsx'),
    may: 'catalogue.manage',
    title: 'Documentación y datos',
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  services: mainScreen({
    path: '/service-configuration',
    page: 'ServicesPage',
    load: () => import('#web/catalogue/ServicesPage.tsx'),
    may: 'service.manage',
    title: 'Servicios',
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  accessSecurity: mainScreen({
    path: '/access-security',
    page: 'AccessSecurityPage',
    load: () => import('#web/identity/access/AccessSecurityPage.tsx'),
    may: 'second-factor.rule',
    title: 'Seguridad de acceso',
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  invitations: mainScreen({
    path: '/access-invitation',
    page: 'InvitationsPage',
    load: () => import('#web/invitation/InvitationsPage.tsx'),
    may: 'invitation.manage',
    title: 'Invitaciones',
    menu: { CCI: { Icon: IconMail } },
  }),
  statistics: mainScreen({
    path: '/stadistic-login',
    page: 'StatisticsPage',
    load: () => import('#web/identity/login-statistics/StatisticsPage.tsx'),
    may: 'statistics.read',
    title: 'Estadísticas',
    menu: { CCI: { Icon: IconChartBar } },
  }),
}
