import { type ReactNode, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { sentence } from '#domain/messages.ts'
import { proposedExpiry, scoreErrors } from '#domain/report-request/score/score.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { addDays, formatDay, LAST_EXPIRY } from '#domain/values/day.ts'
import { formatRating, parseRating } from '#domain/values/rating.ts'
import { DictamenField, dictamenId } from '#web/report-request/score/DictamenField.tsx'
import { differenceError, OverrideReason } from '#web/report-request/score/OverrideReason.tsx'
import { levelId, RatingChoice } from '#web/report-request/score/RatingChoice.tsx'
import { ResultPane } from '#web/report-request/score/ResultPane.tsx'
import { ScorePreview } from '#web/report-request/score/ScorePreview.tsx'
import { noLevels, scoreDraftName, useScoreDraft } from '#web/report-request/score/scoreDraft.ts'
import type { Behind } from '#web/report-request/score/useBehind.ts'
import { type Correction, useScoreSending } from '#web/report-request/score/useScoreSending.ts'
import { useTelling } from '#web/report-request/score/useTelling.tsx'
import { useMe } from '#web/session/useMe.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { Ledger, LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { ErrorSummary } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { timeText } from '#web/ui/time/dates.ts'
import { useDecideAnyway } from '#web/validation/clarification/useDecideAnyway.tsx'
import { ReasonField, reasonError } from '#web/validation/ReasonField.tsx'
import { expiryError } from '#web/validation/useDraftDate.ts'
import classes from './ScoreStep.module.css'

export interface ScoreFormProps {
  validation: ValidationWire
  /** The read-only lines: report, provider, service, concept, evaluator. */
  given: ReactNode
  dictamen: File | null
  onDictamen: (file: File | null) => void
  onBack: () => void
  correction?: Correction
  behind: Behind
}

const ids = {
  expiredAt: 'calificacion-fecha',
  file: dictamenId,
  correctionReason: 'calificacion-motivo',
  overrideReason: 'calificacion-diferencia',
}

/** Expiry, levels and dictamen of a new or corrected score (SCO-06 to SCO-11, FORM-56, FORM-57, ERR-17). */
export function ScoreForm(props: ScoreFormProps) {
  const { given, onBack, correction } = props
  const form = useScoreForm(props)
  const { draft, sending, wrong } = form
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className={classes.columns}>
        <div>
          {wrong.length > 0 ? (
            <div className={classes.summary}>
              <ErrorSummary attempt={form.attempt} title={form.summary} errors={wrong} />
            </div>
          ) : null}
          <Ledger dense>
            {given}
            <ScoreLines {...props} form={form} />
          </Ledger>
        </div>
        <ScorePreview
          levels={draft.levels}
          expiredAt={draft.expiredAt}
          note={
            correction
              ? 'Al guardar, el proveedor, el evaluador y las entidades que lo siguen reciben aviso otra vez.'
              : 'Al finalizar, el proveedor y el evaluador reciben aviso. El dictamen queda a la vista de las entidades.'
          }
        />
      </div>
      <FormFoot
        state={form.savedAt ? `Borrador guardado a las ${timeText(form.savedAt.toISOString())}` : null}
        secondary={{
          label: correction ? 'Cancelar' : 'Volver',
          onClick: () => {
            // Cancelling a correction resets it; an unfinished score stays as a draft.
            if (correction) form.forget()
            onBack()
          },
        }}
        primary={{
          label: correction ? 'Guardar corrección' : 'Finalizar',
          type: 'submit',
          loading: form.asking || sending.isPending || sending.finished,
        }}
      />
      {sending.window}
      {form.question}
    </form>
  )
}

type Form = ReturnType<typeof useScoreForm>

/** The draft of a score, the reason of a correction, their errors once it was tried, and the sending. */
function useScoreForm({ validation, dictamen, onDictamen, correction, behind }: ScoreFormProps) {
  const { userId, today } = useMe()
  const published = correction?.score
  const kept = useScoreDraft(scoreDraftName(userId, published?.id ?? validation.id), {
    expiredAt: published?.expiredAt ?? proposedExpiry(today, validation.renews?.expiredAt),
    levels: [...(parseRating(published?.score ?? behind.computed ?? '') ?? noLevels())],
  })
  const [reason, setReason] = useState('')
  const [difference, setDifference] = useState(published?.overrideReason ?? '')
  const [attempt, setAttempt] = useState(0)
  const differs =
    behind.needsReason(formatRating(kept.draft.levels)) && parseRating(formatRating(kept.draft.levels)) !== null
  const about = { assessmentId: behind.assessmentId, overrideReason: differs ? difference.trim() : undefined }
  const sending = useScoreSending({ validation, kept, dictamen, onDictamen, correction, reason, about })
  const telling = useTelling(validation.id, { corrects: published !== undefined, send: sending.send })
  const anyway = useDecideAnyway(validation.id)
  const { expiredAt, levels } = kept.draft
  const score = formatRating(levels)
  const fileChanged = !published || dictamen !== null
  const missing = scoreErrors({ expiredAt, score, hasFile: dictamen !== null, fileChanged }, today)
  const wrongReason = published
    ? (reasonError(reason) ?? (reason.trim() ? null : sentence('noCorrectionReason')))
    : null
  const wrongDifference = differs ? differenceError(difference) : null
  const errors: FieldErrors = {
    ...missing,
    ...(wrongDifference ? { overrideReason: wrongDifference } : {}),
    ...(wrongReason ? { correctionReason: wrongReason } : {}),
  }
  const shown: FieldErrors = attempt > 0 ? errors : {}
  const named = (field: string, label: string, message: string | undefined) =>
    message ? [{ field, label, message }] : []
  return {
    ...kept,
    sending,
    /** Whether it is asked what is open and which banks will be notified, and the questions to the user about it. */
    asking: telling.isPending || anyway.isPending,
    question: (
      <>
        {anyway.window}
        {telling.window}
      </>
    ),
    /** How the expiry was proposed (D32, RENEW-08). */
    proposal:
      validation.renews && validation.renews.expiredAt > today
        ? `Propuesta: doce meses después del ${formatDay(validation.renews.expiredAt)}, cuando caduca la vigente. `
        : 'Propuesta: doce meses después de hoy. ',
    reason,
    setReason,
    differs,
    difference,
    setDifference,
    attempt,
    /** By field, once it was tried. */
    errors: shown,
    summary: sentence(
      Object.keys(missing).length > 0
        ? 'scoreIncomplete'
        : wrongDifference
          ? 'overrideReasonMissing'
          : 'noCorrectionReason',
    ),
    wrong: [
      ...named(ids.expiredAt, 'Fecha caducidad', shown.expiredAt),
      ...named(levelId(Math.max(0, levels.indexOf(''))), 'Calificación', shown.score),
      ...named(ids.overrideReason, 'Motivo de la diferencia', shown.overrideReason),
      ...named(ids.file, 'Dictamen de calificación', shown.file),
      ...named(ids.correctionReason, 'Motivo de la corrección', shown.correctionReason),
    ],
    submit() {
      setAttempt(attempt + 1)
      if (Object.keys(errors).length === 0 && !sending.isPending) anyway.confirm(telling.ask)
    },
  }
}

/** What is written of a score, and why it is corrected. */
function ScoreLines({ dictamen, onDictamen, correction, behind, form }: ScoreFormProps & { form: Form }) {
  const { draft, errors, sending } = form
  return (
    <>
      <LedgerLine label="FECHA CADUCIDAD" tall>
        <ExpiryField form={form} description={correction ? '' : form.proposal} />
      </LedgerLine>
      {behind.assessment ? <ResultPane assessment={behind.assessment} /> : null}
      <LedgerLine label="CALIFICACIÓN" tall>
        <RatingChoice
          levels={draft.levels}
          demand={form.attempt > 0}
          onChange={next => form.change({ levels: next })}
        />
      </LedgerLine>
      {form.differs ? (
        <OverrideReason
          id={ids.overrideReason}
          value={form.difference}
          error={errors.overrideReason ?? null}
          onChange={form.setDifference}
        />
      ) : null}
      <LedgerLine label="DICTAMEN DE CALIFICACIÓN" tall>
        <DictamenField
          file={dictamen}
          onFile={onDictamen}
          published={correction ? { name: correction.score.name, onView: correction.onViewFile } : undefined}
          error={errors.file ?? null}
          sent={sending.sent}
          onCancel={sending.stop}
        />
      </LedgerLine>
      {correction ? (
        <LedgerLine label="MOTIVO DE LA CORRECCIÓN" tall>
          <ReasonField
            id={ids.correctionReason}
            label="Por qué se corrige"
            description="Lo lee quien lee la calificación, y queda en el registro. La anterior pasa al histórico."
            value={form.reason}
            error={errors.correctionReason ?? null}
            onChange={form.setReason}
          />
        </LedgerLine>
      ) : null}
    </>
  )
}

/** The expiry of a score. Its error waits while the user types. */
function ExpiryField({ form, description }: { form: Form; description: string }) {
  const { today } = useMe()
  const { expiredAt } = form.draft
  const [text, setText] = useState('')
  const [typing, setTyping] = useState(false)
  return (
    <div className={classes.date}>
      <DateField
        id={ids.expiredAt}
        label={<span className="vh">Fecha caducidad</span>}
        value={expiredAt}
        min={addDays(today, 1)}
        max={LAST_EXPIRY}
        description={`${description}Mañana o posterior.`}
        error={typing ? null : (expiryError(expiredAt, text, today) ?? form.errors.expiredAt ?? null)}
        onChange={(day, typed) => {
          setText(typed)
          setTyping(true)
          form.change({ expiredAt: day })
        }}
        onBlur={() => setTyping(false)}
      />
    </div>
  )
}
