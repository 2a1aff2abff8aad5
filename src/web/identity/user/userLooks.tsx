import type { UserWire } from '#domain/identity/user/contract.ts'
import { userStatusLabels } from '#domain/identity/user/user.ts'
import { t } from '#domain/language/translate.ts'
import type { Look } from '#web/list/tableColumns.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { CopyText, OneLine } from '#web/ui/table/CopyText.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'

/** Widths and cells of the columns in lists of users. */
export const userLooks: Record<string, Look<UserWire>> = {
  name: {
    sub: user => {
      const role = [user.isPrincipal ? t('Usuario principal') : '', user.contactDetails.position]
      const text = role.filter(Boolean).join(' · ')
      return text ? <OneLine text={text} /> : null
    },
  },
  email: { cell: user => <CopyText text={user.email} /> },
  status: {
    width: 260,
    cell: user => <StateBadge state={user.status} label={userStatusLabels[user.status]} />,
    sub: ({ lastChangePassword: changed, awaitsConfirmation }) =>
      awaitsConfirmation ? (
        t('Sin acceso: falta la confirmación de su usuario principal')
      ) : changed ? (
        <Words of={t('Contraseña cambiada el {0}')}>
          <RelativeTime value={changed} />
        </Words>
      ) : (
        t('Aún no ha entrado')
      ),
  },
}
