import { roleLabels } from '#domain/session/outcome.ts'
import type { UserWire } from '#domain/user/contract.ts'
import { userStatusLabels } from '#domain/user/user.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { fullName } from '#web/user/userWords.ts'

const principal = (user: UserWire) => (user.isPrincipal ? 'Usuario principal' : '')

/** An address that may break after its sign, so that a narrow column holds it. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

export const nameColumn: Column<UserWire> = {
  key: 'name',
  header: 'NOMBRE',
  sortable: true,
  cell: user => fullName(user) || 'Sin nombre todavía',
  sub: user => user.contactDetails.position,
}
/** The same with who is the principal user, where no column of roles says it. */
export const memberColumn: Column<UserWire> = {
  ...nameColumn,
  sub: user => [user.contactDetails.position, principal(user)].filter(Boolean).join(' · '),
}
export const emailColumn: Column<UserWire> = {
  key: 'email',
  header: 'CORREO',
  sortable: true,
  cell: user => <Email address={user.email} />,
}
export const phoneColumn: Column<UserWire> = {
  key: 'phone',
  header: 'TELÉFONO',
  width: 140,
  cell: user => user.contactDetails.tlf || <span className="dimmer">—</span>,
}
export const participantColumn: Column<UserWire> = {
  key: 'participant',
  header: 'PARTICIPANTE',
  sortable: true,
  cell: user => user.nameGenericEntity,
}
export const roleColumn: Column<UserWire> = {
  key: 'role',
  header: 'ROL',
  sortable: true,
  width: 150,
  cell: user => roleLabels[user.role],
  sub: principal,
}
export const statusColumn: Column<UserWire> = {
  key: 'status',
  header: 'ESTADO',
  sortable: true,
  width: 140,
  cell: user => <StateBadge state={user.status} label={userStatusLabels[user.status]} />,
}
export const passwordColumn: Column<UserWire> = {
  key: 'lastChangePassword',
  header: 'CONTRASEÑA',
  width: 150,
  hint: 'Cuándo la cambió por última vez',
  cell: user =>
    user.lastChangePassword ? <RelativeTime value={user.lastChangePassword} /> : <span>Aún no ha entrado</span>,
}
