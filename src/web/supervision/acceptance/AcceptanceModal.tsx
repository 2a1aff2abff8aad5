import { type ReactNode, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { sentence } from '#domain/messages.ts'
import { acceptanceMachine } from '#domain/states/acceptance.ts'
import { ACCEPTANCE_REASON, acceptanceStatusLabels } from '#domain/supervision/acceptance/acceptance.ts'
import { acceptGap, revokeAcceptance } from '#domain/supervision/acceptance/contract.ts'
import type { AcceptanceWire, UseWire } from '#domain/supervision/use/contract.ts'
import { isBroken } from '#domain/supervision/use/situation.ts'
import { addDays, formatDay, formatInstant } from '#domain/values/day.ts'
import { characterCount, withStop } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from '../use/supervision.module.css'

type Props = { use: UseWire; onClose: () => void }

/** Accepts the gap of a use, or revokes the acceptance in force; below, the earlier ones (LEVEL-12, LEVEL-15). */
export function AcceptanceModal({ use, onClose }: Props) {
  const mayDecide = useMay('acceptance.decide')
  const current = use.acceptances.find(({ status }) => acceptanceMachine.is.inForce(status))
  const ended = use.acceptances.filter(each => each !== current)
  const isOpen = isBroken(use.situation) && use.until === null
  const history = ended.length > 0 ? <History acceptances={ended} /> : null
  if (mayDecide && (current || isOpen))
    return <Decision use={use} current={current} onClose={onClose} history={history} />
  return (
    <Dialog opened onClose={onClose} title="Aceptación del riesgo">
      <div className="stack">
        <About use={use} />
        {current ? <Facts acceptance={current} /> : null}
        {mayDecide || (!current && !isOpen) ? null : <Message kind="info">{sentence('principalOnly')}</Message>}
        {history}
      </div>
    </Dialog>
  )
}

function About({ use }: { use: UseWire }) {
  return (
    <div>
      <p>
        {use.service}, de {withStop(use.provider)} <b>{withStop(use.words)}</b>
      </p>
      <ul className="small">
        {use.gaps.map(({ dimension, sentence: words }) => (
          <li key={dimension}>{words}</li>
        ))}
      </ul>
    </div>
  )
}

type DecisionProps = Props & { current: AcceptanceWire | undefined; history: ReactNode }

function Decision({ use, current, onClose, history }: DecisionProps) {
  const { today } = useMe()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useListWrite({
    mutationFn: () =>
      current
        ? call(revokeAcceptance, { params: { id: current.id }, body: { status: 'REVOKED', reason } })
        : call(acceptGap, { params: { id: use.id }, body: { reason, until: until! } }),
    onSuccess: saved => {
      showToast({
        title: current ? 'Aceptación revocada' : 'Riesgo aceptado',
        text: `${saved.service}: ${saved.words}`,
      })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const short = characterCount(reason.trim()) < ACCEPTANCE_REASON.min
    const wrong: FieldErrors = {
      ...(short ? { reason: `Escriba al menos ${ACCEPTANCE_REASON.min} caracteres` } : {}),
      ...(current || until ? {} : { until: 'Elija un día' }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) saving.mutate()
  }
  const isNamed = Object.values(errors).some(Boolean)
  return (
    <FormModal
      opened
      onClose={onClose}
      title={current ? 'Revocar la aceptación' : 'Aceptar el riesgo'}
      onSubmit={submit}
      submitLabel={current ? 'Revocar' : 'Aceptar el riesgo'}
      danger={current !== undefined}
      loading={saving.isPending}
      submitError={saving.error && !isNamed ? messageOf(saving.error) : null}
      dirty={reason !== '' || until !== null}
    >
      <About use={use} />
      {current ? <Facts acceptance={current} /> : null}
      {current ? null : (
        <DateField
          label="Hasta el"
          value={until}
          onChange={setUntil}
          min={addDays(today, 1)}
          error={errors.until}
          required
        />
      )}
      <CountedTextarea
        label={current ? 'Por qué se revoca' : 'Por qué se acepta'}
        autosize
        minRows={3}
        value={reason}
        onChange={setReason}
        count={characterCount(reason)}
        max={ACCEPTANCE_REASON.max}
        error={errors.reason}
        required
        data-autofocus
      />
      {history}
    </FormModal>
  )
}

function Facts({ acceptance }: { acceptance: AcceptanceWire }) {
  const { acceptedScore, requiredScore, until, decidedBy, decidedAt, reason } = acceptance
  return (
    <p>
      {decidedBy} lo aceptó el {formatInstant(decidedAt)} hasta el {formatDay(until)}: exigido {requiredScore},{' '}
      {acceptedScore ? `obtenido ${acceptedScore}` : 'sin calificación'}. «{reason}»
    </p>
  )
}

function History({ acceptances }: { acceptances: readonly AcceptanceWire[] }) {
  return (
    <section aria-label="Aceptaciones anteriores">
      <p className="label">ANTERIORES</p>
      <ul className={classes.history}>
        {acceptances.map(acceptance => (
          <li key={acceptance.id}>
            <b>{acceptanceStatusLabels[acceptance.status]}</b>
            <Facts acceptance={acceptance} />
            {acceptance.endReason ? <p className="small">«{acceptance.endReason}»</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
