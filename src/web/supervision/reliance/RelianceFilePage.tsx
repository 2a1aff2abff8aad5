import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { readReliance } from '#domain/supervision/reliance/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { RelianceForm } from '#web/supervision/reliance/RelianceForm.tsx'
import { SignedFile } from '#web/supervision/reliance/SignedFile.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

const BACK = { href: paths.reliance(), label: 'Volver a los expedientes' }

/** /reliance/{id}: a reliance file, written while it is a draft and frozen once it is signed (RELY-02). */
export function RelianceFilePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  // Each reading that replaces what is on the screen makes a new form.
  const [reading, setReading] = useState(0)
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOptions(readReliance, { params: { id } }),
    refetchOnWindowFocus: false,
  })
  if (!data) {
    return (
      <>
        <PageHeader title="Expediente de confianza" back={BACK} />
        {error ? (
          <ErrorState
            title="No se ha podido abrir el expediente"
            text={messageOf(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Loading height={420} label="Cargando el expediente" />
        )}
      </>
    )
  }
  const reread = async () => {
    await refetch()
    setReading(reading + 1)
  }
  const { subject, number } = data
  const head = {
    title: `Expediente de confianza n.º ${number}`,
    subtitle: `Recurso a informes de terceros (art. 8) · ${subject.service} · ${subject.provider}`,
    back: BACK,
  }
  return relianceMachine.is.draft(data.status) ? (
    <RelianceForm key={`${data.id} ${reading}`} head={head} opened={data} onReread={reread} />
  ) : (
    <SignedFile key={data.id} head={head} file={data} />
  )
}
