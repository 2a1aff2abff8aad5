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
import { IconButton } from '#web/ui/button/IconButton.tsx'

export type RowHandlers = {
  onDocuments: (row: OverviewRow) => void
  onDelete: (row: OverviewRow) => void
}

const words = (reason: Reason | null) => reason && sentence(reason)
const noRequest = 'Este proveedor no tiene ninguna solicitud'

/** Actions of a search row, by role; a refused action says why (ERR-18, ERR-19). */
export function RowActions({ row, role, ...handlers }: { row: OverviewRow; role: Role } & RowHandlers) {
  const documents = (
    <IconButton
      size={40}
      label={`Documentos${row.service ? ` de ${row.service}` : ''}`}
      icon={<IconFileText />}
      blocked={row.validationId ? null : noRequest}
      onClick={() => handlers.onDocuments(row)}
    />
  )
  switch (role) {
    case 'PROVIDER':
      return (
        <>
          <OwnRequestActions row={row} onDelete={handlers.onDelete} />
          {documents}
        </>
      )
    case 'ENTITY':
      return (
        <>
          <CompareToggle idProvider={row.idProvider} name={row.details.commercialName || row.provider} />
          <FavouriteStar
            idProvider={row.idProvider}
            name={row.details.commercialName || row.provider}
            fav={row.details.fav}
          />
          <Documentation row={row} />
        </>
      )
    case 'CCI':
      return <Verification row={row} />
    case 'AUDIT':
      return documents
  }
}

function OwnRequestActions({ row, onDelete }: { row: OverviewRow; onDelete: (row: OverviewRow) => void }) {
  if (!row.validationId) return null
  const refused = requestActions(
    { status: row.status, evaluatorAccredited: row.details.evaluatorAccredited },
    'PROVIDER',
  )
  const what = row.service ?? ''
  const href = paths.sendReport(row.validationId)
  return (
    <>
      <IconButton
        size={40}
        label={`Editar la solicitud de ${what}`}
        icon={<IconPencil />}
        href={href}
        blocked={words(refused.edit)}
      />
      <IconButton
        size={40}
        label={`Renovar la solicitud de ${what}`}
        icon={<IconRefresh />}
        href={href}
        // Refused for now: shows the day from which it is allowed.
        blocked={refused.renew && [sentence(refused.renew), renewalNote(row)].filter(Boolean).join(' ')}
      />
      <IconButton
        size={40}
        label={`Eliminar la solicitud de ${what}`}
        icon={<IconTrash />}
        blocked={words(refused.delete)}
        onClick={() => onDelete(row)}
      />
    </>
  )
}

/**
 * A request pending at CCI opens the verification; any other opens read-only (ROLE-11). Without a request, the
 * documentation opens.
 */
function Verification({ row }: { row: OverviewRow }) {
  if (!row.validationId) return <DocumentationReview row={row} />
  return isUnderReview(row.status) ? (
    <IconButton
      size={40}
      label={`Verificar el informe de ${row.service}`}
      icon={<IconChecklist />}
      href={paths.verifyReport(row.idProvider, row.validationId)}
    />
  ) : (
    <IconButton
      size={40}
      label={`Ver el informe de ${row.service}`}
      icon={<IconEye />}
      href={paths.viewDocumentation(row.idProvider, row.validationId, 'AUDIT_REPORT')}
    />
  )
}

/** The provider's documentation, read-only (ROLE-32). */
function Documentation({ row }: { row: OverviewRow }) {
  const { documentationId } = row
  return (
    <IconButton
      size={40}
      label={`Documentación de ${row.details.commercialName || row.provider}`}
      icon={<IconFolderOpen />}
      {...(documentationId
        ? { href: paths.viewDocumentation(row.idProvider, documentationId, 'DOC_MIN') }
        : { blocked: 'Todavía no ha enviado documentación' })}
    />
  )
}

function DocumentationReview({ row }: { row: OverviewRow }) {
  const { documentationId } = row
  if (!documentationId || !isUnderReview(row.validationStatus)) return <Documentation row={row} />
  return (
    <IconButton
      size={40}
      label={`Verificar la documentación de ${row.details.commercialName || row.provider}`}
      icon={<IconChecklist />}
      href={reviewHref({ participantId: row.idProvider, documentationId, status: row.validationStatus })}
    />
  )
}
