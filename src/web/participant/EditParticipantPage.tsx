import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readDataCatalogue } from '#domain/catalogue/contract.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { readParticipant } from '#domain/participant/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useFresh } from '#web/api/useFresh.ts'
import { EditParticipantForm } from '#web/participant/EditParticipantForm.tsx'
import { kindPath } from '#web/participant/profile/useProfileSaving.ts'
import { NotFoundPage } from '#web/shell/NotFoundPage.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

/** CCI edits a participant, with the form of its kind (ROUTE-16, USR-05, ROLE-13). */
export function EditParticipantPage() {
  const { idGenericEntity = '', role } = useParams({ strict: false }) as { idGenericEntity?: string; role?: string }
  const kind = invitableKinds.find(each => each === role)
  if (!kind) return <NotFoundPage />
  return <Load key={idGenericEntity} kind={kind} id={idGenericEntity} />
}

function Load({ kind, id }: { kind: InvitableKind; id: string }) {
  const participant = useFresh(queryOptions(readParticipant, { params: { kind: kindPath(kind), id } }))
  const catalogue = useQuery(queryOptions(readDataCatalogue, { params: { role: kind } }))
  if (participant.data && catalogue.data) {
    return <EditParticipantForm kind={kind} wire={participant.data} data={catalogue.data.fields} />
  }
  const error = participant.error ?? catalogue.error
  return (
    <>
      <PageHeader title="Editar participante" />
      {error ? (
        <ErrorState
          title="No se han podido leer los datos del participante"
          text={messageOf(error)}
          onRetry={() => {
            void participant.refetch()
            void catalogue.refetch()
          }}
        />
      ) : (
        <LoadingMask visible />
      )}
    </>
  )
}
