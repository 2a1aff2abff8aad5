import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

/** What a bank writes about its own suppliers. */
export const supervisionScreens = {
  requiredLevels: mainScreen({
    path: '/required-levels',
    /** The list, optionally filtered by a provider's name, a situation, or what is about to lapse. */
    address: (of: { provider?: string; situation?: string; ending?: string } = {}) =>
      withFilters('/required-levels', of),
    page: 'RequiredLevelsPage',
    load: () => import('#web/supervision/use/RequiredLevelsPage.tsx'),
    may: 'use.manage',
    title: msg('Niveles exigidos'),
    under: 'supervision',
    menu: { ENTITY: { group: 'supervision' } },
  }),
  register: mainScreen({
    path: '/register',
    /** A step, and in it a thing and its field, or a use that wants a line. */
    address: (of: { step?: string; edit?: string; field?: string; use?: string } = {}) => withFilters('/register', of),
    page: 'RegisterPage',
    load: () => import('#web/supervision/register/RegisterPage.tsx'),
    may: 'register.manage',
    title: msg('Registro de información'),
    under: 'supervision',
    menu: { ENTITY: { group: 'supervision' } },
  }),
  reliance: mainScreen({
    path: '/reliance',
    page: 'ReliancePage',
    load: () => import('#web/supervision/reliance/ReliancePage.tsx'),
    may: 'reliance.write',
    title: msg('Expedientes de confianza'),
    under: 'supervision',
    menu: { ENTITY: { group: 'supervision' } },
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
    under: 'supervision',
    menu: { ENTITY: { group: 'supervision' } },
  }),
  integrations: mainScreen({
    path: '/integrations',
    page: 'IntegrationsPage',
    load: () => import('#web/integration/IntegrationsPage.tsx'),
    may: 'webhook.manage',
    title: msg('Claves y webhooks'),
    under: 'supervision',
    menu: { ENTITY: { group: 'supervision' } },
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
  bulletins: mainScreen({
    path: '/bulletins',
    page: 'BulletinsPage',
    load: () => import('#web/incident/bulletin/BulletinsPage.tsx'),
    may: 'bulletin.acknowledge',
    title: msg('Comunicados'),
    under: 'supervision',
    menu: { ENTITY: { group: 'supervision' } },
  }),
}
