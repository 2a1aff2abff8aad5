import type { UserWire } from '#domain/identity/user/contract.ts'
import { userStatusLabels } from '#domain/identity/user/user.ts'
import type { Look } from '#web/list/tableColumns.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** An e-mail that may break after its @, to fit a narrow column. */
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

/** Widths and cells of the columns in lists of users. */
export const userLooks: Record<string, Look<UserWire>> = {
  participant: { sortable: true },
  name: {
    sortable: true,
    sub: user =>
      [user.contactDetails.position, user.isPrincipal ? 'Usuario principal' : ''].filter(Boolean).join(' · '),
  },
  email: { sortable: true, cell: user => <Email address={user.email} /> },
  status: {
    sortable: true,
    width: 260,
    cell: user => <StateBadge state={user.status} label={userStatusLabels[user.status]} />,
    sub: ({ lastChangePassword: changed }) =>
      changed ? (
        <>
          Contraseña cambiada el <RelativeTime value={changed} />
        </>
      ) : (
        'Aún no ha entrado'
      ),
  },
}
