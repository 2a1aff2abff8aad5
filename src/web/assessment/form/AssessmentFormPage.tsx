import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { listAssessments, readAssessment } from '#domain/assessment/contract.ts'
import { readFramework } from '#domain/assessment/framework/contract.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { msg, t } from '#domain/language/translate.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { AssessmentForm } from '#web/assessment/form/AssessmentForm.tsx'
import { BeginAssessment } from '#web/assessment/form/BeginAssessment.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'

const TITLE = msg('Evaluación de un servicio')
const BACK = { href: paths.assessments(), label: msg('Volver a las evaluaciones') }

/** /assessment/{validationId}: the evaluator answers the controls for a request (DICT-11). */
export function AssessmentFormPage() {
  const { validationId = '' } = useParams({ strict: false }) as { validationId?: string }
  const request = useQuery(queryOptions(readValidation, { params: { id: validationId } }))
  const found = useQuery(queryOptions(listAssessments, { query: { validationId, size: 25 } }))
  const error = request.error ?? found.error
  if (!request.data || !found.data) {
    return (
      <>
        <PageHeader title={t(TITLE)} back={{ ...BACK, label: t(BACK.label) }} />
        {error ? (
          <ErrorState
            title={t('No se ha podido abrir la evaluación')}
            text={messageOf(error)}
            onRetry={() => {
              void request.refetch()
              void found.refetch()
            }}
          />
        ) : (
          <Loading height={420} />
        )}
      </>
    )
  }
  const all = found.data.content
  const open = all.find(({ status }) => assessmentMachine.is.open(status))
  if (open) return <OpenAssessment key={open.id} of={open} request={request.data} />
  return (
    <>
      <PageHeader title={t(TITLE)} subtitle={requestWords(request.data)} back={{ ...BACK, label: t(BACK.label) }} />
      <BeginAssessment
        request={request.data}
        before={all.find(({ status }) => assessmentMachine.is.published(status))}
      />
    </>
  )
}

const requestWords = ({ nameGenericEntity, service, concept }: ValidationWire) =>
  [nameGenericEntity, service, concept].filter(Boolean).join(' · ')

function OpenAssessment({ of: { id, framework: by }, request }: { of: AssessmentWire; request: ValidationWire }) {
  // Each reading that replaces what is on the screen makes a new form.
  const [reading, setReading] = useState(0)
  const found = useQuery({ ...queryOptions(readAssessment, { params: { id } }), refetchOnWindowFocus: false })
  const framework = useQuery({
    ...queryOptions(readFramework, { params: { id: by.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = found.error ?? framework.error
  const reread = async () => {
    await found.refetch()
    setReading(reading + 1)
  }
  return (
    <>
      {found.data && framework.data ? (
        <AssessmentForm
          key={reading}
          title={t(TITLE)}
          subtitle={requestWords(request)}
          back={{ ...BACK, label: t(BACK.label) }}
          detail={found.data}
          framework={framework.data}
          onReread={reread}
        />
      ) : (
        <>
          <PageHeader title={t(TITLE)} subtitle={requestWords(request)} back={{ ...BACK, label: t(BACK.label) }} />
          {error ? (
            <ErrorState text={messageOf(error)} onRetry={() => void (found.error ? found : framework).refetch()} />
          ) : (
            <Loading height={420} label={t('Cargando la evaluación')} />
          )}
        </>
      )}
    </>
  )
}
