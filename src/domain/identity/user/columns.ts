import { yesNo } from '#domain/conflict/conflict.ts'
import { roles } from '#domain/identity/roles.ts'
import { roleLabels } from '#domain/identity/session/outcome.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { fullName, userStatusLabels } from '#domain/identity/user/user.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter, ownFilter } from '#domain/list/shown.ts'
import { formatInstant } from '#domain/values/day.ts'

const participant: readonly ListColumn<UserWire>[] = [
  { key: 'participant', label: msg('Participante'), text: user => user.nameGenericEntity },
  { key: 'role', label: msg('Rol'), text: user => roleLabels[user.role], under: 'participant' },
]

/** The users of one participant (USR-02, USR-07). */
export const userColumns: readonly ListColumn<UserWire>[] = [
  { key: 'name', label: msg('Nombre'), text: user => fullName(user) || t('Sin nombre todavía') },
  { key: 'position', label: msg('Cargo'), text: user => user.contactDetails.position ?? '', under: 'name' },
  { key: 'isPrincipal', label: msg('Usuario principal'), text: user => yesNo(user.isPrincipal), under: 'name' },
  { key: 'email', label: msg('Correo'), text: user => user.email },
  { key: 'tlf', label: msg('Teléfono'), text: user => user.contactDetails.tlf ?? '', under: 'email' },
  { key: 'status', label: msg('Estado'), text: user => userStatusLabels[user.status] },
  {
    key: 'lastChangePassword',
    label: msg('Contraseña cambiada el'),
    text: ({ lastChangePassword: changed }) => (changed ? formatInstant(changed) : t('Aún no ha entrado')),
    under: 'status',
  },
]

/** The users of all participants (USR-03). */
export const overviewUserColumns: readonly ListColumn<UserWire>[] = [...participant, ...userColumns]

export const usersList: ListShown = {
  label: 'Usuarios por participante',
  sort: 'participant,asc',
  // LIM-13.
  size: 6,
  filters: {
    participant: ownFilter,
    email: ownFilter,
    role: choiceFilter('Rol', 'Todos', () => Object.fromEntries(roles.map(role => [`ROLE_${role}`, roleLabels[role]]))),
    status: choiceFilter('Estado', 'Todos', userStatusLabels),
  },
  screens: ['/view-users'],
}

export const participantUsersList: ListShown = {
  label: msg('Lista de usuarios creados'),
  sort: 'name,asc',
  // LIM-13.
  size: 6,
  filters: { name: ownFilter, email: ownFilter, status: choiceFilter(msg('Estado'), msg('Todos'), userStatusLabels) },
  screens: ['/user-management'],
}
