import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { correctScore, correctScoreFile, publishScore } from '#domain/report-request/score/contract.ts'
import { scoreFacts, subjectFacts } from '#domain/report-request/score/facts.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { formatRating } from '#domain/values/rating.ts'
import { ApiError, call, messageOf, queryOptions, transportErrors } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { listAddress } from '#web/list/listAddress.ts'
import type { useScoreDraft } from '#web/report-request/score/scoreDraft.ts'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { refreshReview } from '#web/validation/refreshReview.ts'
import { reviewScope } from '#web/validation/useDocumentChange.ts'
import { useTellFinished } from '#web/validation/useTellFinished.tsx'

/** The published score under correction (D11). */
export type Correction = { score: ScoreWire; onViewFile: () => void; onDone: () => void }

type Sending = {
  validation: ValidationWire
  kept: ReturnType<typeof useScoreDraft>
  dictamen: File | null
  onDictamen: (file: File | null) => void
  correction?: Correction | undefined
  /** Of the correction. */
  reason: string
  /** The evaluation behind it. */
  about: { assessmentId: string | undefined; overrideReason: string | undefined }
}

/** The final message: published, corrected, or stored as a proposal. */
type Done = { published: string } | { said: string }

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

/** Publishes a score, or sends its correction, after the user's queued decisions about the documents. */
export function useScoreSending({ validation, kept, dictamen, onDictamen, correction, reason, about }: Sending) {
  const client = useQueryClient()
  const published = correction?.score
  const { expiredAt, levels } = kept.draft
  const [sent, setSent] = useState(0)
  const [done, setDone] = useState<Done | null>(null)
  const stop = useRef<AbortController | null>(null)
  const conflict = useConflict()
  const clear = () => {
    kept.forget()
    onDictamen(null)
  }
  const finish = (said: Done) => {
    clear()
    setDone(said)
  }
  const sending = useMutation({
    scope: reviewScope(validation.id),
    mutationFn: async (inView: ValidationWire) => {
      stop.current = new AbortController()
      setSent(0)
      const score = { validationId: validation.id, score: formatRating(levels), expiredAt: expiredAt ?? '', ...about }
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
        clear()
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
  useFarewell(done, validation.id, correction)
  return {
    send: () => sending.mutate(validation),
    isPending: sending.isPending,
    finished: done !== null,
    /** The bytes sent of the file; null while none is sent. */
    sent: sending.isPending && dictamen ? sent : null,
    stop: () => stop.current?.abort(),
    /** The conflict window, for the caller to render. */
    window: conflict.window,
  }
}

/** Leaves the form and says what was done, after the file is released: with a file, leaving asks for confirmation. */
function useFarewell(done: Done | null, validationId: string, correction: Correction | undefined): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const tellFinished = useTellFinished()
  useEffect(() => {
    if (done === null) return
    const tell = () => {
      if ('said' in done) return showNotice(done.said)
      void tellFinished({
        validationId,
        title: done.published,
        text: 'El proveedor y el evaluador han recibido el aviso.',
        canUndo: true,
      })
    }
    if (correction) {
      tell()
      correction.onDone()
    } else void navigate({ to: listAddress(paths.providers()) }).then(tell)
    void refreshReview(client)
  }, [done, correction, navigate, client, validationId, tellFinished])
}
