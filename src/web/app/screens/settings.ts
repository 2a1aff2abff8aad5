import { IconChartBar, IconMail } from '@tabler/icons-react'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

/** What CCI configures, invites and counts. */
export const settingScreens = {
  configuration: mainScreen({
    path: '/documentation-data-configuration',
    page: 'ConfigurationPage',
    load: () => import('#web/catalogue/ConfigurationPage.tsx'),
    may: 'catalogue.manage',
    title: msg('Documentación y datos'),
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  services: mainScreen({
    path: '/service-configuration',
    page: 'ServicesPage',
    load: () => import('#web/catalogue/ServicesPage.tsx'),
    may: 'service.manage',
    title: msg('Servicios'),
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  accessSecurity: mainScreen({
    path: '/access-security',
    page: 'AccessSecurityPage',
    load: () => import('#web/identity/access/AccessSecurityPage.tsx'),
    may: 'second-factor.rule',
    title: msg('Seguridad de acceso'),
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  centreRules: mainScreen({
    path: '/centre-rules',
    page: 'CentreRulesPage',
    load: () => import('#web/catalogue/centre-rules/CentreRulesPage.tsx'),
    may: 'centre-rule.manage',
    title: msg('Reglas del centro'),
    keywords: 'festivos plazos días',
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  registerEditions: mainScreen({
    path: '/register-editions',
    page: 'EditionsPage',
    load: () => import('#web/supervision/register/edition/EditionsPage.tsx'),
    may: 'centre-rule.manage',
    title: 'Ediciones del registro',
    keywords: 'listas DORA registro de información JSON',
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  controlFramework: mainScreen({
    path: '/control-framework',
    page: 'ControlFrameworkPage',
    load: () => import('#web/assessment/framework/ControlFrameworkPage.tsx'),
    may: 'framework.manage',
    title: msg('Marco de controles'),
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  operation: mainScreen({
    path: '/operation',
    page: 'OperationPage',
    load: () => import('#web/notification/operation/OperationPage.tsx'),
    may: 'operation.manage',
    title: 'Correos y procesos',
    keywords: 'estado servidores versión copias certificado',
    under: 'settings',
    menu: { CCI: { group: 'settings' } },
  }),
  invitations: mainScreen({
    path: '/access-invitation',
    /** Optionally with the kind of participant to invite chosen. */
    address: (kind?: InvitableKind) => withFilters('/access-invitation', { invite: kind }),
    page: 'InvitationsPage',
    load: () => import('#web/invitation/InvitationsPage.tsx'),
    may: 'invitation.manage',
    title: msg('Invitaciones'),
    menu: { CCI: { Icon: IconMail } },
  }),
  verificationStatistics: mainScreen({
    path: '/statistics',
    page: 'VerificationStatisticsPage',
    load: () => import('#web/validation/statistics/VerificationStatisticsPage.tsx'),
    may: 'statistics.read',
    title: msg('Estadísticas de verificación'),
    FoundIcon: IconChartBar,
  }),
  statistics: mainScreen({
    path: '/stadistic-login',
    page: 'StatisticsPage',
    load: () => import('#web/identity/login-statistics/StatisticsPage.tsx'),
    may: 'statistics.read',
    title: msg('Estadísticas'),
    menu: { CCI: { Icon: IconChartBar } },
  }),
}
