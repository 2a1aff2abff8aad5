import {
  IconCalendarEvent,
  IconChartBar,
  IconFileCertificate,
  IconGauge,
  IconSpeakerphone,
  IconTable,
} from '@tabler/icons-react'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

/** What a bank writes about its own suppliers. */
export const supervisionScreens = {
  bulletins: mainScreen({
    path: '/bulletins',
    /** The list, optionally with one of them open, or its deadlines. */
    address: (of: { row?: string; clock?: string; provider?: string } = {}) => withFilters('/bulletins', of),
    page: 'BulletinsPage',
    load: () => import('#web/incident/bulletin/BulletinsPage.tsx'),
    may: 'bulletin.acknowledge',
    title: msg('Comunicados'),
    menu: { ENTITY: { Icon: IconSpeakerphone } },
    keywords: 'incidencias acuse plazos notificación',
  }),
  requiredLevels: mainScreen({
    path: '/required-levels',
    /** The list, optionally filtered by a provider's name, a situation, or what is about to lapse. */
    address: (of: { provider?: string; situation?: string; ending?: string } = {}) =>
      withFilters('/required-levels', of),
    page: 'RequiredLevelsPage',
    load: () => import('#web/supervision/use/RequiredLevelsPage.tsx'),
    may: 'use.manage',
    title: msg('Niveles exigidos'),
    menu: { ENTITY: { Icon: IconGauge } },
    keywords: 'exigencia política aceptación riesgo',
  }),
  register: mainScreen({
    path: '/register',
    /** A step, and in it a thing and its field, or a use or contract that wants a line. */
    address: (of: { step?: string; edit?: string; field?: string; use?: string; contract?: string } = {}) =>
      withFilters('/register', of),
    page: 'RegisterPage',
    load: () => import('#web/supervision/register/RegisterPage.tsx'),
    may: 'register.manage',
    title: msg('Registro de información'),
    menu: { ENTITY: { Icon: IconTable, label: msg('Registro DORA') } },
    keywords: 'dora lei contratos funciones descargar',
  }),
  registerSummary: mainScreen({
    path: '/register/summary',
    page: 'SummaryPage',
    load: () => import('#web/supervision/register/summary/SummaryPage.tsx'),
    may: 'register.manage',
    title: msg('Resumen del registro'),
    under: 'register',
    FoundIcon: IconChartBar,
    keywords: 'dora firma coste concentración',
  }),
  reliance: mainScreen({
    path: '/reliance',
    page: 'ReliancePage',
    load: () => import('#web/supervision/reliance/ReliancePage.tsx'),
    may: 'reliance.write',
    title: msg('Expedientes de confianza'),
    menu: { ENTITY: { Icon: IconFileCertificate, label: msg('Expedientes') } },
    keywords: 'confianza artículo 8',
  }),
  relianceFile: mainScreen({
    path: '/reliance/$id',
    address: (id: string) => `/reliance/${id}`,
    page: 'RelianceFilePage',
    load: () => import('#web/supervision/reliance/RelianceFilePage.tsx'),
    may: 'reliance.write',
    title: msg('Expediente de confianza'),
    under: 'reliance',
  }),
  concentration: mainScreen({
    path: '/concentration',
    page: 'ConcentrationPage',
    load: () => import('#web/supervision/chain/ConcentrationPage.tsx'),
    may: 'use.manage',
    title: msg('Concentración'),
    under: 'more',
    menu: { ENTITY: { group: 'more' } },
    keywords: 'subcontratación cadena',
  }),
  calendar: mainScreen({
    path: '/calendar',
    address: (of: { month?: string; kind?: string; view?: string } = {}) => withFilters('/calendar', of),
    page: 'CalendarPage',
    load: () => import('#web/participant/calendar/CalendarPage.tsx'),
    may: 'calendar.own',
    title: msg('Calendario'),
    english: true,
    under: role => (role === 'ENTITY' ? 'more' : null),
    menu: { ENTITY: { group: 'more' } },
    FoundIcon: IconCalendarEvent,
    keywords: 'caducidad vencimientos',
  }),
  integrations: mainScreen({
    path: '/integrations',
    page: 'IntegrationsPage',
    load: () => import('#web/integration/IntegrationsPage.tsx'),
    may: 'webhook.manage',
    title: msg('Claves y webhooks'),
    under: 'more',
    menu: { ENTITY: { group: 'more' } },
    keywords: 'api conexiones integración',
  }),
  webhook: mainScreen({
    path: '/integrations/$webhookId',
    address: (webhook: string) => `/integrations/${webhook}`,
    page: 'WebhookPage',
    load: () => import('#web/integration/webhook/WebhookPage.tsx'),
    may: 'webhook.manage',
    title: msg('Webhook'),
    under: 'integrations',
  }),
}
