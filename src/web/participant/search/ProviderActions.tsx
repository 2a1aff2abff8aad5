import {
  IconChecklist,
  IconEye,
  IconFileText,
  IconFolderOpen,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import type { Role } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { Reason } from '#domain/messages.ts'
import { sentence } from '#domain/messages.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { requestActions } from '#domain/report-request/request-actions.ts'
import { renewalNote } from '#domain/report-request/request-note.ts'
import { isUnderReview } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { CompareToggle } from '#web/participant/comparison/CompareToggle.tsx'
import { FavouriteStar } from '#web/participant/search/FavouriteStar.tsx'
import { reviewHref } from '#web/participant/search/reviewHref.ts'
import { type RowAction, RowActions } from '#web/ui/table/RowActions.tsx'

export type RowHandlers = {
  onDocuments: (row: OverviewRow) => void
  onDelete: (row: OverviewRow) => void
}

const words = (reason: Reason | null) => reason && sentence(reason)
const noRequest = msg('Este proveedor no tiene ninguna solicitud')

/** Actions of a search row, by role; what is refused says why (ERR-18, ERR-19). */
export function ProviderActions({ row, role, ...handlers }: { row: OverviewRow; role: Role } & RowHandlers) {
  const of = [row.service, role === 'PROVIDER' ? null : nameOf(row)].filter(Boolean).join(', ')
  return <RowActions of={of} actions={actionsOf(row, role, handlers)} />
}

const nameOf = (row: OverviewRow) => row.details.commercialName || row.provider

function actionsOf(row: OverviewRow, role: Role, handlers: RowHandlers): RowAction[] {
  const documents: RowAction = {
    label: t`Documentos${row.service ? t` de ${row.service}` : ''}`,
    icon: <IconFileText />,
    blocked: row.validationId ? null : t(noRequest),
    onClick: () => handlers.onDocuments(row),
  }
  switch (role) {
    case 'PROVIDER':
      return [...ownRequest(row, handlers.onDelete), documents]
    case 'ENTITY': {
      const named = { idProvider: row.idProvider, name: nameOf(row) }
      return [
        { label: t('Comparar'), icon: null, control: <CompareToggle {...named} /> },
        { label: t('Favorito'), icon: null, control: <FavouriteStar {...named} fav={row.details.fav} /> },
        documentation(row),
      ]
    }
    case 'CCI':
      return [verification(row)]
    case 'AUDIT':
      return [documents]
  }
}

function ownRequest(row: OverviewRow, onDelete: RowHandlers['onDelete']): RowAction[] {
  if (!row.validationId) return []
  const refused = requestActions(
    { status: row.status, evaluatorAccredited: row.details.evaluatorAccredited, renewal: row.renewal },
    'PROVIDER',
  )
  const what = row.service ?? ''
  const href = paths.sendReport(row.validationId)
  return [
    { label: t`Editar la solicitud de ${what}`, icon: <IconPencil />, href, blocked: words(refused.edit) },
    {
      label: t`Renovar la solicitud de ${what}`,
      icon: <IconRefresh />,
      href,
      // Refused for now: shows the day from which it is allowed.
      blocked: refused.renew && [sentence(refused.renew), renewalNote(row)].filter(Boolean).join(' '),
    },
    {
      label: t`Eliminar la solicitud de ${what}`,
      icon: <IconTrash />,
      blocked: words(refused.delete),
      onClick: () => onDelete(row),
    },
  ]
}

/**
 * A request pending at CCI opens the verification; any other opens read-only (ROLE-11). Without a request, the
 * documentation opens.
 */
function verification(row: OverviewRow): RowAction {
  if (!row.validationId) return documentationReview(row)
  return isUnderReview(row.status)
    ? {
        label: t`Verificar el informe de ${row.service}`,
        word: t('Verificar'),
        icon: <IconChecklist />,
        href: paths.verifyReport(row.idProvider, row.validationId),
      }
    : {
        label: t`Ver el informe de ${row.service}`,
        icon: <IconEye />,
        href: paths.viewDocumentation(row.idProvider, row.validationId, 'AUDIT_REPORT'),
      }
}

/** The provider's documentation, read-only (ROLE-32). */
function documentation(row: OverviewRow): RowAction {
  const { documentationId } = row
  return {
    label: t`Documentación de ${nameOf(row)}`,
    icon: <IconFolderOpen />,
    ...(documentationId
      ? { href: paths.viewDocumentation(row.idProvider, documentationId, 'DOC_MIN') }
      : { blocked: t('Todavía no ha enviado documentación') }),
  }
}

function documentationReview(row: OverviewRow): RowAction {
  const { documentationId } = row
  if (!documentationId || !isUnderReview(row.validationStatus)) return documentation(row)
  return {
    label: t`Verificar la documentación de ${nameOf(row)}`,
    word: t('Verificar'),
    icon: <IconChecklist />,
    href: reviewHref({ participantId: row.idProvider, documentationId, status: row.validationStatus }),
  }
}
