import { useParams } from '@tanstack/react-router'
import { isUnderReview } from '#domain/validation/validation.ts'
import { messageOf } from '#web/api/api.ts'
import { splitKey } from '#web/app/address.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { DocumentationReview } from '#web/validation/documentation/DocumentationReview.tsx'
import { keyNames } from '#web/validation/keyNames.ts'
import { useValidation } from '#web/validation/useReview.ts'

/** CCI verifies a participant's documentation (DOC-11 to DOC-17, DOC-20, DOC-21). */
export function DocumentationVerificationPage() {
  const { key } = useParams({ strict: false }) as { key: string }
  return <Verification key={key} address={key} />
}

function Verification({ address }: { address: string }) {
  const { data, error, refetch, isFetching } = useValidation(splitKey(address)[1])
  // A report has another screen, and a key with inconsistent parts leads nowhere.
  const strange = data && !(data.type === 'DOC_MIN' && keyNames(address, data))
  if (data && !strange) return <DocumentationReview validation={data} open={isUnderReview(data.status)} />
  return (
    <>
      <PageHeader title="Verificación de documentación" />
      {strange ? (
        <ErrorState
          title="No se ha podido abrir la documentación"
          text="La dirección no lleva a ninguna documentación."
        />
      ) : error ? (
        <ErrorState
          title="No se ha podido abrir la documentación"
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LoadingMask visible />
      )}
    </>
  )
}
