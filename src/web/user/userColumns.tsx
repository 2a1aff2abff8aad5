import { roleLabels } from '#domain/session/outcome.ts'
import type { UserWire } from '#domain/user/contract.ts'
import { userStatusLabels } from '#domain/user/user.ts'
import type { Column } from '#web/ui/DataTable.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { fullName } from '#web/user/userWords.ts'

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
  sub: user => [user.contactDetails.position, user.isPrincipal ? 'Usuario principal' : ''].filter(Boolean).join(' · '),
}
export const emailColumn: Column<UserWire> = {
  key: 'email',
  header: 'CORREO',
  sortable: true,
  cell: user => <Email address={user.email} />,
  sub: user => user.contactDetails.tlf,
}
export const participantColumn: Column<UserWire> = {
  key: 'participant',
  header: 'PARTICIPANTE',
  sortable: true,
  cell: user => user.nameGenericEntity,
  sub: user => roleLabels[user.role],
}
export const statusColumn: Column<UserWire> = {
  key: 'status',
  header: 'ESTADO',
  sortable: true,
  width: 190,
  cell: user => <StateBadge state={user.status} label={userStatusLabels[user.status]} />,
  sub: ({ lastChangePassword: changed }) =>
    changed ? (
      <>
        Contraseña de <RelativeTime value={changed} />
      </>
    ) : (
      'Aún no ha entrado'
    ),
}
