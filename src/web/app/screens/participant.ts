import { type InvitableKind, invitableKinds } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { comparesProviders, writeCompared } from '#domain/participant/comparison.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

export const participantScreens = {
  providers: mainScreen({
    path: '/provider',
    /** The list, optionally filtered by a provider's name, a service and a status, in an order, with one row open. */
    address: (of: { provider?: string; service?: string; status?: string; sort?: string; row?: string } = {}) =>
      withFilters('/provider', of),
    page: 'ProvidersPage',
    load: () => import('#web/participant/ProvidersPage.tsx'),
    may: 'provider.search',
    title: role => (role === 'PROVIDER' ? msg('Servicios') : msg('Proveedores')),
    under: role => (role === 'CCI' ? 'participants' : null),
    menu: { CCI: { group: 'participants' } },
  }),
  providerSheet: mainScreen({
    path: '/provider/$idProvider',
    address: (id: string, of: { parte?: string } = {}) => withFilters(`/provider/${id}`, of),
    page: 'ProviderSheetPage',
    load: () => import('#web/participant/sheet/ProviderSheetPage.tsx'),
    may: 'provider.search',
    title: msg('Ficha de proveedor'),
    english: true,
    under: 'providers',
  }),
  comparison: mainScreen({
    path: '/provider-comparison',
    address: (ids: readonly string[]) =>
      withFilters('/provider-comparison', { compare: writeCompared(ids) ?? undefined }),
    page: 'ComparisonPage',
    load: () => import('#web/participant/comparison/ComparisonPage.tsx'),
    may: comparesProviders,
    title: msg('Comparación'),
    under: 'providers',
  }),
  entities: mainScreen({
    path: '/entity',
    page: 'EntitiesPage',
    load: () => import('#web/participant/EntitiesPage.tsx'),
    may: 'entity.search',
    title: msg('Entidades'),
    under: 'participants',
    menu: { CCI: { group: 'participants' } },
  }),
  evaluators: mainScreen({
    path: '/audit',
    page: 'EvaluatorsPage',
    load: () => import('#web/participant/EvaluatorsPage.tsx'),
    may: 'evaluator.search',
    title: msg('Evaluadores'),
    under: 'participants',
    menu: { CCI: { group: 'participants' } },
  }),
  editParticipant: mainScreen({
    path: '/editUser/$idGenericEntity/$role',
    address: (id: string, role: InvitableKind) => `/editUser/${id}/${role}`,
    page: 'EditParticipantPage',
    load: () => import('#web/participant/EditParticipantPage.tsx'),
    may: 'participant.create',
    title: msg('Editar participante'),
    under: 'subject',
    subject: ({ role }) => {
      const kind = invitableKinds.find(each => each === role)
      return kind ? { kind } : null
    },
  }),
}
