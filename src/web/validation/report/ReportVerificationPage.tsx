import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { sentence } from '#domain/messages.ts'
import { hasPublishedScore } from '#domain/report-request/score/score.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { decideScoring } from '#domain/validation/review.ts'
import { messageOf } from '#web/api/api.ts'
import { splitKey } from '#web/app/address.ts'
import { paths } from '#web/app/paths.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { ScoreStep } from '#web/report-request/score/ScoreStep.tsx'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LoadingMask } from '#web/ui/feedback/LoadingMask.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stepper } from '#web/ui/layout/Stepper.tsx'
import { keyNames } from '#web/validation/keyNames.ts'
import { ReportReview } from '#web/validation/report/ReportReview.tsx'
import { useValidation } from '#web/validation/useReview.ts'

/** CCI verifies an audit report and scores it (SCO-01 to SCO-10); the step is in the URL. */
export function ReportVerificationPage() {
  const { key } = useParams({ strict: false }) as { key: string }
  return <Verification key={key} address={key} />
}

function Verification({ address }: { address: string }) {
  const { data, error, refetch, isFetching } = useValidation(splitKey(address)[1])
  // A documentation has another screen, and a key with inconsistent parts leads nowhere.
  const strange = data && !(data.type === 'AUDIT_REPORT' && keyNames(address, data))
  if (data && !strange) return <Steps validation={data} />
  return (
    <>
      <PageHeader title="Verificación de informe" />
      {strange ? (
        <ErrorState title="No se ha podido abrir el informe" text="La dirección no lleva a ningún informe." />
      ) : error ? (
        <ErrorState
          title="No se ha podido abrir el informe"
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

function Steps({ validation }: { validation: ValidationWire }) {
  const { role } = useMe()
  const navigate = useNavigate()
  const [step, setStep] = useUrlValue('paso')
  // Kept here, so that the draft survives a look at the documents.
  const [dictamen, setDictamen] = useState<File | null>(null)
  const leaving = useLeaving(dictamen !== null)
  const status = validation.status as ReportRequestStatus
  const documents = validation.catalogDocuments
  const gate = decideScoring(
    status,
    documents.map(document => document.status),
    role.key,
  )
  const mayScore = gate.ok || hasPublishedScore(status)
  const scoring = step === '2' && mayScore
  useEffect(() => {
    if (step === '2' && !mayScore) setStep(null)
  }, [step, mayScore, setStep])

  // The other step replaces the page: the button that led to it is gone.
  const before = useRef(scoring)
  useEffect(() => {
    if (before.current !== scoring) document.getElementById('contenido')?.focus({ preventScroll: true })
    before.current = scoring
  }, [scoring])

  const here = paths.verifyReport(validation.genericEntityId, validation.id)
  const accepted = documents.filter(document => documentMachine.is.accepted(document.status)).length
  const stepper = (
    <Stepper
      current={scoring ? 1 : 0}
      steps={[
        { label: 'Informe', note: `${accepted} de ${documents.length} documentos aceptados`, href: here },
        { label: 'Calificación', note: 'Fecha, nivel y dictamen' },
      ]}
    />
  )
  return (
    <>
      {scoring ? (
        <ScoreStep
          validation={validation}
          stepper={stepper}
          backHref={here}
          dictamen={dictamen}
          onDictamen={setDictamen}
        />
      ) : (
        <ReportReview
          validation={validation}
          stepper={stepper}
          blocked={mayScore || gate.ok ? null : sentence(gate.reason)}
          onContinue={() => void navigate({ to: here, search: { paso: '2' } as never })}
        />
      )}
      <LeaveGuard opened={leaving.asked} onStay={leaving.stay} onDiscard={leaving.leave}>
        El dictamen adjunto no se ha publicado. La fecha y los niveles se conservan en esta pestaña; el archivo habrá
        que volver a elegirlo.
      </LeaveGuard>
    </>
  )
}
