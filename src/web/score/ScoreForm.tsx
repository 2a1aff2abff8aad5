import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { sentence } from '#domain/messages.ts'
import type { ScoreWire } from '#domain/score/contract.ts'
import { correctScore, correctScoreFile, publishScore } from '#domain/score/contract.ts'
import { scoreFacts, subjectFacts } from '#domain/score/facts.ts'
import { proposedExpiry, scoreErrors } from '#domain/score/score.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { addDays, LAST_EXPIRY } from '#domain/values/day.ts'
import { formatRating, parseRating } from '#domain/values/rating.ts'
import { ApiError, call, messageOf, queryOptions, transportErrors } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { DictamenField, dictamenId } from '#web/score/DictamenField.tsx'
import { levelId, RatingSelects } from '#web/score/RatingSelects.tsx'
import { ScorePreview } from '#web/score/ScorePreview.tsx'
import { noLevels, scoreDraftName, useScoreDraft } from '#web/score/scoreDraft.ts'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { ErrorSummary, type FieldError } from '#web/ui/form/ErrorSummary.tsx'
import { Ledger, LedgerLine } from '#web/ui/form/Facts.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { timeText } from '#web/ui/time/dates.ts'
import { ReasonField, reasonError } from '#web/validation/ReasonField.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'
import { reviewScope } from '#web/validation/useDocumentChange.ts'
import { expiryError } from '#web/validation/useDraftDate.ts'
import { useTellFinished } from '#web/validation/useTellFinished.tsx'
import classes from './ScoreStep.module.css'

export interface ScoreFormProps {
  validation: ValidationWire
  /** The read-only lines: report, provider, service, concept, evaluator. */
  given: ReactNode
  dictamen: File | null
  onDictamen: (file: File | null) => void
  onBack: () => void
  /** The published score under correction (D11). */
  correction?: { score: ScoreWire; onViewFile: () => void; onDone: () => void }
}

const ids = { expiredAt: 'calificacion-fecha', file: dictamenId, correctionReason: 'calificacion-motivo' }

const subjectOf = (validation: ValidationWire) =>
  subjectFacts({
    provider: validation.nameGenericEntity,
    cif: validation.cifGenericEntity,
    service: validation.service,
    evaluator: validation.audit,
    concept: validation.concept,
  })

/**
 * The version to send with a score, after queued decisions that change the version: the current version if it still
 * matches the values shown when the user pressed, else the version shown, so that the server reports a conflict.
 */
function versionAfterOwn(client: QueryClient, inView: ValidationWire): number {
  const { queryKey } = queryOptions(readValidation, { params: { id: inView.id } })
  const known = client.getQueryData<ValidationWire>(queryKey)
  const then = subjectOf(inView)
  const stands = known && Object.entries(subjectOf(known)).every(([field, value]) => value === then[field])
  return stands ? known.version : inView.version
}

/** Expiry, levels and dictamen of a new or corrected score (SCO-06 to SCO-11, FORM-56, FORM-57, ERR-17). */
export function ScoreForm({ validation, given, dictamen, onDictamen, onBack, correction }: ScoreFormProps) {
  const me = useMe()
  const { today } = me
  const client = useQueryClient()
  const navigate = useNavigate()
  const published = correction?.score
  const kept = useScoreDraft(scoreDraftName(me.userId, published?.id ?? validation.id), {
    expiredAt: published?.expiredAt ?? proposedExpiry(today),
    levels: [...((published && parseRating(published.score)) ?? noLevels())],
  })
  const { expiredAt, levels } = kept.draft
  const [dateText, setDateText] = useState('')
  const [typing, setTyping] = useState(false)
  const [reason, setReason] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [sent, setSent] = useState(0)
  const tellFinished = useTellFinished()
  // The final message: published, corrected, or stored as a proposal.
  const [done, setDone] = useState<{ published: string } | { said: string } | null>(null)
  const stop = useRef<AbortController | null>(null)

  const finish = (said: NonNullable<typeof done>) => {
    kept.forget()
    onDictamen(null)
    setDone(said)
  }
  const conflict = useConflict()
  const sending = useMutation({
    scope: reviewScope(validation.id),
    mutationFn: async (inView: ValidationWire) => {
      stop.current = new AbortController()
      setSent(0)
      const score = { validationId: validation.id, score: formatRating(levels), expiredAt: expiredAt ?? '' }
      const travel = { files: { file: dictamen ?? undefined }, signal: stop.current.signal, onProgress: setSent }
      return conflict.send({
        version: published ? inView.version : versionAfterOwn(client, inView),
        seen: subjectOf(inView),
        base: published ? scoreFacts({ ...published, file: published.name }) : {},
        attempt: version => {
          if (!published) return call(publishScore, { body: { score: { ...score, version } }, ...travel })
          const body = { score: { ...score, id: published.id, correctionReason: reason.trim(), version } }
          const params = { id: published.id }
          return dictamen ? call(correctScoreFile, { params, body, ...travel }) : call(correctScore, { params, body })
        },
      })
    },
    onSuccess: async outcome => {
      if (!outcome) return
      if (outcome.taken) {
        // The user's other edits were not in conflict: they stay, beside the renamed values.
        if (outcome.taken.differences.every(each => each.isSeen)) return refreshReview(client)
        kept.forget()
        onDictamen(null)
        correction?.onDone()
        return refreshReview(client)
      }
      const rating = formatRating(levels)
      finish(
        published ? { said: `Calificación corregida: ${rating}.` } : { published: `Calificación publicada: ${rating}` },
      )
    },
    onError: error => {
      if (isProposed(error)) return finish({ said: error.message })
      if (!(error instanceof ApiError && error.transport === transportErrors.aborted)) showError(messageOf(error))
    },
  })
  // After the file is released: while there is one, leaving asks for confirmation.
  useEffect(() => {
    if (done === null) return
    const tell = () => {
      if ('said' in done) return showNotice(done.said)
      void tellFinished({
        validationId: validation.id,
        title: done.published,
        text: 'El proveedor y el evaluador han recibido el aviso.',
      })
    }
    if (correction) {
      tell()
      correction.onDone()
    } else void navigate({ to: listAddress(paths.providers()) }).then(tell)
    void refreshReview(client)
  }, [done, correction, navigate, client, validation.id, tellFinished])

  const missing = scoreErrors(
    {
      expiredAt,
      score: formatRating(levels),
      hasFile: dictamen !== null,
      fileChanged: !published || dictamen !== null,
    },
    today,
  )
  const wrongReason = published
    ? (reasonError(reason) ?? (reason.trim() ? null : sentence('noCorrectionReason')))
    : null
  const tried = attempt > 0
  const wrong: FieldError[] = tried
    ? [
        ...(missing.expiredAt ? [{ field: ids.expiredAt, label: 'Fecha caducidad', message: missing.expiredAt }] : []),
        ...(missing.score
          ? [{ field: levelId(Math.max(0, levels.indexOf(''))), label: 'Calificación', message: missing.score }]
          : []),
        ...(missing.file ? [{ field: ids.file, label: 'Dictamen de calificación', message: missing.file }] : []),
        ...(wrongReason
          ? [{ field: ids.correctionReason, label: 'Motivo de la corrección', message: wrongReason }]
          : []),
      ]
    : []
  const incomplete = Object.keys(missing).length > 0
  const submit = () => {
    setAttempt(attempt + 1)
    if (!incomplete && !wrongReason && !sending.isPending) sending.mutate(validation)
  }
  const dateError = expiryError(expiredAt, dateText, today)

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={classes.columns}>
        <div>
          {wrong.length > 0 ? (
            <div className={classes.summary}>
              <ErrorSummary
                attempt={attempt}
                title={sentence(incomplete ? 'scoreIncomplete' : 'noCorrectionReason')}
                errors={wrong}
              />
            </div>
          ) : null}
          <Ledger>
            {given}
            <LedgerLine label="FECHA CADUCIDAD" tall>
              <div className={classes.date}>
                <DateField
                  id={ids.expiredAt}
                  label={<span className="vh">Fecha caducidad</span>}
                  value={expiredAt}
                  min={addDays(today, 1)}
                  max={LAST_EXPIRY}
                  description={
                    published ? 'Mañana o posterior.' : 'Propuesta: doce meses después de hoy. Mañana o posterior.'
                  }
                  error={typing ? null : (dateError ?? (tried ? missing.expiredAt : null))}
                  onChange={(day, text) => {
                    setDateText(text)
                    setTyping(true)
                    kept.change({ expiredAt: day })
                  }}
                  onBlur={() => setTyping(false)}
                />
              </div>
            </LedgerLine>
            <LedgerLine label="CALIFICACIÓN" tall>
              <RatingSelects levels={levels} demand={tried} onChange={next => kept.change({ levels: next })} />
            </LedgerLine>
            <LedgerLine label="DICTAMEN DE CALIFICACIÓN" tall>
              <DictamenField
                file={dictamen}
                onFile={onDictamen}
                published={published ? { name: published.name, onView: correction.onViewFile } : undefined}
                error={tried ? (missing.file ?? null) : null}
                sent={sending.isPending && dictamen ? sent : null}
                onCancel={() => stop.current?.abort()}
              />
            </LedgerLine>
            {published ? (
              <LedgerLine label="MOTIVO DE LA CORRECCIÓN" tall>
                <ReasonField
                  id={ids.correctionReason}
                  label="Por qué se corrige"
                  description="Lo lee quien lee la calificación, y queda en el registro. La anterior pasa al histórico."
                  value={reason}
                  error={tried ? wrongReason : null}
                  onChange={setReason}
                />
              </LedgerLine>
            ) : null}
          </Ledger>
        </div>
        <ScorePreview
          levels={levels}
          expiredAt={expiredAt}
          note={
            published
              ? 'Al guardar, el proveedor, el evaluador y las entidades que lo siguen reciben aviso otra vez.'
              : 'Al finalizar, el proveedor y el evaluador reciben aviso. El dictamen queda a la vista de las entidades.'
          }
        />
      </div>
      <FormFoot
        state={kept.savedAt ? `Borrador guardado a las ${timeText(kept.savedAt.toISOString())}` : null}
        secondary={{
          label: published ? 'Cancelar' : 'Volver',
          onClick: () => {
            // Cancelling a correction resets it; an unfinished score stays as a draft.
            if (published) kept.forget()
            onBack()
          },
        }}
        primary={{
          label: published ? 'Guardar corrección' : 'Finalizar',
          type: 'submit',
          loading: sending.isPending || done !== null,
        }}
      />
      {conflict.window}
    </form>
  )
}
