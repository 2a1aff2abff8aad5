import { IconUsers } from '@tabler/icons-react'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

export const userScreens = {
  users: mainScreen({
    path: '/user-management',
    address: (kind?: InvitableKind, participant?: string) =>
      withFilters('/user-management', { of: kind && participant ? `${kind}-${participant}` : undefined }),
    page: 'UsersPage',
    load: () => import('#web/identity/user/UsersPage.tsx'),
    may: 'user.read',
    title: msg('Gestión de usuarios'),
    english: true,
    menu: {
      CCI: { group: 'users', label: msg('Crear/Gestionar usuarios') },
      PROVIDER: { Icon: IconUsers },
      AUDIT: { Icon: IconUsers },
      ENTITY: { Icon: IconUsers },
    },
  }),
  usersOverview: mainScreen({
    path: '/view-users',
    address: (email?: string) => withFilters('/view-users', { email }),
    page: 'UsersOverviewPage',
    load: () => import('#web/identity/user/UsersOverviewPage.tsx'),
    may: 'user.overview',
    title: msg('Visualización'),
    under: 'users',
    menu: { CCI: { group: 'users' } },
  }),
}
