import type { UserWire } from '#domain/identity/user/contract.ts'
import { userStatusLabels } from '#domain/identity/user/user.ts'
import type { Look } from '#web/list/tableColumns.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { CopyText, OneLine } from '#web/ui/table/CopyText.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** Widths and cells of the columns in lists of users. */
export const userLooks: Record<string, Look<UserWire>> = {
  participant: { sortable: true },
  name: {
    sortable: true,
    sub: user => {
      const role = [user.isPrincipal ? 'Usuario principal' : '', user.contactDetails.position]
      const text = role.filter(Boolean).join(' · ')
      return text ? <OneLine text={text} /> : null
    },
  },
  email: { sortable: true, cell: user => <CopyText text={user.email} /> },
  status: {
    sortable: true,
    width: 260,
    cell: user => <StateBadge state={user.status} label={userStatusLabels[user.status]} />,
    sub: ({ lastChangePassword: changed, awaitsConfirmation }) =>
      awaitsConfirmation ? (
        'Sin acceso: falta la confirmación de su usuario principal'
      ) : changed ? (
        <>
          Contraseña cambiada el <RelativeTime value={changed} />
        </>
      ) : (
        'Aún no ha entrado'
      ),
  },
}
